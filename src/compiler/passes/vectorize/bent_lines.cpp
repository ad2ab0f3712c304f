// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/vectorize/bent_lines.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "compiler/passes/vectorize/near_lines.h"
#include "compiler/passes/vectorize/widener.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

using BendOf = function_ref<Bend(const Value* operand)>;

bool is_known(const Bend& bend) {
  return bend.step != 0 || bend.is_signed || bend.is_unsigned;
}

bool is_uniform(const Bend& bend) {
  return bend.step == 0 && bend.is_signed && bend.is_unsigned;
}

/// The one that is not uniform; nothing if there are two.
Bend other_than_uniform(const Bend& a, const Bend& b) {
  return is_uniform(b) ? a : is_uniform(a) ? b : Bend{};
}

/// Where lines are bent.
bool bends(const Instruction& instruction) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && isa<MinMaxIntrinsic, SaturatingInst>(intrinsic);
}

Bend of_intrinsic(const IntrinsicInst& call, BendOf of) {
  const Bend a = of(call.getArgOperand(0)), b = of(call.getArgOperand(1));
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
    case Intrinsic::uadd_sat:
      result.is_signed = false;
      break;
    case Intrinsic::ssub_sat:
      result = is_uniform(b) ? Bend{a.step, a.is_signed, false} : Bend{};
      break;
    case Intrinsic::usub_sat:
      result = is_uniform(b) ? Bend{a.step, false, a.is_unsigned} : Bend{};
      break;
    default:
      return {};
  }
  return result.is_signed || result.is_unsigned ? result : Bend{};
}

Bend of_operation(const BinaryOperator& operation, BendOf of) {
  const Bend a = of(operation.getOperand(0)), b = of(operation.getOperand(1));
  const auto* wraps = dyn_cast<OverflowingBinaryOperator>(&operation);
  Bend result = other_than_uniform(a, b);
  if (!wraps || !is_known(result)) return {};
  const auto* constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  const bool is_small = constant && constant->getValue().ult(1 << 16);
  const int64_t number = is_small ? constant->getSExtValue() : 0;
  switch (operation.getOpcode()) {
    case Instruction::Add:
      break;
    case Instruction::Sub:
      if (is_uniform(a)) result.step = -result.step;
      break;
    case Instruction::Mul:
      result.step *= number;
      break;
    case Instruction::Shl:
      result.step = number < 16 ? result.step << number : 0;
      if (!constant) result.step = 0;
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
    if (!is_known(index) || !is_uniform(result) || !is_long) return {};
    index.step *= static_cast<int64_t>(it.getSequentialElementStride(layout).getFixedValue());
    result = {index.step, true, true};
  }
  return result;
}

}  // namespace

Bend bend_of(const Instruction& instruction, bool near, BendOf of) {
  if (bends(instruction)) return of_intrinsic(cast<IntrinsicInst>(instruction), of);
  if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) return of_pointer(*gep, of);
  if (!instruction.getType()->isIntegerTy()) return {};
  if (const auto* operation = dyn_cast<BinaryOperator>(&instruction))
    return of_operation(*operation, of);
  if (!isa<SExtInst, ZExtInst>(instruction)) return {};
  const Bend from = of(instruction.getOperand(0));
  if (isa<SExtInst>(instruction) && from.is_signed) return {from.step, true, false};
  if (const auto* zext = dyn_cast<ZExtInst>(&instruction);
      zext && (from.is_unsigned || (from.is_signed && zext->hasNonNeg())))
    return {from.step, true, true};
  // It may wrap behind the bend: nowhere within an object (near_lines.h).
  const bool is_word = instruction.getOperand(0)->getType()->isIntegerTy(32);
  return near && is_word ? Bend{from.step, false, false} : Bend{};
}

/// A bent value, computed again from the lines that it is made of.
Value* Widener::bent_value(Value* value, function_ref<Value*(Value*)> line) {
  if (shapes_.bent_step_of(value) == 0) return line(value);
  auto& instruction = cast<Instruction>(*value);
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    SmallVector<Value*> indices;
    for (Use& index : gep->indices()) indices.push_back(bent_value(index.get(), line));
    return at_.CreateGEP(gep->getSourceElementType(), bent_value(gep->getPointerOperand(), line),
                         indices);
  }
  Value* first = bent_value(instruction.getOperand(0), line);
  if (auto* cast = dyn_cast<CastInst>(&instruction)) {
    Type* type = first->getType()->isVectorTy() ? widened(cast->getType()) : cast->getType();
    return at_.CreateCast(cast->getOpcode(), first, type);
  }
  Value* second = bent_value(instruction.getOperand(1), line);
  if (first->getType()->isVectorTy() != second->getType()->isVectorTy()) {
    Value*& scalar = first->getType()->isVectorTy() ? second : first;
    scalar = at_.CreateVectorSplat(width_, scalar);
  }
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return at_.CreateBinaryIntrinsic(intrinsic->getIntrinsicID(), first, second);
  return at_.CreateBinOp(cast<BinaryOperator>(instruction).getOpcode(), first, second);
}

/// The last place where the line that `pointer` lies on was bent.
const Instruction* Widener::last_bend(const Value* pointer) const {
  const auto* instruction = dyn_cast<Instruction>(pointer);
  while (instruction && !bends(*instruction)) {
    const auto* operand = find_if(instruction->operands(), [&](const Use& use) {
      return shapes_.bent_step_of(use.get()) != 0;
    });
    instruction = operand == instruction->op_end() ? nullptr : dyn_cast<Instruction>(*operand);
  }
  return instruction;
}

/// Loads from a bent line that goes on by the size of an element. False: it is no such load.
bool Widener::bent_load(LoadInst& load, unsigned row, Value* lanes) {
  Value* pointer = load.getPointerOperand();
  const int64_t size = layout_.getTypeStoreSize(load.getType()).getFixedValue();
  const Instruction* bend = last_bend(pointer);
  if (shapes_.bent_step_of(pointer) != size || !bend || shapes_.interleaved_base(pointer) ||
      !has_bounded_object(*pointer))
    return false;
  auto at_lane = [&](Value* value, unsigned index) {
    return bent_value(value, [&](Value* line) -> Value* {
      Value* base = scalar(line, row);
      const int64_t step = shapes_.of(line).stride * index;
      return step == 0 ? base : at_.CreateAdd(base, ConstantInt::getSigned(base->getType(), step));
    });
  };
  auto* number = const_cast<Instruction*>(bend);
  Value* distance = at_.CreateSub(at_lane(number, width_ - 1), at_lane(number, 0));
  const int64_t step = shapes_.bent_step_of(number) * (width_ - 1);
  Value* is_line =
      at_.CreateICmpEQ(distance, ConstantInt::getSigned(distance->getType(), step), "is_line");
  if (lanes) is_line = at_.CreateAnd(at_.CreateAndReduce(lanes), is_line);
  auto everywhere = [&] {
    return LaneAddress::of(bent_value(pointer, [&](Value* line) {
      return shapes_.of(line).is_uniform() ? scalar(line, row) : vector(line, row);
    }));
  };
  set_vector(load, memory_.load_if_line(
                       at_, load.getType(), is_line, [&] { return at_lane(pointer, 0); },
                       everywhere, load.getAlign(), lanes));
  return true;
}

}  // namespace heddle::compiler
