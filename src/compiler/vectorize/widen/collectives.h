// SPDX-License-Identifier: Apache-2.0
// Reductions and scans over the lanes of a vector, of which the functions of work-groups and
// sub-groups are made.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {

class WideKernel;

llvm::Value* combine(llvm::IRBuilder<>& at, LaneOperation operation, llvm::Value* a,
                     llvm::Value* b);
/// Returns the neutral element of the operation.
llvm::Constant* identity(LaneOperation operation, llvm::Type* type);
/// Emits a shift: lane l gets lane l - distance of `value`, the first ones the lanes of `first`.
llvm::Value* shifted(llvm::IRBuilder<>& at, llvm::Value* value, llvm::Value* first, unsigned width,
                     unsigned distance);
/// Emits an inclusive scan in log2(width) steps (Hillis and Steele, "Data parallel algorithms",
/// 1986).
llvm::Value* scan(llvm::IRBuilder<>& at, LaneOperation operation, llvm::Value* value,
                  unsigned width);
/// Emits a reduction, as a scalar.
llvm::Value* reduce(llvm::IRBuilder<>& at, LaneOperation operation, llvm::Value* value,
                    unsigned width);

/// Emits LanesReduce, LanesScan and LanesShift.
void collective(WideKernel& wide, llvm::CallBase& call);

}  // namespace heddle::compiler
