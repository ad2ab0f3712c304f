// SPDX-License-Identifier: Apache-2.0
// Integer division of vectors. No x86 divides vectors of integers; it does vectors of floats, and
// a quotient of integers of at most 32 bits, taken in double, is right once cut off: where x / y is
// below an integer n, it is below it by 1 / y at least, which is 2^-32 of n and more.

#include "compiler/passes/vectorize/widener.h"

namespace heddle::compiler {
using namespace llvm;

/// False if code generation does better by itself: 64 bits, and constants (by multiplication).
bool Widener::divides_as_float(const BinaryOperator& division) {
  return division.isIntDivRem() && division.getType()->isIntegerTy() &&
         division.getType()->getIntegerBitWidth() <= 32 && !isa<Constant>(division.getOperand(1));
}

Value* Widener::divide(const BinaryOperator& division, Value* dividend, Value* divisor) {
  unsigned bits = division.getType()->getIntegerBitWidth();
  bool is_signed =
      division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  bool wants_rest =
      division.getOpcode() == Instruction::URem || division.getOpcode() == Instruction::SRem;
  // 16 bits and their quotients are exact in float.
  Type* number = widened(bits <= 16 ? at_.getFloatTy() : at_.getDoubleTy());
  auto to_number = [&](Value* value) {
    if (bits <= 16) {
      // Through 32 bits, which every machine converts.
      Type* word = widened(at_.getInt32Ty());
      value = is_signed ? at_.CreateSExt(value, word) : at_.CreateZExt(value, word);
      return at_.CreateSIToFP(value, number);
    }
    return is_signed ? at_.CreateSIToFP(value, number) : at_.CreateUIToFP(value, number);
  };
  Value* quotient = at_.CreateFDiv(to_number(dividend), to_number(divisor));
  if (bits <= 16) {
    Value* word = at_.CreateFPToSI(quotient, widened(at_.getInt32Ty()));
    quotient = at_.CreateTrunc(word, dividend->getType());
  } else {
    quotient = is_signed ? at_.CreateFPToSI(quotient, dividend->getType())
                         : at_.CreateFPToUI(quotient, dividend->getType());
  }
  if (!wants_rest) return quotient;
  return at_.CreateSub(dividend, at_.CreateMul(quotient, divisor));
}

}  // namespace heddle::compiler
