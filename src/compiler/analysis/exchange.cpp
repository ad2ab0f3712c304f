// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/exchange.h"

#include "compiler/analysis/modular_affine.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxSteps = 6;  // to the ids

bool is_of(const Value* value, std::initializer_list<unsigned> opcodes) {
  const auto* instruction = dyn_cast<Instruction>(value);
  return instruction && is_contained(opcodes, instruction->getOpcode());
}

/// Tells whether each bit of the number is a bit of an aligned affine value, or the same for all
/// lanes.
bool is_of_bits(const Value* value, ShapeOf shape_of, unsigned steps) {
  if (const Shape shape = shape_of(value); shape.is_affine()) return shape.stride == 1;
  if (steps == 0 || !is_of(value, {Instruction::And, Instruction::LShr, Instruction::Shl,
                                   Instruction::Or, Instruction::ZExt, Instruction::Trunc}))
    return false;
  const auto& instruction = cast<Instruction>(*value);
  const Value* first = instruction.getOperand(0);
  if (isa<CastInst>(instruction)) return is_of_bits(first, shape_of, steps - 1);
  const Value* second = instruction.getOperand(1);
  if (is_of(value, {Instruction::And}) && shape_of(first).is_uniform()) std::swap(first, second);
  if (!is_of(value, {Instruction::Or}))
    return shape_of(second).is_uniform() && is_of_bits(first, shape_of, steps - 1);
  return is_of_bits(first, shape_of, steps - 1) && is_of_bits(second, shape_of, steps - 1);
}

/// Tells whether it is a sum of such numbers, affine ones and uniform ones.
bool is_of_sums(const Value* value, ShapeOf shape_of, unsigned steps) {
  if (shape_of(value).has_base() || is_of_bits(value, shape_of, steps)) return true;
  if (steps == 0 || !is_of(value, {Instruction::Add, Instruction::Sub, Instruction::Shl}))
    return false;
  const auto& instruction = cast<Instruction>(*value);
  if (is_of(value, {Instruction::Shl}) && !shape_of(instruction.getOperand(1)).is_uniform())
    return false;
  return is_of_sums(instruction.getOperand(0), shape_of, steps - 1) &&
         is_of_sums(instruction.getOperand(1), shape_of, steps - 1);
}

}  // namespace

bool Exchange::has_same_base(const Exchange& other) const {
  return core == other.core &&
         address->getSourceElementType() == other.address->getSourceElementType() &&
         equal(drop_end(address->operand_values()), drop_end(other.address->operand_values()));
}

std::optional<Exchange> exchange_of(GetElementPtrInst& pointer, ShapeOf shape_of) {
  const auto is_uniform = [&](const Value* value) { return shape_of(value).is_uniform(); };
  Exchange result{&pointer, *std::prev(pointer.idx_end())};
  Value*& core = result.core;
  if (!core->getType()->isIntegerTy(64) || !all_of(drop_end(pointer.operand_values()), is_uniform))
    return std::nullopt;
  for (unsigned steps = 0; steps < kMaxSteps && isa<Instruction>(core); ++steps) {
    Value *first = cast<Instruction>(core)->getOperand(0), *other = nullptr;
    if (isa<TruncInst>(core) || is_cut(*core)) {
      core = first;
      result.is_cut = true;
    } else if (core == result.index() && isa<SExtInst, ZExtInst>(core)) {
      if (!first->getType()->isIntegerTy(32)) return std::nullopt;
      core = first;
      result.is_cut = true;
    } else if (const auto* bits = dyn_cast<PossiblyDisjointInst>(core);
               is_of(core, {Instruction::Add}) || (bits && bits->isDisjoint())) {
      other = cast<Instruction>(core)->getOperand(1);
      if (is_uniform(first)) std::swap(first, other);
      if (!is_uniform(other)) break;
      result.shared.push_back(other);
      core = first;
    } else {
      break;
    }
  }
  if (!is_of(core, {Instruction::Xor})) {
    const bool is_sum = is_of(core, {Instruction::Or, Instruction::Add, Instruction::Sub});
    return is_sum && is_of_sums(core, shape_of, kMaxSteps) ? std::optional(result) : std::nullopt;
  }
  result.lanes = cast<Instruction>(core)->getOperand(0);
  result.distance = cast<Instruction>(core)->getOperand(1);
  if (is_uniform(result.lanes)) std::swap(result.lanes, result.distance);
  const Shape lanes = shape_of(result.lanes);
  const bool is_contiguous = is_uniform(result.distance) && lanes.is_affine() && lanes.stride == 1;
  return is_contiguous && result.shared.empty() ? std::optional(result) : std::nullopt;
}

}  // namespace heddle::compiler
