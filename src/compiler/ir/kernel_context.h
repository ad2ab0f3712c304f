// SPDX-License-Identifier: Apache-2.0
// The facts that passes share about the kernel that they compile.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "abi/kernel_abi.h"
#include "abi/program_record.h"
#include "abi/variant_key.h"
#include "compiler/ir/lanes.h"
#include "compiler/ir/report.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// The place of each program-scope variable in the program's block: a function of the IR alone.
struct GlobalsLayout {
  GlobalsRecord record;
  llvm::StringMap<uint64_t> offset;  ///< by the variable's name in the IR
};

/// The assumptions of the variant, and the demands of the program and the environment.
struct KernelOptions : VariantKey {
  KernelOptions() = default;
  explicit KernelOptions(VariantKey key) : VariantKey(std::move(key)) {}

  std::string cpu;       ///< canonical CPU features, as hdc_target.cpu
  bool optimize = true;  ///< false: -cl-opt-disable
  bool denorms_are_zero = false;
  bool uniform_groups =
      false;           ///< every work-group has the enqueued local size; true if that size is known
  unsigned width = 0;  ///< lanes of a vector; 1: no vectors; 0: by cost
  uint64_t access_seed = 0;   ///< the seed of draws among the strategies of accesses; 0: by cost
  unsigned access_rival = 0;  ///< the most that a second cheapest one may cost, relatively; 0: none
  unsigned usual_sub_group_size = 0;  ///< that of kernels that ask for none; 0: by cost
  bool zero_local = false;            ///< local memory of a group begins as zeros
  bool zero_private = false;          ///< the variables of a work-item, too
  bool stoppable = false;             ///< loops test hd_launch.stop
  bool limited = false;               ///< they say where they end the launch
  bool sub_group_progress = true;     ///< false: -cl-no-subgroup-ifp
  bool timed = false;                 ///< the report has the compilation time
};

/// State of merging calls. Unrolled loops make a kernel larger than functions show when they are
/// inlined: one that turns out to be too large for vectors is then inlined anew.
struct Merging {
  bool wanted = false;                        ///< inlining anew
  bool done = false;                          ///< the kernel has functions whose calls were merged
  bool restart = false;                       ///< it is too large
  std::unique_ptr<llvm::Module> untouched{};  ///< before inlining; null if merging would not help
  KernelRecord before{};                      ///< the record at that time
};

/// The facts that passes share about the kernel that they compile, and their results for its
/// record.
struct KernelContext {
  const GlobalsLayout& globals;
  const KernelOptions& options;
  llvm::TargetMachine& target;
  const InstructionSet& isa;  ///< the instruction set that `target` compiles for
  KernelRecord& record;
  Lanes lanes{};  ///< decided by plan_lanes, for the passes after it
  Merging merging{};
  LaneReport report{};  ///< the vectoriser's
  /// The alignment of the most aligned __local variable, if a worker's memory has less.
  llvm::MaybeAlign local_align{};
  std::string error{};  ///< the reason why the kernel cannot be compiled, or empty

  llvm::Function* kernel(llvm::Module& module) const { return module.getFunction(record.name); }
  bool is_kernel(const llvm::Function& function) const { return function.getName() == record.name; }
};

/// The most blocks of a function for passes whose time grows with the square of the loops.
constexpr size_t kMaxBlocks = 2048;
/// The most cases of a switch for passes whose time grows with the square of the blocks that lead
/// to one.
constexpr unsigned kMaxCases = 2048;

/// Returns the number of cases of the largest switch.
unsigned most_cases(const llvm::Function& function);

/// The alignment of local memory and of the context.
const llvm::Align kWorkerBlockAlign(HD_MAX_TYPE_ALIGN);

/// Returns the local size of every group of every launch, if it is known.
std::optional<std::array<uint64_t, 3>> known_local_size(const KernelContext& context);
/// Tells whether the kernel distinguishes groups. If not, all work-items of a range are alike.
bool knows_groups(const llvm::Function& kernel, const KernelContext& context);
/// Tells whether every group begins with local memory of zeros, as the context demands.
bool zeroes_local_memory(const KernelContext& context);

}  // namespace heddle::compiler
