// SPDX-License-Identifier: Apache-2.0
// Passes that only make code faster, for any CPU: none is needed for right results. The order is
// that of pipeline/passes.def.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Optimises one work-item's code by LLVM's scalar passes.
llvm::PreservedAnalyses optimize_work_item(llvm::Module& module, KernelContext& context,
                                           llvm::ModuleAnalysisManager& analyses);
/// Optimises a guarded kernel once more, if hoist_guards has made a version without its tests.
llvm::PreservedAnalyses optimize_versions(llvm::Module& module, KernelContext& context,
                                          llvm::ModuleAnalysisManager& analyses);
/// Vectorises innermost loops by LLVM's loop vectoriser, if work-items are no lanes.
llvm::PreservedAnalyses vectorize_loops(llvm::Module& module, KernelContext& context,
                                        llvm::ModuleAnalysisManager& analyses);
/// Optimises the loops over work-items.
llvm::PreservedAnalyses optimize_group(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);
/// Merges tests of a vector's elements, of which any or all must hold, into one comparison.
llvm::PreservedAnalyses vector_tests(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Interleaves iterations of a search in which each operation waits for the one before.
llvm::PreservedAnalyses interleave_iterations(llvm::Function& function, KernelContext& context,
                                              llvm::FunctionAnalysisManager& analyses);
/// Sinks selects after guarded code into that code, if possible.
llvm::PreservedAnalyses sink_selects(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Shuffles vectors that are read across the border of two that were just written.
llvm::PreservedAnalyses forward_stores(llvm::Function& function, KernelContext& context,
                                       llvm::FunctionAnalysisManager& analyses);
/// Prefetches matrix rows in loops with a large stride.
llvm::PreservedAnalyses prefetch_strided(llvm::Function& function, KernelContext& context,
                                         llvm::FunctionAnalysisManager& analyses);
/// Turns vectors of pointers that a loop moves by one number into scalars.
llvm::PreservedAnalyses lane_pointers(llvm::Function& function, KernelContext& context,
                                      llvm::FunctionAnalysisManager& analyses);
/// Adds versions of loops that write memory which the kernel does not read, with stores past the
/// caches.
llvm::PreservedAnalyses non_temporal_stores(llvm::Function& function, KernelContext& context,
                                            llvm::FunctionAnalysisManager& analyses);
/// Merges copies of a block that is hardly ever reached into one function.
llvm::PreservedAnalyses share_unlikely(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);

}  // namespace heddle::compiler
