// SPDX-License-Identifier: Apache-2.0
// LLVM's passes between changes that checks make to a function.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Runs a pass on a function that may have been changed. Nothing is known of the function after it.
template <class Pass>
void run_alone(Pass pass, llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  pass.run(function, analyses);
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
}

}  // namespace heddle::compiler
