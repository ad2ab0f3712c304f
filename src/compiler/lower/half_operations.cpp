// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/half_operations.h"

#include "compiler/ir/shuffles.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

Type* with_element(const Value* value, Type* element) {
  return value->getType()->getWithNewType(element);
}

Value* as_bits(IRBuilder<>& at, Value* value, unsigned bits) {
  return at.CreateBitCast(value, with_element(value, at.getIntNTy(bits)));
}

Value* as_floats(IRBuilder<>& at, Value* bits) {
  return at.CreateBitCast(bits, with_element(bits, at.getFloatTy()));
}

Constant* constant(const Value* like, uint64_t bits) {
  return ConstantInt::get(like->getType(), bits);
}

/// Moves the exponent of a half, which is 112 less than a float's, by a product. `magnitude` has
/// the bits of a half in the place of a float's.
Value* scaled(IRBuilder<>& at, Value* magnitude) {
  Value* small = as_floats(at, magnitude);
  return as_bits(at, at.CreateFMul(small, ConstantFP::get(small->getType(), 0x1p112)), 32);
}

/// Does the same without a subnormal operand: one with the exponent of the smallest normal half
/// becomes its difference from that number.
Value* scaled_by_parts(IRBuilder<>& at, Value* magnitude) {
  constexpr uint32_t kExponent = 1U << 23;
  Value* normal = at.CreateAdd(magnitude, constant(magnitude, 112 * kExponent));
  Value* sum = as_floats(at, at.CreateAdd(magnitude, constant(magnitude, 113 * kExponent)));
  Value* small = at.CreateFSub(sum, ConstantFP::get(sum->getType(), 0x1p-14));
  Value* is_small = at.CreateICmpULT(magnitude, constant(magnitude, kExponent));
  return at.CreateSelect(is_small, as_bits(at, small, 32), normal);
}

/// Converts a half by integer operations. Infinities and NaNs have the largest exponent in either
/// format.
Value* soft_to_float(IRBuilder<>& at, Value* half, bool flushes) {
  Value* wide = at.CreateZExt(as_bits(at, half, 16), with_element(half, at.getInt32Ty()));
  Value* magnitude = at.CreateShl(at.CreateAnd(wide, 0x7fff), 13);
  Value* number = flushes ? scaled_by_parts(at, magnitude) : scaled(at, magnitude);
  Value* special = at.CreateICmpUGE(magnitude, constant(wide, uint64_t{0x7c00} << 13));
  Value* bits = at.CreateSelect(special, at.CreateOr(magnitude, 0x7f800000), number);
  Value* sign = at.CreateShl(at.CreateAnd(wide, 0x8000), 16);
  return as_floats(at, at.CreateOr(bits, sign));
}

/// Converts to half by integer operations. The sum with 0.5 rounds a small number to the unit of a
/// subnormal half.
Value* soft_to_half(IRBuilder<>& at, Value* value) {
  Value* all = as_bits(at, value, 32);
  Value* magnitude = at.CreateAnd(all, 0x7fffffff);
  Value* odd = at.CreateAnd(at.CreateLShr(magnitude, 13), 1);
  constexpr uint32_t kLowerBias = 0xfff - (112U << 23);
  Value* normal =
      at.CreateLShr(at.CreateAdd(at.CreateAdd(magnitude, constant(all, kLowerBias)), odd), 13);
  Value* half_one = ConstantFP::get(value->getType(), 0.5);
  Value* sum = at.CreateFAdd(as_floats(at, magnitude), half_one);
  Value* small = at.CreateSub(as_bits(at, sum, 32), as_bits(at, half_one, 32));
  Value* nan = at.CreateOr(at.CreateAnd(at.CreateLShr(magnitude, 13), 0x3ff), 0x7e00);
  Value* bits =
      at.CreateSelect(at.CreateICmpULT(magnitude, constant(all, 0x38800000)), small, normal);
  bits = at.CreateSelect(at.CreateICmpUGE(magnitude, constant(all, 0x477ff000)),
                         constant(all, 0x7c00), bits);
  bits = at.CreateSelect(at.CreateICmpUGT(magnitude, constant(all, 0x7f800000)), nan, bits);
  Value* sign = at.CreateAnd(at.CreateLShr(all, 16), 0x8000);
  Value* words = at.CreateTrunc(at.CreateOr(bits, sign), with_element(value, at.getInt16Ty()));
  return at.CreateBitCast(words, with_element(value, at.getHalfTy()));
}

