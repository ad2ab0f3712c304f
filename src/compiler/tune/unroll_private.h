// SPDX-License-Identifier: Apache-2.0
// Unrolls loops over private arrays if that turns the arrays into registers. LLVM takes short loops
// only: it does not know the gain for `acc[i][j] += a[i] * b[j]`, if no pragma says so.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Asks for unrolling by metadata, on loops with constant bounds, if no index of some private array
/// varies after that. Requires: counters in simple form.
class UnrollPrivatePass : public llvm::PassInfoMixin<UnrollPrivatePass> {
 public:
  static llvm::StringRef name() { return "unroll-private"; }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace heddle::compiler
