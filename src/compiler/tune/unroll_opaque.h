// SPDX-License-Identifier: Apache-2.0
// LLVM unrolls a short loop whose counter makes some of its code constant, up to a size. It gives
// up on a loop that calls a function, and opaque arithmetic is called.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Requires: counters in simple form. Ensures: metadata that asks for unrolling, on loops with
/// opaque arithmetic that LLVM would unroll if it knew that no function is called.
class UnrollOpaquePass : public llvm::PassInfoMixin<UnrollOpaquePass> {
 public:
  static llvm::StringRef name() { return "unroll-opaque"; }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace heddle::compiler
