// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/wide_division.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Emits the quotient and the remainder of 32 bits, unsigned. A float holds 24 bits. With a
/// reciprocal that is a little too small, x * (1 / y) is at most the quotient, and less by at most
/// 2^-20 of it and one. The rest of x is less than 2^13 times y, so a second step is at most one
/// off.
std::pair<Value*, Value*> divide_words(WideKernel& wide, Value* dividend, Value* divisor) {
  Type* number = wide.widened(wide.at.getFloatTy());
  Type* word = dividend->getType();
  auto as_number = [&](Value* value) { return wide.at.CreateUIToFP(value, number); };
  Value* reciprocal = wide.at.CreateFDiv(ConstantFP::get(number, 1.0), as_number(divisor));
  reciprocal = wide.at.CreateFMul(reciprocal, ConstantFP::get(number, 1.0 - 0x1p-21));
  auto step = [&](Value* left) {
    return wide.at.CreateFPToUI(wide.at.CreateFMul(as_number(left), reciprocal), word);
  };
  Value* first = step(dividend);
  Value* left = wide.at.CreateSub(dividend, wide.at.CreateMul(first, divisor));
  Value* second = step(left);
  left = wide.at.CreateSub(left, wide.at.CreateMul(second, divisor));
  Value* quotient = wide.at.CreateAdd(first, second);
  Value* one_more = wide.at.CreateICmpUGE(left, divisor);
  quotient = wide.at.CreateSelect(one_more, wide.at.CreateAdd(quotient, ConstantInt::get(word, 1)),
                                  quotient);
  left = wide.at.CreateSelect(one_more, wide.at.CreateSub(left, divisor), left);
  return {quotient, left};
}

/// Emits the quotient and the remainder where all lanes divide by one number, `divisor`, of any
/// type: by its reciprocal in double, a little too large. An x / y between two integers is away
/// from them by at least 2^-32 of it. `dividend` is taken for signed where it can be, and the
/// divisor if `is_signed` says so: few machines convert unsigned numbers by one instruction.
std::pair<Value*, Value*> divide_words_by_one(WideKernel& wide, Value* dividend, bool is_below_2_31,
                                              Value* divisor, bool is_signed) {
  Type *const scalar = wide.at.getDoubleTy(), *const word = dividend->getType();
  Value* reciprocal =
      is_signed ? wide.at.CreateSIToFP(divisor, scalar) : wide.at.CreateUIToFP(divisor, scalar);
  reciprocal = wide.at.CreateFMul(wide.at.CreateFDiv(ConstantFP::get(scalar, 1.0), reciprocal),
                                  ConstantFP::get(scalar, 1.0 + 0x1p-51));
  auto all = [&](Value* one) { return wide.at.CreateVectorSplat(wide.width, one); };
  Type* const number = wide.widened(scalar);
  Value* quotient = is_signed || is_below_2_31 ? wide.at.CreateSIToFP(dividend, number)
                                               : wide.at.CreateUIToFP(dividend, number);
  quotient = wide.at.CreateFMul(quotient, all(reciprocal));
  if (is_signed || is_below_2_31) {
    quotient = wide.at.CreateFPToSI(quotient, word);
  } else if (wide.machine.has_long_arithmetic()) {
    quotient = wide.at.CreateFPToUI(quotient, word);
  } else {  // the low bits of the significand of 2^52 + x
    quotient = wide.at.CreateUnaryIntrinsic(Intrinsic::trunc, quotient);
    quotient = wide.at.CreateFAdd(quotient, ConstantFP::get(number, 0x1p52));
    quotient = wide.at.CreateBitCast(quotient, wide.widened(wide.at.getInt64Ty()));
    quotient = wide.at.CreateTrunc(quotient, word);
  }
  // A divisor of more bits than a word has is above all dividends: the quotient is 0 then.
  Value* const factor = all(wide.at.CreateZExtOrTrunc(divisor, word->getScalarType()));
  return {quotient, wide.at.CreateSub(dividend, wide.at.CreateMul(quotient, factor))};
}

}  // namespace

