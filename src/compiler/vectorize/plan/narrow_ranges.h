// SPDX-License-Identifier: Apache-2.0
// Computes in 16 bits what C computes with int from char and short, where all values fit: filters
// of images with minima, absolute values, quotients and comparisons, which look at all bits
// (narrow.h is for results of which low bits are demanded).
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Narrows arithmetic of 32 bits to 16, if its operands are extended from 16 bits or fewer and its
/// results are truncated to as many, or compared.
llvm::PreservedAnalyses narrow_ranges(llvm::Function& kernel, KernelContext& context,
                                      llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kNarrowRanges{"narrow-ranges", Need::Optional, narrow_ranges};

}  // namespace heddle::compiler
