// SPDX-License-Identifier: Apache-2.0
// Numbers of 64 bits below 2^31. Ids and sizes have 64 bits in OpenCL C, and numbers that a kernel
// computes from them hardly ever need more than 31. They are computed in vectors of 32 bits, which
// hold twice as many lanes and have all operations, and extended for users that need 64 bits.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

/// Returns all lanes of a small number (WideKernel::is_small) in 32 bits. A uniform number that may
/// be larger becomes 2^32 - 1: to a small number it compares alike, divides it alike.
llvm::Value* small_vector(WideKernel& wide, llvm::Value* value, unsigned row);

/// Tells whether `instruction` can be done in 32 bits. Its operands are small then, or uniform and
/// clamped.
bool works_on_small(WideKernel& wide, const llvm::Instruction& instruction);

/// Tells whether it is a signed division by a number that all lanes share, of numbers whose
/// magnitude is below 2^31.
bool divides_small(WideKernel& wide, const llvm::Instruction& instruction);
/// Emits it in 32 bits.
void small_division(WideKernel& wide, llvm::BinaryOperator& division);

void small_instruction(WideKernel& wide, llvm::Instruction& instruction);

}  // namespace heddle::compiler
