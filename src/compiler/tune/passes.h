// SPDX-License-Identifier: Apache-2.0
// Speed only, for any CPU: none of these is needed for right results. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Scalar optimisation of one work-item's code.
llvm::PreservedAnalyses optimize_work_item(llvm::Module& module, KernelContext& context,
                                           llvm::ModuleAnalysisManager& analyses);
/// Where work-items are no lanes. Ensures: innermost loops are vectors, where they can be.
llvm::PreservedAnalyses vectorize_loops(llvm::Module& module, KernelContext& context,
                                        llvm::ModuleAnalysisManager& analyses);
/// Optimisation of the loops over work-items.
llvm::PreservedAnalyses optimize_group(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);
/// Ensures: whether any or all of a vector's elements are as another's is one comparison.
llvm::PreservedAnalyses vector_tests(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Ensures: iterations of a search that wait for themselves go side by side.
llvm::PreservedAnalyses interleave_iterations(llvm::Function& function, KernelContext& context,
                                              llvm::FunctionAnalysisManager& analyses);
/// Requires: selects after guarded code. Ensures: they are in that code, where they can be.
llvm::PreservedAnalyses sink_selects(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Ensures: vectors read across the border of two that were just written are shuffled of those.
llvm::PreservedAnalyses forward_stores(llvm::Function& function, KernelContext& context,
                                       llvm::FunctionAnalysisManager& analyses);
/// Ensures: matrix rows that loops go down by far are prefetched.
llvm::PreservedAnalyses prefetch_strided(llvm::Function& function, KernelContext& context,
                                         llvm::FunctionAnalysisManager& analyses);
/// Ensures: pointers of lanes that a loop moves by one number are scalars.
llvm::PreservedAnalyses lane_pointers(llvm::Function& function, KernelContext& context,
                                      llvm::FunctionAnalysisManager& analyses);
/// Ensures: loops that write memory which the kernel does not read are there a second time, past
/// the caches.
llvm::PreservedAnalyses non_temporal_stores(llvm::Function& function, KernelContext& context,
                                            llvm::FunctionAnalysisManager& analyses);
/// Ensures: copies of a block that is hardly ever reached are calls of one function.
llvm::PreservedAnalyses share_unlikely(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);

}  // namespace heddle::compiler
