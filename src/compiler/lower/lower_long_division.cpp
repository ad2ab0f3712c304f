// SPDX-License-Identifier: Apache-2.0
// Divides vectors of 64-bit integers. Code generation has products of 64 bits by 64 for scalars
// only, and takes such a vector apart.
#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/DivisionByConstantInfo.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kShort = 50;  // bits of a dividend that one step in double is exact for

struct Quotient {
  Value *quotient, *rest;
};

/// A division, with what is known of its operands before any other is replaced.
struct Division {
  BinaryOperator* operation;
  bool has_sign;         ///< it is signed
  unsigned bits;         ///< those that the dividend's magnitude may have
  bool may_be_negative;  ///< the dividend
  bool divisor_may_be;   ///< negative
};

Division look_at(BinaryOperator& operation) {
  Value *const x = operation.getOperand(0), *const y = operation.getOperand(1);
  // Signed sums and products that overflow are undefined, and programs have them nevertheless.
  const SimplifyQuery query(operation.getDataLayout(), /*TLI=*/nullptr, /*DT=*/nullptr,
                            /*AC=*/nullptr, &operation, /*UseInstrInfo=*/false);
  const auto opcode = operation.getOpcode();
  const bool has_sign = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  unsigned bits = computeKnownBits(x, query).countMaxActiveBits();
  if (has_sign)
    bits = std::min(bits, 65 - ComputeNumSignBits(x, query.DL, nullptr, &operation, nullptr,
                                                  /*UseInstrInfo=*/false));
  return {&operation, has_sign, bits, has_sign && !isKnownNonNegative(x, query),
          has_sign && !isKnownNonNegative(y, query)};
}

/// Emits one division, of magnitudes.
class LongDivision {
 public:
  LongDivision(const Division& division, const InstructionSet& isa)
      : at_(division.operation),
        isa_(isa),
        is_negative_(division.divisor_may_be),
        type_(division.operation->getType()),
        doubles_(type_->getWithNewType(at_.getDoubleTy())) {}

  /// Emits a quotient of a dividend of at most 50 bits. A quotient that is no integer is below the
  /// next one by 2^-50 of it and more. `shared` is the divisor if all lanes have it, else null.
  Quotient of_short(Value* dividend, Value* divisor, Value* shared) {
    Value* x = to_double(dividend);
    Value* y = nullptr;
    Value* quotient = nullptr;
    if (shared) {
      // The reciprocal is a little too large: an integer must not become the one below.
      const auto [number, reciprocal] = reciprocal_of(*shared, 1 + 0x1p-51, short_divisor);
      y = number;
      quotient = at_.CreateFMul(x, reciprocal);
    } else {
      y = to_double(short_divisor(at_, divisor));
      quotient = at_.CreateFDiv(x, y);
    }
    quotient = at_.CreateUnaryIntrinsic(Intrinsic::trunc, quotient);
    Value* rest =
        at_.CreateIntrinsic(Intrinsic::fmuladd, {doubles_}, {at_.CreateFNeg(quotient), y, x});
    return {to_long(quotient), to_long(rest)};
  }

  /// Emits a quotient by a constant: the upper half of a product (Granlund and Montgomery).
  Quotient by_constant(Value* dividend, const APInt& divisor, unsigned dividend_bits) {
    const auto magic =
        UnsignedDivisionByConstantInfo::get(divisor, /*LeadingZeros=*/64 - dividend_bits);
    const auto shifted = [&](Value* number, unsigned by) {
      return by == 0 ? number : at_.CreateLShr(number, by);
    };
    Value* x = shifted(dividend, magic.PreShift);
    Value* quotient = upper_product(x, magic.Magic.getZExtValue());
    if (magic.IsAdd)
      quotient = at_.CreateAdd(at_.CreateLShr(at_.CreateSub(x, quotient), 1), quotient);
    quotient = shifted(quotient, magic.PostShift);
    Value* product = at_.CreateMul(quotient, ConstantInt::get(type_, divisor));
    return {quotient, at_.CreateSub(dividend, product)};
  }

