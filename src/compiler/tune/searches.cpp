// SPDX-License-Identifier: Apache-2.0
#include "compiler/tune/searches.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

#include "compiler/analysis/live_values.h"
#include "compiler/analysis/recurrence.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr size_t kMaxInstructions = 3000;  // in all iterations together
constexpr unsigned kMaxIterations = 4;
/// The number of instructions that a processor can begin ahead by itself.
constexpr size_t kReorderBuffer = 100;

/// Tells whether it is one instruction together with its user: two logical operations are one of
/// three operands, if the machine has such.
bool is_with_next(const Instruction& instruction) {
  return instruction.isBitwiseLogicOp() && instruction.hasOneUse() &&
         instruction.user_back()->isBitwiseLogicOp() &&
         instruction.user_back()->getOperand(0) == &instruction;
}

}  // namespace

bool is_rare(Value& condition, bool holds) {
  Value *first, *second;
  if (match(&condition, m_Freeze(m_Value(first)))) return is_rare(*first, holds);
  if (match(&condition, m_Not(m_Value(first)))) return is_rare(*first, !holds);
  if (match(&condition, m_ExtractElt(m_Value(first), m_Value()))) return is_rare(*first, holds);
  const bool is_and = match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)));
  if (is_and || match(&condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
    const bool one = is_rare(*first, holds), other = is_rare(*second, holds);
    return is_and == holds ? one || other : one && other;
  }
  CmpPredicate predicate;
  if (!match(&condition, m_ICmp(predicate, m_Value(first), m_Value(second))) ||
      !ICmpInst::isEquality(predicate))
    return false;
  const bool same = (predicate == ICmpInst::ICMP_EQ) == holds;
  Value *lanes, *bits = first;
  match(first, m_And(m_Value(bits), m_ConstantInt()));
  if (match(bits, m_BitCast(m_Value(lanes))) && lanes->getType()->isIntOrIntVectorTy(1))
    return match(second, m_Zero()) && !same && is_rare(*lanes, true);
  if (!same || first->getType()->getScalarSizeInBits() < 16) return false;
  const auto is_free = [&](const Value* value) {
    const KnownBits known = computeKnownBits(value, cast<Instruction>(condition).getDataLayout());
    return known.countMaxActiveBits() - known.countMinTrailingZeros() >= 16;
  };
  return is_free(first) && (isa<Constant>(second) || is_free(second));
}

std::optional<Search> find_search(const Loop& loop) {
  BasicBlock *head = loop.getHeader(), *latch = loop.getLoopLatch();
  if (!latch || latch == head || loop.getExitingBlock() != latch || latch->hasNPredecessors(1))
    return std::nullopt;
  auto* fork = dyn_cast<BranchInst>(head->getTerminator());
  auto* end = dyn_cast<BranchInst>(latch->getTerminator());
  if (!fork || !fork->isConditional() || !end || !end->isConditional()) return std::nullopt;
  const bool rest_if = fork->getSuccessor(1) == latch;
  BasicBlock* rest = fork->getSuccessor(rest_if ? 0 : 1);
  if ((!rest_if && fork->getSuccessor(0) != latch) || rest == latch || !loop.contains(rest) ||
      rest == head)
    return std::nullopt;
  const bool more_if = end->getSuccessor(0) == head;
  return Search{head,
                latch,
                rest,
                end->getSuccessor(more_if ? 1 : 0),
                fork->getCondition(),
                rest_if,
                end->getCondition(),
                more_if};
}

unsigned iterations_for(const BasicBlock& head, const InstructionSet& machine) {
  double waiting = 0, busy = 0;
  DenseMap<const Value*, double> ready;
  size_t size = 0;
  for (const Instruction& instruction : head) {
    if (isa<PHINode>(instruction) || instruction.isTerminator()) continue;
    double start = 0;
    for (const Value* operand : instruction.operand_values())
      start = std::max(start, ready.lookup(operand));
    waiting = std::max(waiting, ready[&instruction] = start + latency(instruction));
    if (is_free(instruction)) continue;
    ++size;
    if (machine.has_ternary_logic() && is_with_next(instruction)) continue;
    const Type* type = instruction.getType();
    busy += type->isVectorTy()
                ? machine.registers(*type, cast<FixedVectorType>(type)->getNumElements()) / 2
                : 0.25;
  }
  if (size < kReorderBuffer) return 1;
  // The registers that live at the same time, in one iteration alone.
  const auto registers_of = [&](const Value& value) {
    const auto* type = dyn_cast<FixedVectorType>(value.getType());
    return type && !type->getElementType()->isIntegerTy(1)
               ? machine.registers(*type, type->getNumElements())
               : 0;
  };
  const auto is_own = [&](const Value& value) {
    const auto* instruction = dyn_cast<Instruction>(&value);
    return instruction && instruction->getParent() == &head;
  };
  LiveValues live;
  double now = 0, most = 1;
  walk_live_values(
      head, live, is_own,
      [&](const Value& value, bool begins) { now += (begins ? 1 : -1) * registers_of(value); },
      [&] {
        most = std::max(most, now);
        return true;
      });
  const double registers = machine.costs().search_registers;
  unsigned iterations = 1;
  while (iterations < kMaxIterations && (iterations + 1) * most <= registers &&
         (iterations + 1) * size <= kMaxInstructions && waiting > 0.8 * iterations * busy)
    ++iterations;
  return iterations;
}

}  // namespace heddle::compiler
