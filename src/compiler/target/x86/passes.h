// SPDX-License-Identifier: Apache-2.0
// What code generation for x86 lacks, or does better when told so. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Ensures: what built-ins ask for by divisions and opaque arithmetic are the instructions for
/// that, or plain.
llvm::PreservedAnalyses lower_estimates(llvm::Function& function, KernelContext& context,
                                        llvm::FunctionAnalysisManager& analyses);
/// Requires: gathers. Ensures: those from small constant tables are permutations of registers.
llvm::PreservedAnalyses lower_tables(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Ensures: numbers of gathers and scatters are signed where they have 32 bits.
llvm::PreservedAnalyses lower_gathers(llvm::Function& function, KernelContext& context,
                                      llvm::FunctionAnalysisManager& analyses);
/// Ensures: bits of vectors are tested in the elements that they stand in.
llvm::PreservedAnalyses lower_flags(llvm::Function& function, KernelContext& context,
                                    llvm::FunctionAnalysisManager& analyses);
/// Ensures: no masked store has a constant mask of one lane.
llvm::PreservedAnalyses lower_masked_stores(llvm::Function& function, KernelContext& context,
                                            llvm::FunctionAnalysisManager& analyses);
/// Ensures: where the machine has no mask registers, loops compare unsigned numbers as signed ones,
/// if that takes no instruction more.
llvm::PreservedAnalyses lower_comparisons(llvm::Function& function, KernelContext& context,
                                          llvm::FunctionAnalysisManager& analyses);
/// Ensures: where the machine has no mask registers, masks that are kept are vectors of wide
/// numbers.
llvm::PreservedAnalyses lower_masks(llvm::Function& function, KernelContext& context,
                                    llvm::FunctionAnalysisManager& analyses);
/// Ensures: functions of three vectors are one instruction each where the machine has such.
llvm::PreservedAnalyses ternary_logic(llvm::Function& function, KernelContext& context,
                                      llvm::FunctionAnalysisManager& analyses);
/// Ensures: words of which elements are cut are frozen.
llvm::PreservedAnalyses freeze_bitcasts(llvm::Function& function, KernelContext& context,
                                        llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
