// SPDX-License-Identifier: Apache-2.0
// A loop in which each lane reads along another matrix row, element by element: several
// elements are read at once where the loop is unrolled.
#pragma once

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/transform.h"

namespace heddle::compiler {

/// Requires: the plan. Ensures: such loops do as many iterations in one as read 16 bytes of a
/// lane's row, and the rest one by one.
void unroll_matrix_rows(llvm::Function& kernel, KernelContext& context);
inline constexpr KernelTransform kUnrollMatrixRows{"unroll-matrix-rows", Need::Optional,
                                                   unroll_matrix_rows};

}  // namespace heddle::compiler
