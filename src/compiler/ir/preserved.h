// SPDX-License-Identifier: Apache-2.0
// The analyses that passes preserve, in the three ways that occur.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Returns all analyses if nothing was changed, else none.
llvm::PreservedAnalyses preserved_unless(bool changed);

/// Returns all analyses if nothing was changed, else those of the control flow alone.
llvm::PreservedAnalyses control_flow_preserved(bool changed = true);

/// Returns the analyses of functions: a module pass has told their manager of each change itself.
llvm::PreservedAnalyses functions_preserved();

}  // namespace heddle::compiler
