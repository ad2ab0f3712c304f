// SPDX-License-Identifier: Apache-2.0
// `restrict` of a kernel's parameters beside barriers.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// With other work-items, so that memory may be another's after it.
bool synchronises(const llvm::Instruction& instruction);
/// Through this argument: whatever is not a plain load counts as a write.
bool may_be_written(llvm::Argument& argument);

/// Requires: values in SSA form, everything inlined. Ensures: where the kernel synchronises with
/// other work-items (barriers, fences, ordered atomics), no parameter is noalias through which it
/// may write. LLVM would conclude that nobody else writes there, the barrier's call included, and
/// keep in registers what another work-item has written through the same parameter: programs share
/// local memory by `local T* restrict`. What is only read is written by nobody (C99 §6.7.3.1) and
/// stays.
class RestrictPass : public llvm::PassInfoMixin<RestrictPass> {
 public:
  static llvm::StringRef name() { return "restrict"; }
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::compiler
