// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/modular_affine.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kWordBits = 32;

std::optional<int64_t> step_of_pointer(const GetElementPtrInst& gep, const DataLayout& layout,
                                       LaneStepOf step_of) {
  const auto base = step_of(gep.getPointerOperand());
  if (!base) return std::nullopt;
  auto step = static_cast<uint64_t>(base->step);
  for (auto it = gep_type_begin(gep), end = gep_type_end(gep); it != end; ++it) {
    if (it.isStruct()) continue;
    const auto index = step_of(it.getOperand());
    const bool is_narrow = it.getOperand()->getType()->getScalarSizeInBits() < 64;
    if (!index || (is_narrow && index->step != 0)) return std::nullopt;
    step +=
        static_cast<uint64_t>(index->step) * it.getSequentialElementStride(layout).getFixedValue();
  }
  return static_cast<int64_t>(step);
}

/// What lane `lane` (i64; null: 0) of a line has.
Value* moved(IRBuilder<>& at, Value* first, int64_t step, Value* lane) {
  if (!lane || step == 0) return first;
  Value* number = at.CreateZExtOrTrunc(lane, first->getType());
  return at.CreateAdd(first, at.CreateMul(number, ConstantInt::getSigned(first->getType(), step)));
}

}  // namespace

bool is_cut(const Value& value) {
  const auto* operation = dyn_cast<BinaryOperator>(&value);
  if (!operation || operation->getOpcode() != Instruction::And) return false;
  const auto* mask = dyn_cast<ConstantInt>(operation->getOperand(1));
  return mask && mask->getValue().isMask(kWordBits);
}

std::optional<int64_t> near_step(const Instruction& instruction, const DataLayout& layout,
                                 LaneStepOf step_of) {
  if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction))
    return step_of_pointer(*gep, layout, step_of);
  if (!instruction.getType()->isIntegerTy(64) || isa<PHINode, CallBase, LoadInst>(instruction))
    return std::nullopt;
  const auto a = instruction.getNumOperands() > 0 ? step_of(instruction.getOperand(0))
                                                  : std::optional<LaneStep>();
  if (!a) return std::nullopt;
  if (isa<SExtInst, ZExtInst>(instruction)) {
    const bool is_word = instruction.getOperand(0)->getType()->isIntegerTy(kWordBits);
    return is_word && a->is_line ? std::optional(SignExtend64<kWordBits>(a->step)) : std::nullopt;
  }
  const auto b = isa<BinaryOperator>(instruction) ? step_of(instruction.getOperand(1))
                                                  : std::optional<LaneStep>();
  if (!b) return std::nullopt;
  const auto left = static_cast<uint64_t>(a->step), right = static_cast<uint64_t>(b->step);
  auto sum = [](uint64_t step) { return std::optional(static_cast<int64_t>(step)); };
  const auto* constant = dyn_cast<ConstantInt>(instruction.getOperand(1));
  const uint64_t number = constant ? constant->getZExtValue() : 0;
  switch (instruction.getOpcode()) {
    case Instruction::Add:
      return sum(left + right);
    case Instruction::Sub:
      return sum(left - right);
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(instruction).isDisjoint() ? sum(left + right)
                                                                  : std::nullopt;
    case Instruction::Mul:
      return constant ? sum(left * number) : std::nullopt;
    case Instruction::Shl:
      return constant && number < 64 ? sum(left << number) : std::nullopt;
    case Instruction::AShr:  // of x << 32: an extension, and a scale
    case Instruction::LShr: {
      const bool is_exact = cast<PossiblyExactOperator>(instruction).isExact();
      if (!constant || number > kWordBits || !is_exact || !a->is_line) return std::nullopt;
      if (left & maskTrailingOnes<uint64_t>(number)) return std::nullopt;
      return a->step >> number;
    }
    case Instruction::And: {  // zext(trunc x)
      unsigned low = 0, length = 0;
      if (is_cut(instruction)) return SignExtend64<kWordBits>(left);
      if (!constant || !a->is_line || !constant->getValue().isShiftedMask(low, length) ||
          low + length < kWordBits)
        return std::nullopt;
      const KnownBits known = computeKnownBits(instruction.getOperand(0), layout);
      if (known.countMinTrailingZeros() < low) return std::nullopt;
      return SignExtend64(left, low + length);
    }
    default:
      return std::nullopt;
  }
}

