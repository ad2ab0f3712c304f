// SPDX-License-Identifier: Apache-2.0
// Integer division of vectors. No x86 divides vectors of integers; it does vectors of floats.
#include <llvm/IR/PatternMatch.h>

#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

/// False if code generation does better by itself: 64 bits, and constants (by multiplication).
bool Widener::divides_as_float(const BinaryOperator& division) {
  return division.isIntDivRem() && division.getType()->isIntegerTy() &&
         division.getType()->getIntegerBitWidth() <= 32 && !isa<Constant>(division.getOperand(1));
}

/// Lanes that are not active have anything for a divisor, and the machine, which divides them one
/// by one, must not trap. Those of active lanes are not 0, nor -1 where that counts
/// (lower_division).
Value* Widener::harmless_divisor(const BinaryOperator& division, Value* divisor) {
  Type* type = divisor->getType();
  Value* one = ConstantInt::get(type, 1);
  const auto opcode = division.getOpcode();
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  divisor = at_.CreateFreeze(divisor);
  Value* traps = is_signed
                     ? at_.CreateICmpULT(at_.CreateAdd(divisor, one), ConstantInt::get(type, 2))
                     : at_.CreateIsNull(divisor);
  return at_.CreateSelect(traps, one, divisor);
}

/// Quotient and rest of 32 bits, unsigned. A float holds 24 bits: with a reciprocal that is a
/// little too small, x * (1 / y) is at most the quotient and misses 2^-20 of it and one at most;
/// what is left of x is less than 2^13 times y, so a second step misses one at most.
std::pair<Value*, Value*> Widener::divide_words(Value* dividend, Value* divisor) {
  Type* number = widened(at_.getFloatTy());
  Type* word = dividend->getType();
  auto as_number = [&](Value* value) { return at_.CreateUIToFP(value, number); };
  Value* reciprocal = at_.CreateFDiv(ConstantFP::get(number, 1.0), as_number(divisor));
  reciprocal = at_.CreateFMul(reciprocal, ConstantFP::get(number, 1.0 - 0x1p-21));
  auto step = [&](Value* left) {
    return at_.CreateFPToUI(at_.CreateFMul(as_number(left), reciprocal), word);
  };
  Value* first = step(dividend);
  Value* left = at_.CreateSub(dividend, at_.CreateMul(first, divisor));
  Value* second = step(left);
  left = at_.CreateSub(left, at_.CreateMul(second, divisor));
  Value* quotient = at_.CreateAdd(first, second);
  Value* one_more = at_.CreateICmpUGE(left, divisor);
  quotient =
      at_.CreateSelect(one_more, at_.CreateAdd(quotient, ConstantInt::get(word, 1)), quotient);
  left = at_.CreateSelect(one_more, at_.CreateSub(left, divisor), left);
  return {quotient, left};
}

/// The same where all lanes divide by one number: by its reciprocal in double, a little too large.
/// Where x / y is below an integer, it is so by 2^-33 of it and more.
std::pair<Value*, Value*> Widener::divide_words_by_one(Value* dividend, Value* divisor) {
  Type* scalar = at_.getDoubleTy();
  Value* y = at_.CreateUIToFP(divisor, scalar);
  Value* reciprocal = at_.CreateFMul(at_.CreateFDiv(ConstantFP::get(scalar, 1.0), y),
                                     ConstantFP::get(scalar, 1.0 + 0x1p-51));
  auto all = [&](Value* one) { return at_.CreateVectorSplat(width_, one); };
  Value* x = at_.CreateUIToFP(dividend, widened(scalar));
  Value* quotient = at_.CreateUnaryIntrinsic(Intrinsic::trunc, at_.CreateFMul(x, all(reciprocal)));
  Value* rest = at_.CreateIntrinsic(Intrinsic::fmuladd, {x->getType()},
                                    {at_.CreateFNeg(quotient), all(y), x});
  return {at_.CreateFPToUI(quotient, dividend->getType()),
          at_.CreateFPToUI(rest, dividend->getType())};
}

