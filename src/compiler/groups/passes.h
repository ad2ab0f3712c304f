// SPDX-License-Identifier: Apache-2.0
// Passes for barriers, regions, and loops over work-items and groups. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Ensures: fences of local memory are such of one thread in kernels whose sub-groups may wait for
/// each other; others have none.
llvm::PreservedAnalyses lower_local_fences(llvm::Module& module, KernelContext& context,
                                           llvm::ModuleAnalysisManager& analyses);
/// Ensures: each named barrier of sub-groups is a local variable.
llvm::PreservedAnalyses place_named_barriers(llvm::Module& module, KernelContext& context,
                                             llvm::ModuleAnalysisManager& analyses);
/// Ensures: loops in which a sub-group may wait for another have yields.
llvm::PreservedAnalyses settle_sub_groups(llvm::Function& function, KernelContext& context,
                                          llvm::FunctionAnalysisManager& analyses);
/// Requires: the kernel as one work-item's code, or as that of a vector. Ensures: the function
/// HD_KERNEL_SYMBOL that runs a range of work-groups.
llvm::PreservedAnalyses work_groups(llvm::Module& module, KernelContext& context,
                                    llvm::ModuleAnalysisManager& analyses);
/// Ensures: counters that only add, which work_groups has marked, are the range's own until its
/// end.
llvm::PreservedAnalyses privatise_atomics(llvm::Function& function, KernelContext& context,
                                          llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
