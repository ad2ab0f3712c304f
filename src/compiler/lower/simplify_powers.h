// SPDX-License-Identifier: Apache-2.0
// pow(x, 2) and its like are a few multiplications: nothing of pow, powr, pown and rootn is needed
// where the exponent is a small constant.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Requires: a program as the front end left it, built-ins called by their mangled names.
/// Ensures: powers with a small constant exponent are multiplications.
void simplify_powers(llvm::Function& kernel, KernelContext& context);
inline constexpr KernelTransform kSimplifyPowers{"simplify-powers", Need::Optional,
                                                 simplify_powers};

}  // namespace heddle::compiler