/// `divisor` is a scalar where all lanes divide by one number.
Value* Widener::divide(const BinaryOperator& division, Value* dividend, Value* divisor) {
  const auto opcode = division.getOpcode();
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  const bool wants_rest = opcode == Instruction::URem || opcode == Instruction::SRem;
  if (division.getType()->getIntegerBitWidth() <= 16) {
    // Exact in float: where x / y is below an integer it is so by 2^-16 of it and more.
    Type* word = widened(at_.getInt32Ty());
    Type* number = widened(at_.getFloatTy());
    if (!divisor->getType()->isVectorTy()) divisor = at_.CreateVectorSplat(width_, divisor);
    auto to_number = [&](Value* value) {
      return at_.CreateSIToFP(is_signed ? at_.CreateSExt(value, word) : at_.CreateZExt(value, word),
                              number);
    };
    Value* quotient = at_.CreateFDiv(to_number(dividend), to_number(divisor));
    quotient = at_.CreateTrunc(at_.CreateFPToSI(quotient, word), dividend->getType());
    return wants_rest ? at_.CreateSub(dividend, at_.CreateMul(quotient, divisor)) : quotient;
  }
  Type* type = dividend->getType();
  Value* sign = nullptr;
  if (is_signed) {
    Value* signs = dividend;
    if (!wants_rest) {
      bool by_one = !divisor->getType()->isVectorTy();
      signs = at_.CreateXor(dividend, by_one ? at_.CreateVectorSplat(width_, divisor) : divisor);
    }
    sign = at_.CreateAShr(signs, type->getScalarSizeInBits() - 1);
    dividend = at_.CreateBinaryIntrinsic(Intrinsic::abs, dividend, at_.getFalse());
    divisor = at_.CreateBinaryIntrinsic(Intrinsic::abs, divisor, at_.getFalse());
  }
  auto wide_enough = [&](Value* value) {  // 17 to 31 bits are rare
    Type* word = at_.getInt32Ty();
    return at_.CreateZExt(value, value->getType()->isVectorTy() ? widened(word) : word);
  };
  const bool by_one = !divisor->getType()->isVectorTy();
  auto [quotient, rest] = by_one ? divide_words_by_one(wide_enough(dividend), wide_enough(divisor))
                                 : divide_words(wide_enough(dividend), wide_enough(divisor));
  Value* result = at_.CreateTrunc(wants_rest ? rest : quotient, type);
  return sign ? at_.CreateSub(at_.CreateXor(result, sign), sign) : result;
}

/// Is a number a multiple of one that all lanes have? With an odd one, multiples are what the
/// inverse modulo 2^n takes to the smallest numbers, the quotients. Of an even one, the quotient's
/// low bits must be zero, too: they stand before it when it is rotated, or, without
/// instructions for that, are asked for in the number itself.
Value* Widener::is_multiple(Value* dividend, Value* divisor) {
  Type* type = divisor->getType();
  auto number = [&](uint64_t value) { return ConstantInt::get(type, value); };
  divisor = at_.CreateBinaryIntrinsic(Intrinsic::umax, at_.CreateFreeze(divisor), number(1));
  Value* zeros = at_.CreateBinaryIntrinsic(Intrinsic::cttz, divisor, at_.getTrue());
  Value* odd = at_.CreateLShr(divisor, zeros);
  Value* inverse = at_.CreateXor(at_.CreateMul(odd, number(3)), number(2));  // of 5 bits
  for (unsigned bits = 5; bits < type->getScalarSizeInBits(); bits *= 2)
    inverse = at_.CreateMul(inverse, at_.CreateSub(number(2), at_.CreateMul(odd, inverse)));
  auto all = [&](Value* one) { return at_.CreateVectorSplat(width_, one); };
  auto most = [&](Value* by) { return at_.CreateUDiv(ConstantInt::getAllOnesValue(type), by); };
  Value* product = at_.CreateMul(dividend, all(inverse));
  if (memory_.isa().has_avx512()) {
    product =
        at_.CreateIntrinsic(Intrinsic::fshr, {product->getType()}, {product, product, all(zeros)});
    return at_.CreateICmpULE(product, all(most(divisor)));
  }
  Value* below = at_.CreateSub(at_.CreateAnd(divisor, at_.CreateNeg(divisor)), number(1));
  Value* is_even = at_.CreateIsNull(at_.CreateAnd(dividend, all(below)));
  return at_.CreateAnd(is_even, at_.CreateICmpULE(product, all(most(odd))));
}

