// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/piecewise_affine.h"

#include <llvm/ADT/APInt.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "compiler/analysis/modular_affine.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kLeastTurn = 16;  // what is less than a vector is not worth asking for

using BendOf = function_ref<Bend(const Value* operand)>;

bool is_known(const Bend& bend) {
  return bend.varies() || bend.is_signed || bend.is_unsigned;
}

bool is_uniform(const Bend& bend) {
  return bend.step == 0 && bend.is_signed && bend.is_unsigned && !bend.is_level;
}

/// Whether a number, taken as signed, is none below zero: then it is the same as unsigned.
bool is_positive(const Value* number, const Instruction& where) {
  return isKnownNonNegative(number, SimplifyQuery(where.getModule()->getDataLayout()));
}

/// The one that is not uniform; nothing if there are two.
Bend other_than_uniform(const Bend& a, const Bend& b) {
  return is_uniform(b) ? a : is_uniform(a) ? b : Bend{};
}

Bend of_intrinsic(const IntrinsicInst& call, BendOf of) {
  const Bend a = of(call.getArgOperand(0));
  if (call.getIntrinsicID() == Intrinsic::abs)
    return a.is_signed ? Bend{a.step, true, true} : Bend{};
  const Bend b = of(call.getArgOperand(1));
  Bend result = other_than_uniform(a, b);
  const auto* limit = dyn_cast<ConstantInt>(call.getArgOperand(1));
  switch (call.getIntrinsicID()) {
    case Intrinsic::smax:
      result.is_unsigned = result.is_signed && limit && !limit->isNegative();
      break;
    case Intrinsic::smin:
    case Intrinsic::sadd_sat:
      result.is_unsigned = false;
      break;
    case Intrinsic::umin:
    case Intrinsic::umax:
      result.is_signed =
          is_positive(call.getArgOperand(0), call) && is_positive(call.getArgOperand(1), call);
      break;
    case Intrinsic::uadd_sat:
      result.is_signed = false;
      break;
    case Intrinsic::ssub_sat:
      result = is_uniform(b) ? Bend{a.step, a.is_signed, false} : Bend{};
      break;
    case Intrinsic::usub_sat:
      if (!is_uniform(b)) return {};
      result.is_signed = is_positive(call.getArgOperand(0), call);
      break;
    default:
      return {};
  }
  return result.is_signed || result.is_unsigned ? result : Bend{};
}

/// x / n and x >> n. One number for many lanes, then the next.
Bend of_quotient(const BinaryOperator& operation, BendOf of) {
  const Bend from = of(operation.getOperand(0));
  if (!from.varies() || !is_uniform(of(operation.getOperand(1)))) return {};
  if (operation.isExact()) return {};  // an extension, or a scale
  if (const auto* size = dyn_cast<ConstantInt>(operation.getOperand(1))) {
    const APInt least(size->getBitWidth(), operation.isShift() ? Log2_32(kLeastTurn) : kLeastTurn);
    if (size->getValue().ult(least)) return {};
  }
  return {0, true, true, true};
}

/// x % n and x & (n - 1). The numbers go on by the step of x or begin anew.
Bend of_wrap(const BinaryOperator& operation, bool near, BendOf of) {
  const bool is_mask = operation.getOpcode() == Instruction::And;
  const unsigned by = is_mask && is_uniform(of(operation.getOperand(0))) ? 0 : 1;
  Bend result = of(operation.getOperand(1 - by));
  if (!is_known(result) || is_uniform(result) || !is_uniform(of(operation.getOperand(by))))
    return {};
  const auto* size = dyn_cast<ConstantInt>(operation.getOperand(by));
  switch (operation.getOpcode()) {
    case Instruction::And:
      if (std::abs(result.step) != 1) return {};
      if (size && size->getValue().countr_one() < Log2_32(kLeastTurn)) return {};
      result.is_unsigned |= near || (size && !size->isNegative());
      break;
    case Instruction::URem:
      if (size && size->getValue().ult(kLeastTurn)) return {};
      result.is_unsigned = true;  // whether x wraps is asked, too
      result.is_signed = false;
      break;
    default:  // signed
      if (size && size->getValue().abs().ult(kLeastTurn)) return {};
      result.is_signed = true;
      result.is_unsigned = false;
      break;
  }
  return result.is_signed || result.is_unsigned ? result : Bend{};
}

/// q | (x & (n - 1)), the place in a pair of butterflies: a sum where q has no bit of the mask.
Bend of_union(const BinaryOperator& operation, BendOf of) {
  const Value* rest = rest_of_union(operation);
  if (!rest) return {};
  const unsigned other = rest == operation.getOperand(0) ? 1 : 0;
  const Bend bits = of(operation.getOperand(other));
  return is_uniform(bits) || bits.is_level ? of(rest) : Bend{};
}

/// x + 1 < n ? x + 1 : 0, or x < n ? x : x - n: the lanes of a side are affine. x < n ? 0 : n is
/// one number on each side.
Bend of_select(const SelectInst& select, BendOf of) {
  const auto* compare = dyn_cast<ICmpInst>(select.getCondition());
  if (!compare || !select.getType()->isIntegerTy()) return {};
  const Bend left = of(compare->getOperand(0)), right = of(compare->getOperand(1));
  const int64_t step = std::abs(other_than_uniform(left, right).step);
  const bool is_one = is_uniform(left) && is_uniform(right);  // one side for all lanes
  if ((step == 0 && !is_one) || step > (compare->isEquality() ? 1 : kMaxModularStep)) return {};
  const Bend a = of(select.getTrueValue()), b = of(select.getFalseValue());
  if (!is_known(a) || !is_known(b)) return {};
  if (is_uniform(a) && is_uniform(b)) return {0, true, true, true};
  if (is_one && is_uniform(a) != is_uniform(b)) return {};
  if (is_uniform(a) || is_uniform(b)) return other_than_uniform(a, b);
  if (a.step != b.step || a.is_level != b.is_level) return {};
  return {a.step, a.is_signed && b.is_signed, a.is_unsigned && b.is_unsigned, a.is_level};
}

