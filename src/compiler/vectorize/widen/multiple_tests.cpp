// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/multiple_tests.h"

#include <llvm/IR/PatternMatch.h>

#include "compiler/vectorize/widen/small_numbers.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Emits a test whether a number is a multiple of one that all lanes share (Granlund and
/// Montgomery, "Division by invariant integers using multiplication", PLDI 1994, section 9). The
/// inverse modulo 2^n of an odd divisor takes its multiples to the smallest numbers, the quotients.
/// With an even divisor low bits must be zero as well: a rotation makes them the high ones, or,
/// without an instruction for that, they are tested in the number itself.
Value* is_multiple(WideKernel& wide, Value* dividend, Value* divisor) {
  Type* type = divisor->getType();
  auto number = [&](uint64_t value) { return ConstantInt::get(type, value); };
  divisor =
      wide.at.CreateBinaryIntrinsic(Intrinsic::umax, wide.at.CreateFreeze(divisor), number(1));
  Value* zeros = wide.at.CreateBinaryIntrinsic(Intrinsic::cttz, divisor, wide.at.getTrue());
  Value* odd = wide.at.CreateLShr(divisor, zeros);
  Value* inverse =
      wide.at.CreateXor(wide.at.CreateMul(odd, number(3)), number(2));  // 5 bits are right
  for (unsigned bits = 5; bits < type->getScalarSizeInBits(); bits *= 2)
    inverse =
        wide.at.CreateMul(inverse, wide.at.CreateSub(number(2), wide.at.CreateMul(odd, inverse)));
  auto all = [&](Value* one) { return wide.at.CreateVectorSplat(wide.width, one); };
  auto most = [&](Value* by) { return wide.at.CreateUDiv(ConstantInt::getAllOnesValue(type), by); };
  Value* product = wide.at.CreateMul(dividend, all(inverse));
  if (wide.machine.has_rotations()) {
    product = wide.at.CreateIntrinsic(Intrinsic::fshr, {product->getType()},
                                      {product, product, all(zeros)});
    return wide.at.CreateICmpULE(product, all(most(divisor)));
  }
  Value* below =
      wide.at.CreateSub(wide.at.CreateAnd(divisor, wide.at.CreateNeg(divisor)), number(1));
  Value* is_even = wide.at.CreateIsNull(wide.at.CreateAnd(dividend, all(below)));
  return wide.at.CreateAnd(is_even, wide.at.CreateICmpULE(product, all(most(odd))));
}

/// Emits the same for 32 bits by the reciprocal in double. A sum with 2^52 is rounded to the
/// nearest quotient, which its low bits are. The remainder of a number that is no multiple is less
/// than 2^32, so the product differs. Lanes are ordered so that one instruction puts the low bits
/// of two registers of doubles in order.
Value* is_multiple_of_word(WideKernel& wide, Value* dividend, Value* divisor) {
  constexpr unsigned kLanes = 8;
  constexpr std::array<int, kLanes> kPlaces = {0, 1, 4, 5, 2, 3, 6, 7};  // its own inverse
  SmallVector<int> lanes, words;
  for (unsigned i = 0; i < wide.width; ++i) {
    const int place = static_cast<int>(i / kLanes * kLanes) + kPlaces[i % kLanes];
    lanes.push_back(wide.width < kLanes ? static_cast<int>(i) : place);
    words.push_back(2 * lanes.back());
  }
  Type* real = wide.at.getDoubleTy();
  divisor = wide.at.CreateBinaryIntrinsic(Intrinsic::umax, wide.at.CreateFreeze(divisor),
                                          wide.at.getInt32(1));
  Value* reciprocal =
      wide.at.CreateFDiv(ConstantFP::get(real, 1.0), wide.at.CreateUIToFP(divisor, real));
  Value* numbers =
      wide.at.CreateUIToFP(wide.at.CreateShuffleVector(dividend, lanes), wide.widened(real));
  Value* sum = wide.at.CreateIntrinsic(Intrinsic::fmuladd, {numbers->getType()},
                                       {numbers, wide.at.CreateVectorSplat(wide.width, reciprocal),
                                        ConstantFP::get(numbers->getType(), 0x1p52)});
  Value* halves =
      wide.at.CreateBitCast(sum, FixedVectorType::get(wide.at.getInt32Ty(), 2 * wide.width));
  Value* quotient = wide.at.CreateShuffleVector(halves, words);
  Value* product = wide.at.CreateMul(quotient, wide.at.CreateVectorSplat(wide.width, divisor));
  return wide.at.CreateICmpEQ(product, dividend);
}

}  // namespace

bool is_multiple_test(WideKernel& wide, ICmpInst& compare) {
  if (!compare.isEquality() || !match(compare.getOperand(1), PatternMatch::m_Zero())) return false;
  const auto* rest = dyn_cast<BinaryOperator>(compare.getOperand(0));
  if (!rest || !rest->hasOneUse() || isa<Constant>(rest->getOperand(1))) return false;
  const bool is_signed = rest->getOpcode() == Instruction::SRem;
  if (!is_signed && rest->getOpcode() != Instruction::URem) return false;
  Value *from = rest->getOperand(0), *by = rest->getOperand(1);
  const unsigned bits = rest->getType()->getScalarSizeInBits();
  if ((bits != 32 && bits != 64) || !rest->getType()->isIntegerTy() ||
      !wide.shapes.of(by).is_uniform() || wide.shapes.of(from).is_uniform())
    return false;
  if (!wide.emit.techniques.allow(Technique::UniformMultiples)) return false;
  // The test takes fewer instructions for each lane, and forty for the divisor.
  const Loop* loop = wide.loops.getLoopFor(compare.getParent());
  const bool is_constant = !loop || loop->isLoopInvariant(by);
  for (unsigned row = 0; row < wide.rows_of(compare); ++row) {
    Value *dividend = nullptr, *divisor = wide.scalar(by, row);
    if (works_on_small(wide, *rest)) {
      dividend = small_vector(wide, from, row);
      Value* most = ConstantInt::get(divisor->getType(), UINT32_MAX);
      divisor = wide.at.CreateBinaryIntrinsic(Intrinsic::umin, divisor, most);
      divisor = wide.at.CreateTrunc(divisor, wide.at.getInt32Ty());
    } else {
      dividend = wide.vector(from, row);
    }
    if (is_signed) {
      dividend = wide.at.CreateBinaryIntrinsic(Intrinsic::abs, dividend, wide.at.getFalse());
      divisor = wide.at.CreateBinaryIntrinsic(Intrinsic::abs, divisor, wide.at.getFalse());
    }
    const bool is_word = divisor->getType()->isIntegerTy(32);
    Value* result = !is_constant && is_word && wide.machine.tests_multiples_by_reciprocals()
                        ? is_multiple_of_word(wide, dividend, divisor)
                        : is_multiple(wide, dividend, divisor);
    const bool is_equal = compare.getPredicate() == CmpInst::ICMP_EQ;
    wide.set_vector(compare, is_equal ? result : wide.at.CreateNot(result));
  }
  return true;
}

}  // namespace heddle::compiler
