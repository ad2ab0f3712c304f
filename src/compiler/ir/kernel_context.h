// SPDX-License-Identifier: Apache-2.0
// What the passes know of the kernel that they compile.
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

namespace heddle::compiler {

/// Where each program-scope variable lies in the program's block: a function of the IR alone.
struct GlobalsLayout {
  GlobalsRecord record;
  llvm::StringMap<uint64_t> offset;  ///< by the variable's name in the IR
};

/// What the variant takes for granted, and what the program and the environment ask for.
struct KernelOptions : VariantKey {
  KernelOptions() = default;
  explicit KernelOptions(VariantKey key) : VariantKey(std::move(key)) {}

  std::string cpu;       ///< canonical CPU features, as hdc_target.cpu
  bool optimize = true;  ///< false: -cl-opt-disable
  bool denorms_are_zero = false;
  bool uniform_groups = false;  ///< every work-group has the enqueued local size; so it is where
                                ///< that size is known
  unsigned width = 0;           ///< lanes of a vector; 1: no vectors; 0: by cost
  unsigned usual_sub_group_size = 0;  ///< of kernels that ask for none; 0: by cost
  bool zero_local = false;            ///< local memory of a group begins as zeros
  bool zero_private = false;          ///< so do the variables of a work-item
  bool stoppable = false;             ///< loops look at hd_launch.stop
  bool sub_group_progress = true;     ///< false: -cl-no-subgroup-ifp
  bool timed = false;                 ///< the report says how long it took
};

/// Loops that are unrolled make more of a kernel than can be seen when functions are inlined: one
/// that turns out to be too large for vectors is then inlined anew.
struct Merging {
  bool wanted = false;                        ///< inlining anew
  bool done = false;                          ///< the kernel has functions whose calls were merged
  bool restart = false;                       ///< it is too large
  std::unique_ptr<llvm::Module> untouched{};  ///< before inlining; null if merging would not help
  KernelRecord before{};                      ///< the record at that time
};

/// What the passes know of the kernel that they compile, and what they find out for its record.
struct KernelContext {
  const GlobalsLayout& globals;
  const KernelOptions& options;
  llvm::TargetMachine& target;
  KernelRecord& record;
  Lanes lanes{};  ///< decided by plan_lanes; what the passes after it work to
  Merging merging{};
  LaneReport report{};  ///< of the vectoriser
  /// Of the __local variable that is aligned most, if a worker's memory is aligned less.
  llvm::MaybeAlign local_align{};
  std::string error{};  ///< not empty: the kernel cannot be compiled, and why

  llvm::Function* kernel(llvm::Module& module) const { return module.getFunction(record.name); }
  bool is_kernel(const llvm::Function& function) const { return function.getName() == record.name; }
};

/// Functions with more blocks than this are too large for passes whose time grows with the square
/// of the loops.
constexpr size_t kMaxBlocks = 2048;
/// Switches with more cases are too large for passes whose time grows with the square of the blocks
/// that lead to one.
constexpr unsigned kMaxCases = 2048;

/// Returns the number of cases of the largest switch.
unsigned most_cases(const llvm::Function& function);

/// The alignment of local memory and of the context.
const llvm::Align kWorkerBlockAlign(HD_MAX_TYPE_ALIGN);

/// The local size of every group of every launch, if it is known.
std::optional<std::array<uint64_t, 3>> known_local_size(const KernelContext& context);
/// Does the kernel see where groups begin and end? If not, all work-items of a range are alike.
bool knows_groups(const llvm::Function& kernel, const KernelContext& context);
/// Does every group begin with local memory of zeros, by the context's wish?
bool zeroes_local_memory(const KernelContext& context);

}  // namespace heddle::compiler
