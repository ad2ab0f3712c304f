// SPDX-License-Identifier: Apache-2.0
// Integer division of vectors. No x86 divides vectors of integers; it does vectors of floats.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

/// False if code generation does better by itself: 64 bits, and constants (by multiplication).
bool divides_as_float(const llvm::BinaryOperator& division);

/// Lanes that are not active have anything for a divisor, and the machine, which divides them one
/// by one, must not trap. Those of active lanes are not 0, nor -1 where that counts
/// (lower_division).
llvm::Value* harmless_divisor(WideKernel& wide, const llvm::BinaryOperator& division,
                              llvm::Value* divisor);

/// `divisor` is a scalar where all lanes divide by one number.
llvm::Value* divide(WideKernel& wide, const llvm::BinaryOperator& division, llvm::Value* dividend,
                    llvm::Value* divisor);

}  // namespace heddle::compiler
