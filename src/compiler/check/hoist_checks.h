// SPDX-License-Identifier: Apache-2.0
// Versions loops by checks of memory (check_memory): before a loop, a few comparisons tell whether
// all that its accesses will touch is in bounds. Then a copy of the loop runs that does not check
// them, and that LLVM optimises as if there were no checks. Otherwise the loop runs that checks
// each access, so that reports are the same. LLVM's InductiveRangeCheckElimination splits a loop
// into parts instead, which needs an induction variable that is itself compared with the size;
// offsets in bytes are not. LoopVersioning has the way in which loops are copied.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Versions loops of checked kernels: where all their accesses are known to be right at the
/// beginning, a copy without checks runs. Requires: loops in rotated form, values that do not vary
/// before them.
class HoistChecksPass : public llvm::PassInfoMixin<HoistChecksPass> {
 public:
  static llvm::StringRef name() { return "hoist-checks"; }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace heddle::compiler
