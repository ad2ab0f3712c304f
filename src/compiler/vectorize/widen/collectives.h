// SPDX-License-Identifier: Apache-2.0
// Values of the lanes of a vector, combined.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {

class WideKernel;

llvm::Value* combine(llvm::IRBuilder<>& at, LaneOperation operation, llvm::Value* a,
                     llvm::Value* b);
/// What changes nothing when combined.
llvm::Constant* identity(LaneOperation operation, llvm::Type* type);
/// Lane l gets the value of lane l - distance of `value`, the first ones what `first` holds.
llvm::Value* shifted(llvm::IRBuilder<>& at, llvm::Value* value, llvm::Value* first, unsigned width,
                     unsigned distance);
/// Each lane gets its value combined with those of the lanes before it.
llvm::Value* scan(llvm::IRBuilder<>& at, LaneOperation operation, llvm::Value* value,
                  unsigned width);
/// All values combined, as a scalar.
llvm::Value* reduce(llvm::IRBuilder<>& at, LaneOperation operation, llvm::Value* value,
                    unsigned width);

/// LanesReduce, LanesScan and LanesShift.
void collective(WideKernel& wide, llvm::CallBase& call);

}  // namespace heddle::compiler
