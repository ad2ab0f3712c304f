// SPDX-License-Identifier: Apache-2.0
// Vectors of 64-bit integers that are divided. Code generation takes them apart, a division or a
// product of 128 bits for each lane: there is no vector instruction for the high half of such a
// product (high_product.h); below 2^50 a double holds the number.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Support/DivisionByConstantInfo.h>
#include <llvm/Support/KnownBits.h>

#include "compiler/ir/high_product.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/target/x86/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kDoubleBits = 50;  // of numbers that are divided as doubles

class LongDivision {
 public:
  LongDivision(BinaryOperator& division, bool converts)
      : division_(division),
        at_(&division),
        type_(division.getType()),
        number_(VectorType::get(at_.getDoubleTy(), cast<VectorType>(type_))),
        converts_(converts) {}

  /// False: nothing was changed.
  bool lower() {
    const auto opcode = division_.getOpcode();
    const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    const bool wants_rest = opcode == Instruction::URem || opcode == Instruction::SRem;
    Value *dividend = division_.getOperand(0), *divisor = division_.getOperand(1);
    const auto* constant = dyn_cast_or_null<ConstantInt>(
        isa<Constant>(divisor) ? cast<Constant>(divisor)->getSplatValue() : nullptr);
    const APInt* by = constant ? &constant->getValue() : nullptr;
    if (by && (by->abs().isPowerOf2() || by->isZero())) return false;
    const bool is_small = bits_of(dividend) <= kDoubleBits && (!is_signed || is_positive(divisor));
    Value* quotient = nullptr;
    if (is_small) {
      quotient = as_double(dividend, divisor);
    } else if (by && is_signed) {
      Value* sign = at_.CreateAShr(dividend, 63);
      if (by->isNegative()) sign = at_.CreateNot(sign);
      Value* size = at_.CreateBinaryIntrinsic(Intrinsic::abs, dividend, at_.getFalse());
      quotient = at_.CreateSub(at_.CreateXor(by_constant(size, by->abs()), sign), sign);
    } else if (by) {
      quotient = by_constant(dividend, *by);
    } else {
      return false;
    }
    Value* result = quotient;
    if (is_small || wants_rest)
      result = rest(dividend, quotient, divisor, is_small || !is_signed, is_small);
    if (is_small) {  // the quotient is right or one too small
      Value* is_below = at_.CreateICmpULT(result, divisor);
      Value* more = wants_rest ? at_.CreateSub(result, divisor) : at_.CreateAdd(quotient, all(1));
      result = at_.CreateSelect(is_below, wants_rest ? result : quotient, more);
    }
    division_.replaceAllUsesWith(result);
    return true;
  }

 private:
  unsigned bits_of(Value* value) const {
    return computeKnownBits(value, division_.getDataLayout()).countMaxActiveBits();
  }
  bool is_positive(Value* value) const {
    return computeKnownBits(value, division_.getDataLayout()).isNonNegative();
  }
  Value* all(uint64_t value) { return ConstantInt::get(type_, value); }

  /// That the rest of a short divisor is short, too, is seen here only: products with it are one
  /// instruction then.
  Value* rest(Value* dividend, Value* quotient, Value* divisor, bool is_positive, bool is_rough) {
    Value* result = at_.CreateSub(dividend, at_.CreateMul(quotient, divisor));
    const unsigned bits = bits_of(divisor) + (is_rough ? 1 : 0);
    if (!is_positive || bits > 32) return result;
    return at_.CreateAnd(result, all((uint64_t{1} << bits) - 1));
  }

  /// Below 2^52 a number is the fraction of a double between 2^52 and 2^53.
  Value* to_double(Value* value) {
    if (converts_) return at_.CreateUIToFP(value, number_);
    Value* bits = at_.CreateOr(value, all(0x4330000000000000));
    return at_.CreateFSub(at_.CreateBitCast(bits, number_), ConstantFP::get(number_, 0x1p52));
  }
  Value* to_long(Value* value) {
    if (converts_) return at_.CreateFPToUI(value, type_);
    value = at_.CreateUnaryIntrinsic(Intrinsic::floor, value);
    Value* sum = at_.CreateFAdd(value, ConstantFP::get(number_, 0x1p52));
    return at_.CreateXor(at_.CreateBitCast(sum, type_), all(0x4330000000000000));
  }

  /// The quotient, or one less. x * (1 / y) is rounded three times, by 2^-53 each, and made smaller
  /// by 2^-51: it is not above x / y, and not 1 below it, as that is less than 2^50.
  Value* as_double(Value* dividend, Value* divisor) {
    // Divisors beyond 2^52 are more than the dividend, which is all that has to be seen of them.
    divisor = at_.CreateBinaryIntrinsic(Intrinsic::umin, divisor, all((uint64_t{1} << 52) - 1));
    Value* reciprocal = at_.CreateFDiv(ConstantFP::get(number_, 1.0), to_double(divisor));
    reciprocal = at_.CreateFMul(reciprocal, ConstantFP::get(number_, 1.0 - 0x1p-51));
    return to_long(at_.CreateFMul(to_double(dividend), reciprocal));
  }

  /// The quotient is what is above 128 bits of the product with a magic number, see Hacker's
  /// Delight, chapter 10.
  Value* by_constant(Value* dividend, const APInt& divisor) {
    const auto magic = UnsignedDivisionByConstantInfo::get(divisor);
    Value* shifted = at_.CreateLShr(dividend, magic.PreShift);
    Value* quotient = high_product(at_, shifted, all(magic.Magic.getZExtValue()));
    if (magic.IsAdd) {  // the magic number has 65 bits
      Value* rest = at_.CreateLShr(at_.CreateSub(dividend, quotient), 1);
      quotient = at_.CreateAdd(rest, quotient);
    }
    return at_.CreateLShr(quotient, magic.PostShift);
  }

  BinaryOperator& division_;
  IRBuilder<> at_;
  Type *type_, *number_;
  bool converts_;  ///< instructions between 64-bit integers and doubles
};

}  // namespace

void lower_long_division(Module& module, KernelContext& context) {
  const bool converts = context.target.getMCSubtargetInfo()->checkFeatures("+avx512dq");
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      auto* division = dyn_cast<BinaryOperator>(&instruction);
      if (!division || !division->isIntDivRem() || !division->getType()->isVectorTy()) continue;
      if (!division->getType()->getScalarType()->isIntegerTy(64)) continue;
      if (LongDivision(*division, converts).lower()) division->eraseFromParent();
    }
  }
}

}  // namespace heddle::compiler
