// SPDX-License-Identifier: Apache-2.0
// Removes tests for NaN from maxima and minima over loops. `fmax(most, x)` takes x where `most` is
// a NaN, which it never is if it begins with a number: then it is one instruction of the machine.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Removes tests for NaN of values that iterations hand on, which are none at first and, if none,
/// none in the next iteration. LLVM knows the first step of such a proof only.
class NanTestsPass : public llvm::PassInfoMixin<NanTestsPass> {
 public:
  static llvm::StringRef name() { return "nan-tests"; }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace heddle::compiler
