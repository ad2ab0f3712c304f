// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/matrix_rows.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxInstructions = 48;  // the largest loop that is worth unrolling

unsigned size_of(const Instruction& access) {
  return access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
}

/// Tells whether no two lanes access neighbours.
bool lie_apart(const Instruction& access, const Shapes& shapes) {
  const Shape shape = shapes.of(getLoadStorePointerOperand(&access));
  return shape.is_varying() || (shape.is_affine() && std::abs(shape.stride) > size_of(access));
}

}  // namespace

bool is_along_row(const Instruction& access, ScalarEvolution& evolution) {
  auto* pointer = const_cast<Value*>(getLoadStorePointerOperand(&access));
  const auto* steps = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(pointer));
  const auto* step = steps ? dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution)) : nullptr;
  return step && step->getAPInt() == size_of(access);
}

unsigned row_element(const Loop& loop, const Shapes& shapes, ScalarEvolution& evolution) {
  if (!loop.isInnermost() || loop.getNumBlocks() != 1) return 0;
  const auto* end = dyn_cast<BranchInst>(loop.getHeader()->getTerminator());
  if (!end || !end->isConditional()) return 0;
  const Shape condition = shapes.of(end->getCondition());
  if (!condition.is_uniform() || condition.rows || loop.getHeader()->size() > kMaxInstructions)
    return 0;
  unsigned element = 0, along = 0, elsewhere = 0;
  for (const Instruction& instruction : *loop.getHeader()) {
    const auto* store = dyn_cast<StoreInst>(&instruction);
    if (instruction.mayWriteToMemory() && (!store || !store->isSimple())) return 0;
    if (!getLoadStorePointerOperand(&instruction) || !lie_apart(instruction, shapes)) continue;
    if (is_along_row(instruction, evolution)) {
      ++along;
      element = std::max(element, size_of(instruction));
    } else if (store) {
      return 0;
    } else {
      ++elsewhere;
    }
  }
  return along >= elsewhere ? element : 0;
}

bool goes_along(const Value& address, const Loop& loop, const Shapes* shapes, unsigned depth) {
  constexpr unsigned kMaxDepth = 8;
  const auto* instruction = dyn_cast<Instruction>(&address);
  if (!instruction || !loop.contains(instruction) || depth == kMaxDepth) return false;
  if (isa<PHINode>(instruction)) {
    return instruction->getParent() == loop.getHeader() &&
           (!shapes || shapes->of(instruction).is_uniform());
  }
  return isa<GetElementPtrInst, CastInst, BinaryOperator>(instruction) &&
         any_of(instruction->operand_values(), [&](const Value* operand) {
           return goes_along(*operand, loop, shapes, depth + 1);
         });
}

bool has_large_stride(const Value& address, const Loop& loop, unsigned depth) {
  constexpr unsigned kMaxDepth = 8;
  constexpr uint64_t kNear = 4;
  const auto* instruction = dyn_cast<Instruction>(&address);
  if (!instruction || !loop.contains(instruction) || depth == kMaxDepth) return false;
  const auto near = [](const Value* step) {
    const auto* constant = dyn_cast<ConstantInt>(step);
    return constant && constant->getValue().abs().ule(kNear);
  };
  if (isa<PHINode>(instruction)) {
    if (instruction->getParent() != loop.getHeader() || !loop.getLoopLatch()) return false;
    const auto* next = dyn_cast<BinaryOperator>(
        cast<PHINode>(instruction)->getIncomingValueForBlock(loop.getLoopLatch()));
    if (!next || next->getOpcode() != Instruction::Add || near(next->getOperand(1))) return false;
    // Indices of 32 bits that may wrap are kept as 64 bits, of which the lower half counts.
    const auto* low_half = dyn_cast<BinaryOperator>(next->getOperand(0));
    return next->getOperand(0) == instruction ||
           (low_half && low_half->getOpcode() == Instruction::And &&
            low_half->getOperand(0) == instruction && isa<ConstantInt>(low_half->getOperand(1)));
  }
  if (instruction->getOpcode() == Instruction::Mul || instruction->getOpcode() == Instruction::Shl)
    return !near(instruction->getOperand(1)) && goes_along(address, loop, nullptr, depth);
  return isa<GetElementPtrInst, CastInst, BinaryOperator>(instruction) &&
         any_of(instruction->operand_values(),
                [&](const Value* operand) { return has_large_stride(*operand, loop, depth + 1); });
}

}  // namespace heddle::compiler
