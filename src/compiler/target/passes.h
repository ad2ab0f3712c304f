// SPDX-License-Identifier: Apache-2.0
// The passes that prepare a kernel for the code generator of its instruction set. A port defines
// all of them; one that has nothing to do there does nothing. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Turns divisions and opaque arithmetic that built-ins use into the machine's instructions for
/// them, or into plain operations.
llvm::PreservedAnalyses lower_estimates(llvm::Function& function, KernelContext& context,
                                        llvm::FunctionAnalysisManager& analyses);
/// Turns gathers from small constant tables into permutations of registers.
llvm::PreservedAnalyses lower_tables(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Makes 32-bit indices of gathers and scatters signed.
llvm::PreservedAnalyses lower_gathers(llvm::Function& function, KernelContext& context,
                                      llvm::FunctionAnalysisManager& analyses);
/// Tests bits of vectors in the elements that contain them.
llvm::PreservedAnalyses lower_flags(llvm::Function& function, KernelContext& context,
                                    llvm::FunctionAnalysisManager& analyses);
/// Replaces masked stores with a constant mask of one lane.
llvm::PreservedAnalyses lower_masked_stores(llvm::Function& function, KernelContext& context,
                                            llvm::FunctionAnalysisManager& analyses);
/// Compares unsigned numbers as signed ones in loops, if the machine has no mask registers and that
/// takes no further instruction.
llvm::PreservedAnalyses lower_comparisons(llvm::Function& function, KernelContext& context,
                                          llvm::FunctionAnalysisManager& analyses);
/// Keeps masks as vectors of wide numbers, if the machine has no mask registers.
llvm::PreservedAnalyses lower_masks(llvm::Function& function, KernelContext& context,
                                    llvm::FunctionAnalysisManager& analyses);
/// Merges logical operations on three vectors into one instruction, if the machine has one.
llvm::PreservedAnalyses ternary_logic(llvm::Function& function, KernelContext& context,
                                      llvm::FunctionAnalysisManager& analyses);
/// Freezes words from which elements are extracted.
llvm::PreservedAnalyses freeze_bitcasts(llvm::Function& function, KernelContext& context,
                                        llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
