// SPDX-License-Identifier: Apache-2.0
// Kernels that must have sub-groups of a size, but cannot be vectors all through: they are too
// large, or vectors are not wanted. What work-items do between the functions in which they meet
// goes into functions of scalar code, which a vector calls once for each active lane. What is left
// of the kernel is small, and is widened like any other.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Ensures: as much as can be is in such functions, whose names tell them (is_scalar_part).
void outline_scalar_parts(llvm::Function& kernel, KernelContext& context);
inline constexpr KernelTransform kOutlineScalarParts{"outline-scalar-parts", Need::Required,
                                                     outline_scalar_parts};
bool is_scalar_part(const llvm::Function& function);

}  // namespace heddle::compiler
