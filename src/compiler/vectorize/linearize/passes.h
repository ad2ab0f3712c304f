// SPDX-License-Identifier: Apache-2.0
// The pass that replaces divergent branches by masks.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Linearises divergent regions. Ensures: every branch is uniform for the tile of lanes; blocks
/// that not all lanes run begin with __hd_mask.
llvm::PreservedAnalyses linearize(llvm::Function& function, KernelContext& context,
                                  llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