/// The same of 32 bits by the reciprocal in double: a sum with 2^52 is rounded to the nearest
/// quotient, and its low bits are that. What is no multiple is less than 2^32 off. Each two
/// registers of doubles have numbers of which one instruction puts the low bits in order.
Value* Widener::is_multiple_of_word(Value* dividend, Value* divisor) {
  constexpr unsigned kLanes = 8;
  constexpr std::array<int, kLanes> kPlaces = {0, 1, 4, 5, 2, 3, 6, 7};  // its own inverse
  SmallVector<int> lanes, words;
  for (unsigned i = 0; i < width_; ++i) {
    const int place = static_cast<int>(i / kLanes * kLanes) + kPlaces[i % kLanes];
    lanes.push_back(width_ < kLanes ? static_cast<int>(i) : place);
    words.push_back(2 * lanes.back());
  }
  Type* real = at_.getDoubleTy();
  divisor = at_.CreateBinaryIntrinsic(Intrinsic::umax, at_.CreateFreeze(divisor), at_.getInt32(1));
  Value* reciprocal = at_.CreateFDiv(ConstantFP::get(real, 1.0), at_.CreateUIToFP(divisor, real));
  Value* numbers = at_.CreateUIToFP(at_.CreateShuffleVector(dividend, lanes), widened(real));
  Value* sum = at_.CreateIntrinsic(Intrinsic::fmuladd, {numbers->getType()},
                                   {numbers, at_.CreateVectorSplat(width_, reciprocal),
                                    ConstantFP::get(numbers->getType(), 0x1p52)});
  Value* halves = at_.CreateBitCast(sum, FixedVectorType::get(at_.getInt32Ty(), 2 * width_));
  Value* quotient = at_.CreateShuffleVector(halves, words);
  Value* product = at_.CreateMul(quotient, at_.CreateVectorSplat(width_, divisor));
  return at_.CreateICmpEQ(product, dividend);
}

/// Asks whether a number divides another one, and nothing else of the rest?
bool Widener::is_multiple_test(ICmpInst& compare) {
  if (!compare.isEquality() || !match(compare.getOperand(1), PatternMatch::m_Zero())) return false;
  const auto* rest = dyn_cast<BinaryOperator>(compare.getOperand(0));
  if (!rest || !rest->hasOneUse() || isa<Constant>(rest->getOperand(1))) return false;
  const bool is_signed = rest->getOpcode() == Instruction::SRem;
  if (!is_signed && rest->getOpcode() != Instruction::URem) return false;
  Value *from = rest->getOperand(0), *by = rest->getOperand(1);
  const unsigned bits = rest->getType()->getScalarSizeInBits();
  if ((bits != 32 && bits != 64) || !rest->getType()->isIntegerTy() ||
      !shapes_.of(by).is_uniform() || shapes_.of(from).is_uniform())
    return false;
  // What takes fewer instructions for each lane takes forty for a divisor.
  const Loop* loop = loops_.getLoopFor(compare.getParent());
  const bool is_constant = !loop || loop->isLoopInvariant(by);
  for (unsigned row = 0; row < rows_of(compare); ++row) {
    Value *dividend = nullptr, *divisor = scalar(by, row);
    if (works_on_small(*rest)) {
      dividend = small_vector(from, row);
      Value* most = ConstantInt::get(divisor->getType(), UINT32_MAX);
      divisor = at_.CreateBinaryIntrinsic(Intrinsic::umin, divisor, most);
      divisor = at_.CreateTrunc(divisor, at_.getInt32Ty());
    } else {
      dividend = vector(from, row);
    }
    if (is_signed) {
      dividend = at_.CreateBinaryIntrinsic(Intrinsic::abs, dividend, at_.getFalse());
      divisor = at_.CreateBinaryIntrinsic(Intrinsic::abs, divisor, at_.getFalse());
    }
    const bool is_word = divisor->getType()->isIntegerTy(32);
    Value* result = !is_constant && is_word && memory_.isa().register_bits() == 256
                        ? is_multiple_of_word(dividend, divisor)
                        : is_multiple(dividend, divisor);
    const bool is_equal = compare.getPredicate() == CmpInst::ICMP_EQ;
    set_vector(compare, is_equal ? result : at_.CreateNot(result));
  }
  return true;
}

/// Is a number zero that was computed as a float one, as the rest of a division is? Asked of that.
bool Widener::is_zero_test(ICmpInst& compare) {
  if (!compare.isEquality() || !match(compare.getOperand(1), PatternMatch::m_Zero())) return false;
  Value* number = compare.getOperand(0);
  for (unsigned row = 0; row < rows_of(compare); ++row) {
    const bool has_vector = shapes_.of(number).is_varying() && is_vectorizable(number->getType());
    auto* cut = has_vector ? dyn_cast<FPToUIInst>(vector(number, row)) : nullptr;
    if (!cut) return false;
    const bool is_equal = compare.getPredicate() == CmpInst::ICMP_EQ;
    set_vector(compare,
               at_.CreateFCmp(is_equal ? CmpInst::FCMP_OLT : CmpInst::FCMP_UGE, cut->getOperand(0),
                              ConstantFP::get(cut->getOperand(0)->getType(), 1.0)));
  }
  return true;
}

}  // namespace heddle::compiler
