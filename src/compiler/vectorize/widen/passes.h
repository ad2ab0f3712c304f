// SPDX-License-Identifier: Apache-2.0
// The pass that makes a vector of one work-item.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Ensures: one call of the kernel does the work of a vector of work-items.
/// __hd_local_id(dimension) and __hd_global_id(dimension) are those of lane 0.
llvm::PreservedAnalyses widen(llvm::Module& module, KernelContext& context,
                              llvm::ModuleAnalysisManager& analyses);

}  // namespace heddle::compiler
