// SPDX-License-Identifier: Apache-2.0
// What code generation for x86 lacks, or does better when told so. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

struct KernelContext;

/// Ensures: what built-ins ask for by divisions and opaque arithmetic are the instructions for
/// that, or plain.
void lower_estimates(llvm::Module& module, KernelContext& context);
/// Requires: gathers. Ensures: those from small constant tables are permutations of registers.
void lower_tables(llvm::Module& module, KernelContext& context);
/// Ensures: numbers of gathers and scatters are signed where they have 32 bits.
void lower_gathers(llvm::Module& module, KernelContext& context);
/// Ensures: bits of vectors are tested in the elements that they stand in.
void lower_flags(llvm::Module& module, KernelContext& context);
/// Ensures: no masked store has a constant mask of one lane.
void lower_masked_stores(llvm::Module& module, KernelContext& context);
/// Ensures: where the machine has no mask registers, loops compare unsigned numbers as signed ones,
/// if that takes no instruction more.
void lower_comparisons(llvm::Module& module, KernelContext& context);
/// Ensures: where the machine has no mask registers, masks that are kept are vectors of wide
/// numbers.
void lower_masks(llvm::Module& module, KernelContext& context);
/// Ensures: functions of three vectors are one instruction each where the machine has such.
void ternary_logic(llvm::Module& module, KernelContext& context);
/// Ensures: words of which elements are cut are frozen.
void freeze_bitcasts(llvm::Module& module, KernelContext& context);

}  // namespace heddle::compiler
