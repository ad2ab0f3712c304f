// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/leaving_lanes.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/analysis/modular_affine.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kMaxDepth = 16;

const Value* condition_at(const BasicBlock& exiting) {
  const auto* branch = dyn_cast<BranchInst>(exiting.getTerminator());
  return branch && branch->isConditional() ? branch->getCondition() : nullptr;
}

/// Returns the value without changes of its width, some of which optimisation leaves in counters of
/// 32 bits.
const Value* without_casts(const Value* value, const Loop& loop) {
  for (unsigned depth = 0; depth < kMaxDepth; ++depth) {
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction)) return value;
    const Value* inner = nullptr;
    if (!isa<CastInst>(instruction) && !match(value, m_And(m_Value(inner), m_LowBitMask())) &&
        !match(value, m_Shr(m_Shl(m_Value(inner), m_ConstantInt()), m_ConstantInt())))
      return value;
    value = inner ? inner : instruction->getOperand(0);
  }
  return value;
}

/// Returns the step of `value`, a counter of the loop or its next value; null if it is none.
const Value* step_of_counter(const Value* value, const Loop& loop) {
  value = without_casts(value, loop);
  const auto* phi = dyn_cast<PHINode>(value);
  if (phi) {
    if (phi->getParent() != loop.getHeader() || !loop.getLoopLatch()) return nullptr;
    value = without_casts(phi->getIncomingValueForBlock(loop.getLoopLatch()), loop);
  }
  const auto* next = dyn_cast<BinaryOperator>(value);
  if (!next || (next->getOpcode() != Instruction::Add && next->getOpcode() != Instruction::Sub) ||
      !loop.contains(next))
    return nullptr;
  const auto* counter = dyn_cast<PHINode>(without_casts(next->getOperand(0), loop));
  const bool is_counter =
      counter && counter->getParent() == loop.getHeader() && (!phi || counter == phi);
  return is_counter && loop.isLoopInvariant(next->getOperand(1)) ? next->getOperand(1) : nullptr;
}

/// Tells whether `value` is made of phis of the header, values invariant in the loop, or halves of
/// these. Sets `halves` if one is a half.
bool is_of_halves(const Value* value, const Loop& loop, SmallPtrSetImpl<const Value*>& seen,
                  bool& halves) {
  const auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction) || !seen.insert(value).second) return true;
  if (isa<PHINode>(instruction) && instruction->getParent() == loop.getHeader()) return true;
  const auto is_so = [&](const Value* operand) {
    return is_of_halves(operand, loop, seen, halves);
  };
  const APInt* by = nullptr;
  if (match(value, m_Shr(m_Value(), m_APInt(by))) || match(value, m_IDiv(m_Value(), m_APInt(by)))) {
    halves |= !by->isZero() && !by->isOne();
    halves |= instruction->isShift() && by->isOne();
    return is_so(instruction->getOperand(0));
  }
  if (const auto* select = dyn_cast<SelectInst>(instruction))
    return is_so(select->getTrueValue()) && is_so(select->getFalseValue());
  const bool is_step = isa<PHINode, CastInst>(instruction) || is_cut(*instruction) ||
                       match(value, m_Not(m_Value())) ||
                       match(value, m_Add(m_Value(), m_Value())) ||
                       match(value, m_Sub(m_Value(), m_Value()));
  return is_step && all_of(instruction->operand_values(), is_so);
}

/// Tells whether it is a search that halves its range in each iteration: the number of iterations
/// is a logarithm, nearly the same for all lanes.
bool halves_what_is_left(const Value& condition, const Loop& loop) {
  const BasicBlock* latch = loop.getLoopLatch();
  const auto* compare = dyn_cast<ICmpInst>(&condition);
  if (!latch || !compare) return false;
  bool halves = false;
  SmallPtrSet<const Value*, 32> seen;
  for (const Value* operand : compare->operand_values()) {
    if (!is_of_halves(operand, loop, seen, halves)) return false;
    // Halves may also show in the next value of a phi of the header.
    const auto* phi = dyn_cast<PHINode>(operand);
    if (phi && phi->getParent() == loop.getHeader() &&
        !is_of_halves(phi->getIncomingValueForBlock(latch), loop, seen, halves))
      return false;
  }
  return halves;
}

}  // namespace

bool leaves_together(const Value& condition, const Loop& loop, const Shapes& shapes) {
  constexpr uint64_t kManyLanes = 64;
  const auto* compare = dyn_cast<ICmpInst>(&condition);
  if (!compare) return false;
  const Value *counter = compare->getOperand(0), *end = compare->getOperand(1);
  if (shapes.of(counter).is_uniform()) std::swap(counter, end);
  const Shape shape = shapes.of(counter);
  if (!shape.is_affine() || !shapes.of(end).is_uniform()) return false;
  const Value* step = step_of_counter(counter, loop);
  const auto* constant = dyn_cast_or_null<ConstantInt>(step);
  if (constant)
    return constant->getValue().abs().uge(kManyLanes *
                                          static_cast<uint64_t>(std::abs(shape.stride)));
  return step && shapes.of(step).is_uniform();
}

bool is_divergent(const Loop& loop, const Shapes& shapes) {
  SmallVector<BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  return any_of(exiting, [&](const BasicBlock* block) {
    const Value* condition = condition_at(*block);
    return !condition || !shapes.of(condition).is_uniform();
  });
}

double busy_lanes(const Loop& loop, const Shapes& shapes, const Uniformity* uniformity) {
  constexpr double kAny = 0.6, kHalving = 0.9;
  SmallVector<BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  double busy = 1;
  for (const BasicBlock* block : exiting) {
    const Value* condition = condition_at(*block);
    if (!condition) return kAny;
    const bool is_uniform =
        shapes.of(condition).is_uniform() && (!uniformity || uniformity->is_uniform(*condition));
    if (is_uniform || leaves_together(*condition, loop, shapes)) continue;
    busy = std::min(busy, halves_what_is_left(*condition, loop) ? kHalving : kAny);
  }
  return busy;
}

}  // namespace heddle::compiler