/// Rounds a double to an odd float, which has so many more bits than a half that the second
/// rounding has no effect.
Value* double_to_odd(IRBuilder<>& at, Value* value) {
  Value* near = at.CreateFPTrunc(value, with_element(value, at.getFloatTy()));
  Value* back = at.CreateFPExt(near, value->getType());
  Value* bits = as_bits(at, near, 32);
  Value* is_beyond = at.CreateFCmpOGT(at.CreateUnaryIntrinsic(Intrinsic::fabs, back),
                                      at.CreateUnaryIntrinsic(Intrinsic::fabs, value));
  bits = at.CreateSub(bits, at.CreateZExt(is_beyond, bits->getType()));
  bits = at.CreateOr(bits, at.CreateZExt(at.CreateFCmpONE(back, value), bits->getType()));
  return as_floats(at, bits);
}

/// Rounds down and up: of two neighbours one is odd, and if both are the same nothing was cut off.
/// An exact zero is -0 rounded down only if both terms are, and is even.
Value* fma_of_register(IRBuilder<>& at, Value* a, Value* b, Value* c, const InstructionSet& isa) {
  Value* down = isa.directed_multiply_add(at, a, b, c, RoundingMode::TowardNegative);
  Value* up = isa.directed_multiply_add(at, a, b, c, RoundingMode::TowardPositive);
  Value* last = at.CreateAnd(as_bits(at, down, 32), 1);
  return at.CreateSelect(at.CreateICmpNE(last, constant(last, 0)), down, up);
}

}  // namespace

Value* to_float(IRBuilder<>& at, Value* half, const HalfMode& mode) {
  if (mode.isa.has_half_conversions())
    return at.CreateFPExt(half, with_element(half, at.getFloatTy()));
  return soft_to_float(at, half, mode.flushes);
}

Value* to_half(IRBuilder<>& at, Value* value, const HalfMode& mode) {
  if (value->getType()->getScalarType()->isDoubleTy()) value = double_to_odd(at, value);
  if (mode.isa.has_half_conversions())
    return at.CreateFPTrunc(value, with_element(value, at.getHalfTy()));
  return soft_to_half(at, value);
}

Value* fma_to_odd(IRBuilder<>& at, Value* a, Value* b, Value* c, const HalfMode& mode) {
  auto* type = dyn_cast<FixedVectorType>(a->getType());
  const unsigned lanes = mode.isa.directed_multiply_add_lanes();
  if (lanes != 0 && type && type->getNumElements() == lanes)
    return fma_of_register(at, a, b, c, mode.isa);
  if (lanes != 0 && type && type->getNumElements() == 2 * lanes) {
    const auto part = [&](unsigned begin) {
      return fma_of_register(at, cut(at, a, begin, lanes), cut(at, b, begin, lanes),
                             cut(at, c, begin, lanes), mode.isa);
    };
    Value *low = part(0), *high = part(lanes);
    return joined(at, {low, high});
  }
  // The product is exact. The error of the sum is a number of its own (Knuth's TwoSum); an even
  // last bit moves towards it by one.
  Value* product = at.CreateFMul(a, b);
  Value* sum = at.CreateFAdd(product, c);
  Value* part = at.CreateFSub(sum, product);
  Value* error =
      at.CreateFAdd(at.CreateFSub(product, at.CreateFSub(sum, part)), at.CreateFSub(c, part));
  Value* bits = as_bits(at, sum, 32);
  Value* signs = at.CreateXor(bits, as_bits(at, error, 32));
  Value* step = at.CreateOr(at.CreateAShr(signs, 31), 1);
  Value* is_even = at.CreateICmpEQ(at.CreateAnd(bits, 1), constant(bits, 0));
  Value* is_inexact = at.CreateFCmpONE(error, ConstantFP::getZero(error->getType()));
  Value* moves = at.CreateAnd(is_even, is_inexact);
  return as_floats(at, at.CreateAdd(bits, at.CreateSelect(moves, step, constant(bits, 0))));
}

}  // namespace heddle::compiler
