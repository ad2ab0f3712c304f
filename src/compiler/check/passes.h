// SPDX-License-Identifier: Apache-2.0
// Passes that make kernels report faults (HEDDLE_CHECK): they do nothing to kernels that are not
// checked.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Marks operations whose result the language may leave open, in all functions: an integer division
/// or a shift out of range, a conversion to integers of a number that they do not have.
llvm::PreservedAnalyses mark_unspecified(llvm::Module& module, KernelContext& context,
                                         llvm::ModuleAnalysisManager& analyses);
/// Replaces these marks by reports.
llvm::PreservedAnalyses check_unspecified(llvm::Module& module, KernelContext& context,
                                          llvm::ModuleAnalysisManager& analyses);
/// Marks asynchronous copies, waits for them, and functions of sub-groups that all of one come to,
/// in all functions.
llvm::PreservedAnalyses mark_collectives(llvm::Module& module, KernelContext& context,
                                         llvm::ModuleAnalysisManager& analyses);
/// Marks calls of atomic functions and fences with their memory order and scope, in all functions,
/// for check_races.
llvm::PreservedAnalyses mark_orders(llvm::Module& module, KernelContext& context,
                                    llvm::ModuleAnalysisManager& analyses);
/// Marks variables as not written where they begin, if uninitialised values are reported. Variables
/// that are written first become values.
llvm::PreservedAnalyses poison_variables(llvm::Module& module, KernelContext& context,
                                         llvm::ModuleAnalysisManager& analyses);
/// Checks that no branch, address or divisor depends on a value that nobody wrote, with LLVM's
/// MemorySanitizer.
llvm::PreservedAnalyses check_uninitialised(llvm::Module& module, KernelContext& context,
                                            llvm::ModuleAnalysisManager& analyses);
/// Checks every access of the kernel against the object that its pointer is of. An access outside
/// of it is reported and not made: reads give zero.
llvm::PreservedAnalyses check_memory(llvm::Module& module, KernelContext& context,
                                     llvm::ModuleAnalysisManager& analyses);
/// Notes the barriers that work-items come to, in kernels whose work-items may come to different
/// ones, and replaces the marks of copies, waits and functions of sub-groups by notes.
llvm::PreservedAnalyses check_barriers(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);

/// Records the accesses of each work-item to memory that others see, so that the runtime finds
/// those that nothing orders.
llvm::PreservedAnalyses check_races(llvm::Module& module, KernelContext& context,
                                    llvm::ModuleAnalysisManager& analyses);

/// Guards the accesses of the kernel (HEDDLE_BOUNDS): what lies outside of the object that the
/// pointer is of is not accessed.
llvm::PreservedAnalyses guard_accesses(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);
/// Replaces the guards' tests by comparisons.
llvm::PreservedAnalyses hoist_guards(llvm::Module& module, KernelContext& context,
                                     llvm::ModuleAnalysisManager& analyses);

}  // namespace heddle::compiler