  /// Emits the quotient of any two numbers. With a reciprocal that is too small by 2^-50 to 2^-49
  /// of it, a step leaves a rest of less than 2^16 divisors, and a second step one of less than
  /// two.
  Quotient of_any(Value* dividend, Value* divisor, Value* shared) {
    constexpr double kLess = 1 - 0x1p-50;
    Value* reciprocal = nullptr;
    if (shared) {
      const auto as_it_is = [](IRBuilder<>&, Value* number) { return number; };
      reciprocal = reciprocal_of(*shared, kLess, as_it_is).second;
    } else {
      reciprocal = at_.CreateFDiv(ConstantFP::get(doubles_, 1), to_double(divisor));
      reciprocal = at_.CreateFMul(reciprocal, ConstantFP::get(doubles_, kLess));
    }
    const auto step = [&](Value* left) {
      return at_.CreateFPToUI(at_.CreateFMul(to_double(left), reciprocal), type_);
    };
    const auto rest_of = [&](Value* left, Value* quotient) {
      return at_.CreateSub(left, at_.CreateMul(quotient, divisor));
    };
    Value* first = step(dividend);
    Value* left = rest_of(dividend, first);
    Value* second = step(left);
    left = rest_of(left, second);
    Value* quotient = at_.CreateAdd(first, second);
    Value* one_more = at_.CreateICmpUGE(left, divisor);
    quotient =
        at_.CreateSelect(one_more, at_.CreateAdd(quotient, ConstantInt::get(type_, 1)), quotient);
    return {quotient, at_.CreateSelect(one_more, at_.CreateSub(left, divisor), left)};
  }

  Value* magnitude(Value* number) { return magnitude(at_, number); }

  /// Emits the number, negated where `sign` is negative.
  Value* with_sign(Value* number, Value* sign) {
    Value* ones = at_.CreateAShr(sign, 63);
    return at_.CreateSub(at_.CreateXor(number, ones), ones);
  }

 private:
  static Value* magnitude(IRBuilder<>& at, Value* number) {
    return at.CreateBinaryIntrinsic(Intrinsic::abs, number, at.getFalse());
  }

  /// Emits the divisor, or one that is above all short dividends, too, and a double without
  /// rounding.
  static Value* short_divisor(IRBuilder<>& at, Value* divisor) {
    constexpr uint64_t kMost = uint64_t{1} << kShort;
    if (const auto* known = dyn_cast<ConstantInt>(divisor))
      return at.getInt64(std::min(known->getZExtValue(), kMost));
    return at.CreateBinaryIntrinsic(Intrinsic::umin, divisor,
                                    ConstantInt::get(divisor->getType(), kMost));
  }

  /// Emits, where the divisor is known, a double of it and its reciprocal times `factor`, each in
  /// all lanes.
  std::pair<Value*, Value*> reciprocal_of(Value& divisor, double factor,
                                          function_ref<Value*(IRBuilder<>&, Value*)> as) {
    IRBuilder<> at(at_.getContext());
    at.SetInsertPoint(&*at_.GetInsertPoint());
    if (auto* instruction = dyn_cast<Instruction>(&divisor)) {
      if (const auto after = instruction->getInsertionPointAfterDef())
        at.SetInsertPoint(instruction->getParent(), *after);
    } else {
      BasicBlock& entry = at_.GetInsertBlock()->getParent()->getEntryBlock();
      at.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    }
    Type* number = at.getDoubleTy();
    const bool may_be_negative = is_negative_ && !isa<Constant>(divisor);
    Value* y = may_be_negative ? magnitude(at, &divisor) : &divisor;
    y = at.CreateUIToFP(as(at, y), number);
    Value* reciprocal = at.CreateFDiv(ConstantFP::get(number, 1), y);
    reciprocal = at.CreateFMul(reciprocal, ConstantFP::get(number, factor));
    const ElementCount lanes = cast<VectorType>(type_)->getElementCount();
    return {at_.CreateVectorSplat(lanes, y), at_.CreateVectorSplat(lanes, reciprocal)};
  }

