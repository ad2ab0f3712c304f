// SPDX-License-Identifier: Apache-2.0
// Unrolls loops in which each lane goes along a matrix row of its own, so that several elements of
// a row are read or written at once.
#pragma once

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/transform.h"

namespace heddle::compiler {

/// Requires: the plan. Unrolls loops along matrix rows so that an iteration reads 16 bytes of a
/// lane's row, or takes up to a cache line of it where rows are written, too; of the rest 16 bytes
/// at a time, and the last elements one by one.
llvm::PreservedAnalyses unroll_matrix_rows(llvm::Function& kernel, KernelContext& context,
                                           llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kUnrollMatrixRows{"unroll-matrix-rows", Need::Optional,
                                                   unroll_matrix_rows};

}  // namespace heddle::compiler
