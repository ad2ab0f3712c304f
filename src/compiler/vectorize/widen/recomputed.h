// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Value.h>

namespace heddle::compiler {

class WideKernel;

/// Emits a nearly affine value once more, for one lane or for all, from parts of it: `part_of`
/// returns what a part is there, or null for a value that is to be emitted from its operands.
llvm::Value* recomputed(WideKernel& wide, llvm::Value* value,
                        llvm::function_ref<llvm::Value*(llvm::Value*)> part_of);

/// Emits lane 0 of the affine value on which the active lanes of a value affine modulo 2^32 lie;
/// `lane` (i64; null: 0) is an active lane. Lane 0 of the value itself may be beyond a wrap.
llvm::Value* modular_base(WideKernel& wide, llvm::Value* value, unsigned row, llvm::Value* lane);

/// Emits lane 0's pointer for pointers that are affine in `lanes` (null: all), which run the
/// current block.
llvm::Value* modular_pointer(WideKernel& wide, llvm::Value* pointer, unsigned row,
                             llvm::Value* lanes);

}  // namespace heddle::compiler
