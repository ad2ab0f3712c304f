// SPDX-License-Identifier: Apache-2.0
// Integer division of vectors by float arithmetic. Few machines divide vectors of integers.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

/// Tells whether float arithmetic pays. lower-long-division does better with 64 bits, and code
/// generation with constants (by multiplication).
bool divides_as_float(const llvm::BinaryOperator& division);

/// Emits a divisor that never traps. The divisor of an inactive lane may be anything, and code
/// generation divides lane by lane. Those of active lanes are not 0, nor -1 where that traps
/// (lower_division).
llvm::Value* harmless_divisor(WideKernel& wide, const llvm::BinaryOperator& division,
                              llvm::Value* divisor);

/// Emits the division. `divisor` is a scalar where all lanes divide by one number.
llvm::Value* divide(WideKernel& wide, const llvm::BinaryOperator& division, llvm::Value* dividend,
                    llvm::Value* divisor);

/// Emits a signed division of 64 bits by a number that all lanes share, `divisor`, in 32 bits:
/// `dividend` is that of the division, whose magnitude is below 2^31.
llvm::Value* divide_small(WideKernel& wide, const llvm::BinaryOperator& division,
                          llvm::Value* dividend, llvm::Value* divisor);

}  // namespace heddle::compiler
