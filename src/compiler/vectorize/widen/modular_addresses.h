// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

/// Lane 0's value of the value affine mod 2^32 that the active lanes, of which `lane` (i64; null:
/// 0) is one, lie on. Lane 0 itself may be on the other side of a wrap.
llvm::Value* modular_base(WideKernel& wide, llvm::Value* value, unsigned row, llvm::Value* lane);

/// Lane 0's pointer, where the pointers of `lanes` (null: all), which run the current block, are
/// affine.
llvm::Value* modular_pointer(WideKernel& wide, llvm::Value* pointer, unsigned row,
                             llvm::Value* lanes);

}  // namespace heddle::compiler
