// SPDX-License-Identifier: Apache-2.0
// Outlines scalar parts of kernels that must have sub-groups of a size, but are too large for
// vectors or must not have any. The code between collective functions goes into functions of scalar
// code, which a vector calls once for each active lane. The rest of the kernel is small, and is
// widened like any other.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Outlines as much of the kernel as can be into functions of scalar code, which have names of
/// their own (is_scalar_part).
llvm::PreservedAnalyses outline_scalar_parts(llvm::Function& kernel, KernelContext& context,
                                             llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kOutlineScalarParts{"outline-scalar-parts", Need::Required,
                                                     outline_scalar_parts};
bool is_scalar_part(const llvm::Function& function);

}  // namespace heddle::compiler