Bend of_operation(const BinaryOperator& operation, BendOf of) {
  const Bend a = of(operation.getOperand(0)), b = of(operation.getOperand(1));
  const auto* wraps = dyn_cast<OverflowingBinaryOperator>(&operation);
  const auto is_one = [](const Bend& bend) { return bend.is_level || is_uniform(bend); };
  if (is_one(a) && is_one(b)) return {0, true, true, true};
  Bend result = other_than_uniform(a, b);
  if (a.is_level || b.is_level)
    result = {a.is_level ? b.step : a.step, a.is_signed && b.is_signed,
              a.is_unsigned && b.is_unsigned, false};
  if (!wraps || !is_known(a) || !is_known(b)) return {};
  const bool is_sum = operation.getOpcode() == Instruction::Add;
  if (a.step != 0 && b.step != 0 && (is_sum || operation.getOpcode() == Instruction::Sub)) {
    const int64_t step = is_sum ? a.step + b.step : a.step - b.step;
    if (step == 0) return {0, true, true, true};
    return {step, a.is_signed && b.is_signed && wraps->hasNoSignedWrap(),
            a.is_unsigned && b.is_unsigned && wraps->hasNoUnsignedWrap()};
  }
  if (result.step == 0) return {};
  const auto* constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  const bool is_small = constant && constant->getValue().ult(1 << 16);
  const int64_t number = is_small ? constant->getSExtValue() : 0;
  switch (operation.getOpcode()) {
    case Instruction::Add:
      break;
    case Instruction::Sub:
      if (a.step == 0) result.step = -result.step;
      break;
    case Instruction::Mul:
      if (!is_uniform(a) && !is_uniform(b)) return {};
      result.step *= number;
      break;
    case Instruction::Shl:
      result.step = number < 16 ? result.step << number : 0;
      if (!constant) return {};
      break;
    default:
      return {};
  }
  result.is_signed &= wraps->hasNoSignedWrap();
  result.is_unsigned &= wraps->hasNoUnsignedWrap();
  return result.step != 0 ? result : Bend{};
}

Bend of_pointer(const GetElementPtrInst& gep, BendOf of) {
  Bend result = of(gep.getPointerOperand());
  if (!is_known(result)) return {};
  const DataLayout& layout = gep.getModule()->getDataLayout();
  for (auto it = gep_type_begin(gep), end = gep_type_end(gep); it != end; ++it) {
    if (it.isStruct()) continue;
    Bend index = of(it.getOperand());
    if (is_uniform(index)) continue;
    const bool is_long = it.getOperand()->getType()->isIntegerTy(64);
    if (!index.varies() || !is_long) return {};
    if (!is_uniform(result) && !result.is_level && !index.is_level) return {};
    index.step *= static_cast<int64_t>(it.getSequentialElementStride(layout).getFixedValue());
    const bool is_level = index.is_level && (result.is_level || is_uniform(result));
    result = {result.step + index.step, true, true, is_level};
  }
  return result;
}

}  // namespace

bool bends(const Instruction& instruction) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return isa<MinMaxIntrinsic, SaturatingInst>(intrinsic) ||
           intrinsic->getIntrinsicID() == Intrinsic::abs;
  switch (instruction.getOpcode()) {
    case Instruction::And:
    case Instruction::Or:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::Select:
      return true;
    default:
      return false;
  }
}

bool is_quotient(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::LShr:
    case Instruction::AShr:
      return true;
    default:
      return false;
  }
}

const Instruction* rest_of_union(const Instruction& instruction) {
  if (instruction.getOpcode() != Instruction::Or) return nullptr;
  for (const Value* operand : instruction.operand_values()) {
    const auto* rest = dyn_cast<BinaryOperator>(operand);
    if (rest && rest->getOpcode() == Instruction::And) return rest;
  }
  return nullptr;
}

bool is_clamp(const Instruction& instruction) {
  return isa<MinMaxIntrinsic, SaturatingInst>(instruction);
}

Bend bend_of(const Instruction& instruction, bool near, BendOf of) {
  if (bends(instruction) && instruction.getType()->isIntegerTy()) {
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
      return of_intrinsic(*intrinsic, of);
    if (const auto* select = dyn_cast<SelectInst>(&instruction)) return of_select(*select, of);
    const auto& operation = cast<BinaryOperator>(instruction);
    if (operation.getOpcode() == Instruction::Or) return of_union(operation, of);
    return is_quotient(operation) ? of_quotient(operation, of) : of_wrap(operation, near, of);
  }
  if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) return of_pointer(*gep, of);
  if (!instruction.getType()->isIntegerTy()) return {};
  if (const auto* operation = dyn_cast<BinaryOperator>(&instruction))
    return of_operation(*operation, of);
  if (!isa<SExtInst, ZExtInst>(instruction)) return {};
  const Bend from = of(instruction.getOperand(0));
  if (isa<SExtInst>(instruction) && from.is_signed) return {from.step, true, false, from.is_level};
  if (const auto* zext = dyn_cast<ZExtInst>(&instruction);
      zext && (from.is_unsigned || (from.is_signed && zext->hasNonNeg())))
    return {from.step, true, true, from.is_level};
  // It may wrap after the bend: nowhere within an object (modular_affine.h).
  const bool is_word = instruction.getOperand(0)->getType()->isIntegerTy(32);
  return near && is_word ? Bend{from.step, false, false, from.is_level} : Bend{};
}

}  // namespace heddle::compiler