bool has_bounded_object(const Value& pointer) {
  SmallVector<const Value*> objects;
  getUnderlyingObjects(&pointer, objects);
  return all_of(objects, [](const Value* object) {
    if (isa<Argument, AllocaInst, GlobalVariable>(object)) return true;
    const auto* call = dyn_cast<CallBase>(object);
    return call && called_word(*call) != Word::None;
  });
}

bool has_first_lane(const Value* mask) {
  if (isa<Constant>(mask)) return true;
  const auto* instruction = dyn_cast<Instruction>(mask);
  if (!instruction) return false;
  if (called_word(*instruction) == Word::LaneMask) return true;
  const auto* select = dyn_cast<SelectInst>(instruction);
  if (select) {
    const auto* otherwise = dyn_cast<Constant>(select->getFalseValue());
    return otherwise && otherwise->isNullValue() && has_first_lane(select->getCondition()) &&
           has_first_lane(select->getTrueValue());
  }
  return instruction->getOpcode() == Instruction::And && instruction->getType()->isIntegerTy(1) &&
         has_first_lane(instruction->getOperand(0)) && has_first_lane(instruction->getOperand(1));
}

bool has_first_lane(const BasicBlock& block) {
  for (const Instruction& instruction : block) {
    if (called_word(instruction) == Word::Mask)
      return has_first_lane(cast<CallBase>(instruction).getArgOperand(0));
  }
  return true;
}

/// Lane 0's value of the near line that the active lanes, of which `lane` (i64; null: 0) is one,
/// lie on. Lane 0 itself may be on the other side of a wrap.
Value* Widener::near_base(Value* value, unsigned row, Value* lane) {
  if (shapes_.of(value).has_base() && !shapes_.is_near(value)) return scalar(value, row);
  if (isa<PHINode>(value)) {
    const auto& base = values_[value].base;
    return base[base.size() > 1 ? row : 0];
  }
  auto& instruction = cast<Instruction>(*value);
  Type* type = at_.getInt64Ty();
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    SmallVector<Value*> indices;
    for (Use& index : gep->indices()) indices.push_back(near_base(index.get(), row, lane));
    Value* from = near_base(gep->getPointerOperand(), row, lane);
    return at_.CreateGEP(gep->getSourceElementType(), from, indices, gep->getName());
  }
  Value* line = instruction.getOperand(0);
  auto there = [&] {
    const Shape shape = shapes_.of(line);
    if (shape.has_base()) return moved(at_, scalar(line, row), shape.stride, lane);
    return moved(at_, near_base(line, row, nullptr), shapes_.near_step_of(line), lane);
  };
  auto back = [&](Value* result) {
    return moved(at_, result, -shapes_.near_step_of(&instruction), lane);
  };
  auto operand = [&](unsigned i) { return near_base(instruction.getOperand(i), row, lane); };
  Value* second = instruction.getNumOperands() > 1 ? instruction.getOperand(1) : nullptr;
  switch (instruction.getOpcode()) {
    case Instruction::SExt:
      return back(at_.CreateSExt(there(), type));
    case Instruction::ZExt:
      return back(at_.CreateZExt(there(), type));
    case Instruction::AShr:
      return back(at_.CreateAShr(there(), second));
    case Instruction::LShr:
      return back(at_.CreateLShr(there(), second));
    case Instruction::And:
      return back(at_.CreateAnd(there(), second));
    case Instruction::Add:
    case Instruction::Or:  // disjoint
      return at_.CreateAdd(operand(0), operand(1));
    case Instruction::Sub:
      return at_.CreateSub(operand(0), operand(1));
    case Instruction::Mul:
      return at_.CreateMul(operand(0), second);
    default:
      assert(instruction.getOpcode() == Instruction::Shl);
      return at_.CreateShl(operand(0), second);
  }
}

/// The pointer of lane 0 on the line of those `lanes` (null: all) that run the current block.
Value* Widener::near_pointer(Value* pointer, unsigned row, Value* lanes) {
  Value* lane = nullptr;
  if (lanes && block_mask_ && !has_first_lane(block_mask_)) {
    Value* bits = at_.CreateBitCast(lanes, at_.getIntNTy(width_));
    Value* count = at_.CreateBinaryIntrinsic(Intrinsic::cttz, bits, at_.getFalse());
    lane = at_.CreateZExtOrTrunc(count, at_.getInt64Ty());
  }
  return near_base(pointer, row, lane);
}

}  // namespace heddle::compiler
