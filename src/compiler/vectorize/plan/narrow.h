// SPDX-License-Identifier: Apache-2.0
// Computes with char and short where C computes with int, if only low bits of a result are
// demanded, so that more work-items fit into a vector. As LLVM's computeMinimumValueSizes.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Narrows arithmetic of which few bits are demanded. Extensions and truncations are left to be
/// cleaned up.
llvm::PreservedAnalyses narrow(llvm::Function& kernel, KernelContext& context,
                               llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kNarrow{"narrow", Need::Optional, narrow};

}  // namespace heddle::compiler
