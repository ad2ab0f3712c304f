// SPDX-License-Identifier: Apache-2.0
// From one kernel of a linked program to its ELF object: the list of passes, and the only door from
// the front end's side (frontend/, program.cpp) to the passes (passes/) and code generation
// (codegen/).
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "abi/argument_facts.h"
#include "abi/program_record.h"
#include "support/result.h"

namespace heddle::compiler {

/// Where each program-scope variable lies in the program's block: a function of the IR alone.
struct GlobalsLayout {
  GlobalsRecord record;
  llvm::StringMap<uint64_t> offset;  ///< by the variable's name in the IR
};

struct KernelOptions {
  std::string cpu;       ///< canonical CPU features, as hdc_target.cpu
  bool optimize = true;  ///< false: -cl-opt-disable
  bool denorms_are_zero = false;
  bool uniform_groups = false;           ///< every work-group has the enqueued local size
  std::array<uint64_t, 3> local_size{};  ///< the only local size that is served; zeros: all are.
                                         ///< Groups are then uniform
  bool wide_ids = false;  ///< global ids may be 2^31 and more: nothing is assumed of them
  std::vector<hd_argument_facts> arguments{};  ///< of the first arguments; nothing of those behind
  unsigned width = 0;                          ///< lanes of a vector; 1: no vectors; 0: by cost
  unsigned sub_group_size = 0;     ///< as other variants of the kernel have it; 0: by cost
  bool zero_local = false;         ///< local memory of a group begins as zeros
  bool zero_private = false;       ///< so do the variables of a work-item
  bool stoppable = false;          ///< loops look at hd_launch.stop
  bool linear_lanes = false;       ///< sub-groups in groups of any shape (Lanes::linear)
  bool sub_group_progress = true;  ///< false: -cl-no-subgroup-ifp
  bool sizes_only = false;  ///< no object is wanted: what the record tells of sizes is enough
  bool timed = false;       ///< the report says how long it took
};

/// Compiles kernel `record.name` of `program`, which is the program's whole IR as linked, before
/// built-ins are linked in and with address spaces as the front end left them; consumed.
/// `record.args` with their offsets must be set. Fills in object, sizes, limits and report of
/// `record`. The error's sentence goes to the build log.
Status compile_kernel(std::unique_ptr<llvm::Module> program, const GlobalsLayout& globals,
                      const KernelOptions& options, KernelRecord& record);

}  // namespace heddle::compiler
