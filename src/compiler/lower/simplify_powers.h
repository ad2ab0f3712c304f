// SPDX-License-Identifier: Apache-2.0
// Turns pow(x, 2) and its like into a few multiplications: pow, powr, pown and rootn are not needed
// for small constant exponents.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Turns powers with a small constant exponent into multiplications. Requires: a program as the
/// front end left it, built-ins called by their mangled names.
llvm::PreservedAnalyses simplify_powers(llvm::Function& kernel, KernelContext& context,
                                        llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kSimplifyPowers{"simplify-powers", Need::Optional,
                                                 simplify_powers};

}  // namespace heddle::compiler