bool divides_as_float(const BinaryOperator& division) {
  return division.isIntDivRem() && division.getType()->isIntegerTy() &&
         division.getType()->getIntegerBitWidth() <= 32 && !isa<Constant>(division.getOperand(1));
}

Value* harmless_divisor(WideKernel& wide, const BinaryOperator& division, Value* divisor) {
  Type* type = divisor->getType();
  Value* one = ConstantInt::get(type, 1);
  const auto opcode = division.getOpcode();
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  divisor = wide.at.CreateFreeze(divisor);
  Value* traps =
      is_signed ? wide.at.CreateICmpULT(wide.at.CreateAdd(divisor, one), ConstantInt::get(type, 2))
                : wide.at.CreateIsNull(divisor);
  return wide.at.CreateSelect(traps, one, divisor);
}

Value* divide(WideKernel& wide, const BinaryOperator& division, Value* dividend, Value* divisor) {
  const auto opcode = division.getOpcode();
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  const bool wants_rest = opcode == Instruction::URem || opcode == Instruction::SRem;
  if (division.getType()->getIntegerBitWidth() <= 16) {
    // Exact in float: where x / y is below an integer it is so by 2^-16 of it and more.
    Type* word = wide.widened(wide.at.getInt32Ty());
    Type* number = wide.widened(wide.at.getFloatTy());
    if (!divisor->getType()->isVectorTy()) divisor = wide.at.CreateVectorSplat(wide.width, divisor);
    auto to_number = [&](Value* value) {
      return wide.at.CreateSIToFP(
          is_signed ? wide.at.CreateSExt(value, word) : wide.at.CreateZExt(value, word), number);
    };
    Value* quotient = wide.at.CreateFDiv(to_number(dividend), to_number(divisor));
    quotient = wide.at.CreateTrunc(wide.at.CreateFPToSI(quotient, word), dividend->getType());
    return wants_rest ? wide.at.CreateSub(dividend, wide.at.CreateMul(quotient, divisor))
                      : quotient;
  }
  Type* type = dividend->getType();
  auto wide_enough = [&](Value* value) {  // 17 to 31 bits are rare
    Type* word = wide.at.getInt32Ty();
    return wide.at.CreateIntCast(value, value->getType()->isVectorTy() ? wide.widened(word) : word,
                                 is_signed);
  };
  if (!divisor->getType()->isVectorTy()) {
    const unsigned bits =
        computeKnownBits(division.getOperand(0), wide.layout).countMaxActiveBits();
    auto [quotient, rest] = divide_words_by_one(wide, wide_enough(dividend), bits < 32,
                                                wide_enough(divisor), is_signed);
    return wide.at.CreateTrunc(wants_rest ? rest : quotient, type);
  }
  Value* sign = nullptr;
  if (is_signed) {
    Value* signs = wants_rest ? dividend : wide.at.CreateXor(dividend, divisor);
    sign = wide.at.CreateAShr(signs, type->getScalarSizeInBits() - 1);
    dividend = wide.at.CreateBinaryIntrinsic(Intrinsic::abs, dividend, wide.at.getFalse());
    divisor = wide.at.CreateBinaryIntrinsic(Intrinsic::abs, divisor, wide.at.getFalse());
  }
  const auto words = [&](Value* value) {
    return wide.at.CreateZExt(value, wide.widened(wide.at.getInt32Ty()));
  };
  auto [quotient, rest] = divide_words(wide, words(dividend), words(divisor));
  Value* result = wide.at.CreateTrunc(wants_rest ? rest : quotient, type);
  return sign ? wide.at.CreateSub(wide.at.CreateXor(result, sign), sign) : result;
}

Value* divide_small(WideKernel& wide, const BinaryOperator& division, Value* dividend,
                    Value* divisor) {
  const auto [quotient, rest] = divide_words_by_one(wide, dividend, /*is_below_2_31=*/true, divisor,
                                                    /*is_signed=*/true);
  return division.getOpcode() == Instruction::SRem ? rest : quotient;
}

}  // namespace heddle::compiler
