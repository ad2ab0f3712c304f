// SPDX-License-Identifier: Apache-2.0
// Passes for barriers, regions, and loops over work-items and groups. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Turns fences of local memory into fences of one thread in kernels whose sub-groups may wait for
/// each other, and removes them elsewhere.
llvm::PreservedAnalyses lower_local_fences(llvm::Module& module, KernelContext& context,
                                           llvm::ModuleAnalysisManager& analyses);
/// Gives each named barrier of sub-groups a local variable.
llvm::PreservedAnalyses place_named_barriers(llvm::Module& module, KernelContext& context,
                                             llvm::ModuleAnalysisManager& analyses);
/// Adds yields to loops in which a sub-group may wait for another.
llvm::PreservedAnalyses settle_sub_groups(llvm::Function& function, KernelContext& context,
                                          llvm::FunctionAnalysisManager& analyses);
/// Makes the function HD_KERNEL_SYMBOL, which runs a range of work-groups, from the kernel as one
/// work-item's code, or a vector's.
llvm::PreservedAnalyses work_groups(llvm::Module& module, KernelContext& context,
                                    llvm::ModuleAnalysisManager& analyses);
/// Gives each range counters of its own until its end, in place of those that only add and that
/// work_groups has marked.
llvm::PreservedAnalyses privatise_atomics(llvm::Function& function, KernelContext& context,
                                          llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
