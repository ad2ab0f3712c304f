// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/wide_division.h"

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

/// Emits the same where all lanes divide by one number: by its reciprocal in double, a little too
/// large. An x / y below an integer is below it by at least 2^-33 of it.
std::pair<Value*, Value*> divide_words_by_one(WideKernel& wide, Value* dividend, Value* divisor) {
  Type* scalar = wide.at.getDoubleTy();
  Value* y = wide.at.CreateUIToFP(divisor, scalar);
  Value* reciprocal = wide.at.CreateFMul(wide.at.CreateFDiv(ConstantFP::get(scalar, 1.0), y),
                                         ConstantFP::get(scalar, 1.0 + 0x1p-51));
  auto all = [&](Value* one) { return wide.at.CreateVectorSplat(wide.width, one); };
  Value* x = wide.at.CreateUIToFP(dividend, wide.widened(scalar));
  Value* quotient =
      wide.at.CreateUnaryIntrinsic(Intrinsic::trunc, wide.at.CreateFMul(x, all(reciprocal)));
  Value* rest = wide.at.CreateIntrinsic(Intrinsic::fmuladd, {x->getType()},
                                        {wide.at.CreateFNeg(quotient), all(y), x});
  return {wide.at.CreateFPToUI(quotient, dividend->getType()),
          wide.at.CreateFPToUI(rest, dividend->getType())};
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
  Value* sign = nullptr;
  if (is_signed) {
    Value* signs = dividend;
    if (!wants_rest) {
      bool by_one = !divisor->getType()->isVectorTy();
      signs = wide.at.CreateXor(dividend,
                                by_one ? wide.at.CreateVectorSplat(wide.width, divisor) : divisor);
    }
    sign = wide.at.CreateAShr(signs, type->getScalarSizeInBits() - 1);
    dividend = wide.at.CreateBinaryIntrinsic(Intrinsic::abs, dividend, wide.at.getFalse());
    divisor = wide.at.CreateBinaryIntrinsic(Intrinsic::abs, divisor, wide.at.getFalse());
  }
  auto wide_enough = [&](Value* value) {  // 17 to 31 bits are rare
    Type* word = wide.at.getInt32Ty();
    return wide.at.CreateZExt(value, value->getType()->isVectorTy() ? wide.widened(word) : word);
  };
  const bool by_one = !divisor->getType()->isVectorTy();
  auto [quotient, rest] =
      by_one ? divide_words_by_one(wide, wide_enough(dividend), wide_enough(divisor))
             : divide_words(wide, wide_enough(dividend), wide_enough(divisor));
  Value* result = wide.at.CreateTrunc(wants_rest ? rest : quotient, type);
  return sign ? wide.at.CreateSub(wide.at.CreateXor(result, sign), sign) : result;
}

Value* divide_small(WideKernel& wide, const BinaryOperator& division, Value* dividend,
                    Value* divisor, bool may_be_negative) {
  const bool wants_rest = division.getOpcode() == Instruction::SRem;
  Type* const word = wide.at.getInt32Ty();
  const auto sign_of = [&](Value* value) {
    return wide.at.CreateAShr(value, value->getType()->getScalarSizeInBits() - 1);
  };
  Value* sign = nullptr;
  if (may_be_negative) {
    sign = sign_of(dividend);
    dividend = wide.at.CreateBinaryIntrinsic(Intrinsic::abs, dividend, wide.at.getFalse());
  }
  if (!wants_rest) {
    Value* const of_divisor =
        wide.at.CreateVectorSplat(wide.width, wide.at.CreateTrunc(sign_of(divisor), word));
    sign = sign ? wide.at.CreateXor(sign, of_divisor) : of_divisor;
  }
  divisor = wide.at.CreateBinaryIntrinsic(Intrinsic::abs, divisor, wide.at.getFalse());
  divisor = wide.at.CreateBinaryIntrinsic(Intrinsic::umin, divisor, wide.at.getInt64(UINT32_MAX));
  const auto [quotient, rest] =
      divide_words_by_one(wide, dividend, wide.at.CreateTrunc(divisor, word));
  Value* const result = wants_rest ? rest : quotient;
  return sign ? wide.at.CreateSub(wide.at.CreateXor(result, sign), sign) : result;
}

}  // namespace heddle::compiler
