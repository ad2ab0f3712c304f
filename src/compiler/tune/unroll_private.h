// SPDX-License-Identifier: Apache-2.0
// Loops over private arrays are unrolled where that turns the arrays into registers. LLVM takes
// short loops only: it does not know what `acc[i][j] += a[i] * b[j]` gains, if no pragma says so.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Requires: counters in simple form. Ensures: metadata that asks for unrolling, on loops with
/// constant bounds without which no index of some private array is left that varies.
class UnrollPrivatePass : public llvm::PassInfoMixin<UnrollPrivatePass> {
 public:
  static llvm::StringRef name() { return "unroll-private"; }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace heddle::compiler
