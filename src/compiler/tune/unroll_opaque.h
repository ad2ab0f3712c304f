// SPDX-License-Identifier: Apache-2.0
// Unrolls short loops that LLVM would unroll but for opaque arithmetic. It unrolls a loop whose
// counter makes some of its code constant, up to a size, and gives up on calls of functions, which
// opaque operations look like.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Asks for unrolling by metadata, on loops with opaque arithmetic that LLVM would unroll if it
/// knew that no function is called. Requires: counters in simple form.
class UnrollOpaquePass : public llvm::PassInfoMixin<UnrollOpaquePass> {
 public:
  static llvm::StringRef name() { return "unroll-opaque"; }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace heddle::compiler