  /// Emits the upper half of x * y from products of 32 bits by 32.
  Value* upper_product(Value* x, uint64_t y) {
    constexpr uint64_t kWord = UINT32_MAX;
    const auto number = [&](uint64_t each) { return ConstantInt::get(type_, each); };
    Value *low = at_.CreateAnd(x, kWord), *high = at_.CreateLShr(x, 32);
    Value* lowest = at_.CreateLShr(at_.CreateMul(low, number(y & kWord)), 32);
    Value* middle = at_.CreateAdd(at_.CreateMul(high, number(y & kWord)), lowest);
    Value* other = at_.CreateMul(low, number(y >> 32));
    other = at_.CreateAdd(other, at_.CreateAnd(middle, kWord));
    Value* highest = at_.CreateMul(high, number(y >> 32));
    highest = at_.CreateAdd(highest, at_.CreateLShr(middle, 32));
    return at_.CreateAdd(highest, at_.CreateLShr(other, 32));
  }

  /// Emits the double of a number; one of at most 52 bits becomes the significand of 2^52 + x where
  /// no instruction converts numbers of 64 bits.
  Value* to_double(Value* number) {
    if (isa_.has_long_arithmetic()) return at_.CreateUIToFP(number, doubles_);
    Value* bits = at_.CreateOr(number, std::bit_cast<uint64_t>(0x1p52));
    return at_.CreateFSub(at_.CreateBitCast(bits, doubles_), ConstantFP::get(doubles_, 0x1p52));
  }

  Value* to_long(Value* number) {
    if (isa_.has_long_arithmetic()) return at_.CreateFPToUI(number, type_);
    Value* bits = at_.CreateFAdd(number, ConstantFP::get(doubles_, 0x1p52));
    return at_.CreateAnd(at_.CreateBitCast(bits, type_), (uint64_t{1} << 52) - 1);
  }

  IRBuilder<> at_;
  const InstructionSet& isa_;
  const bool is_negative_;  ///< so may the divisor be
  Type* type_;
  Type* doubles_;
};

/// Replaces all uses of a division, if that takes less than one for each lane.
bool lower(const Division& division, const InstructionSet& isa) {
  constexpr unsigned kLongProducts = 256;  // bits of a register from which they pay
  BinaryOperator& operation = *division.operation;
  Value *const dividend = operation.getOperand(0), *const divisor = operation.getOperand(1);
  const APInt* constant = nullptr;
  const bool is_constant = PatternMatch::match(divisor, PatternMatch::m_APInt(constant));
  const APInt known = !is_constant ? APInt() : division.has_sign ? constant->abs() : *constant;
  if (is_constant && (known.isZero() || known.isPowerOf2())) return false;
  const bool is_short = division.bits <= kShort;
  if (!is_short && (is_constant ? isa.register_bits() < kLongProducts : !isa.has_long_arithmetic()))
    return false;
  LongDivision emit(division, isa);
  Value* const x = division.may_be_negative ? emit.magnitude(dividend) : dividend;
  Value* const y = is_constant               ? ConstantInt::get(operation.getType(), known)
                   : division.divisor_may_be ? emit.magnitude(divisor)
                                             : divisor;
  Value* const shared = getSplatValue(is_constant ? y : divisor);
  const auto [quotient, rest] = is_short      ? emit.of_short(x, y, shared)
                                : is_constant ? emit.by_constant(x, known, division.bits)
                                              : emit.of_any(x, y, shared);
  const auto opcode = operation.getOpcode();
  const bool wants_rest = opcode == Instruction::URem || opcode == Instruction::SRem;
  Value* result = wants_rest ? rest : quotient;
  if (division.may_be_negative) result = emit.with_sign(result, dividend);
  if (division.divisor_may_be && !wants_rest) result = emit.with_sign(result, divisor);
  operation.replaceAllUsesWith(result);
  return true;
}

}  // namespace

PreservedAnalyses lower_long_division(Function& function, KernelContext& context,
                                      FunctionAnalysisManager& /*analyses*/) {
  SmallVector<Division> divisions;
  for (Instruction& instruction : instructions(function)) {
    auto* operation = dyn_cast<BinaryOperator>(&instruction);
    if (operation && operation->isIntDivRem() && isa<FixedVectorType>(operation->getType()) &&
        operation->getType()->getScalarSizeInBits() == 64)
      divisions.push_back(look_at(*operation));
  }
  bool changed = false;
  for (const Division& division : divisions) {
    if (!lower(division, context.isa)) continue;
    division.operation->eraseFromParent();
    changed = true;
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
