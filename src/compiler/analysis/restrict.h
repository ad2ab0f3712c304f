// SPDX-License-Identifier: Apache-2.0
// Removes `restrict` from a kernel's parameters if work-items synchronise.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Tells whether the instruction synchronises with other work-items, after which memory may have
/// other values.
bool synchronises(const llvm::Instruction& instruction);
/// Tells whether memory may be written through the argument. All but plain loads count as writes.
bool may_be_written(llvm::Argument& argument);

/// Removes noalias from parameters through which a kernel may write, if it synchronises with other
/// work-items (barriers, fences, ordered atomics). LLVM would conclude that nobody else writes
/// there, the barrier's call included, and keep values in registers that another work-item has
/// overwritten through the same parameter: programs share local memory by `local T* restrict`.
/// Parameters that are only read stay: nobody writes their memory (C99 §6.7.3.1). Requires: values
/// in SSA form, everything inlined.
class RestrictPass : public llvm::PassInfoMixin<RestrictPass> {
 public:
  static llvm::StringRef name() { return "restrict"; }
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::compiler
