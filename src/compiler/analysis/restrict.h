// SPDX-License-Identifier: Apache-2.0
// Drops `restrict` of a kernel's parameters where work-items synchronise.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Tells whether the instruction synchronises with other work-items, after which memory may have
/// other values.
bool synchronises(const llvm::Instruction& instruction);
/// Tells whether memory may be written through the argument. All but plain loads count as writes.
bool may_be_written(llvm::Argument& argument);

/// Requires: values in SSA form, everything inlined. Ensures: where the kernel synchronises with
/// other work-items (barriers, fences, ordered atomics), no parameter is noalias through which it
/// may write. LLVM would conclude that nobody else writes there, the barrier's call included, and
/// keep in registers what another work-item has written through the same parameter: programs share
/// local memory by `local T* restrict`. Parameters that are only read stay: nobody writes their
/// memory (C99 §6.7.3.1).
class RestrictPass : public llvm::PassInfoMixin<RestrictPass> {
 public:
  static llvm::StringRef name() { return "restrict"; }
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::compiler
