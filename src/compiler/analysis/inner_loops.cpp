// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/inner_loops.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/opaque_arithmetic.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The most accesses and instructions of a loop that is vectorised: the vectoriser's time grows
/// with the square of the accesses.
constexpr unsigned kMaxAccesses = 64;
constexpr size_t kMaxInstructions = 1000;

/// Tells whether there is a recurrence of operations on floats whose order counts, without an
/// analysis.
bool waits_for_floats(const Loop& loop, const BasicBlock& latch) {
  return any_of(loop.getHeader()->phis(), [&](const PHINode& phi) {
    if (!phi.getType()->isFloatingPointTy()) return false;
    const auto* next = dyn_cast<FPMathOperator>(phi.getIncomingValueForBlock(&latch));
    return !next || !next->hasAllowReassoc();
  });
}

bool looks_simple(const Loop& loop) {
  const BasicBlock* latch = loop.getLoopLatch();
  return loop.isInnermost() && latch && loop.getExitingBlock() == latch && has_a_chance(loop) &&
         !waits_for_floats(loop, *latch);
}

/// Tells whether it is an induction or a reduction. (LLVM's RecurrenceDescriptor needs a
/// preheader.)
bool goes_in_vectors(PHINode& phi, const Loop& loop, const BasicBlock& latch,
                     ScalarEvolution& evolution) {
  if (evolution.isSCEVable(phi.getType())) {
    const auto* recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    if (recurrence && recurrence->getLoop() == &loop && recurrence->isAffine()) return true;
  }
  const auto* next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(&latch));
  if (!next || !loop.contains(next)) return false;
  const auto uses = count_if(phi.users(), [&](const User* user) {
    return loop.contains(cast<Instruction>(user)->getParent());
  });
  return isa<MinMaxIntrinsic>(next) || (uses == 1 && !isa<LoadInst>(next) && !isa<CastInst>(next));
}

/// Tells whether the address is contiguous over iterations, or invariant.
bool is_near(const Value& pointer, unsigned bits, const Loop& loop, ScalarEvolution& evolution) {
  const SCEV* address = evolution.getSCEV(const_cast<Value*>(&pointer));
  if (evolution.isLoopInvariant(address, &loop)) return true;
  const auto* recurrence = dyn_cast<SCEVAddRecExpr>(address);
  const auto* step = recurrence && recurrence->getLoop() == &loop && recurrence->isAffine()
                         ? dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution))
                         : nullptr;
  return step && step->getAPInt().abs().ule(4 * bits / 8);
}

/// Returns the bits of the largest number that is made of what the loop loads: as many of those as
/// a register holds are computed at a time.
unsigned computed_bits(const Loop& loop) {
  unsigned bits = 0;
  SmallSetVector<const Instruction*, 32> made;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      if (isa<LoadInst>(instruction)) made.insert(&instruction);
    }
  }
  for (size_t i = 0; i < made.size(); ++i) {
    if (made[i]->getType()->isIntOrPtrTy() || made[i]->getType()->isFloatingPointTy())
      bits = std::max(bits, made[i]->getType()->getScalarSizeInBits());
    for (const User* user : made[i]->users()) {
      const auto* next = cast<Instruction>(user);
      if (loop.contains(next)) made.insert(next);
    }
  }
  return bits;
}

}  // namespace

bool has_a_chance(const Loop& loop) {
  size_t size = 0;
  unsigned accesses = 0;
  for (const BasicBlock* block : loop.blocks()) {
    if (!isa<BranchInst, SwitchInst>(block->getTerminator())) return false;
    for (const Instruction& instruction : *block) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const bool is_arithmetic =
          call && (is_arithmetic_call(*call) || called_internal(*call) == Internal::DotBytes);
      if (call && !is_arithmetic) return false;
      if (instruction.isAtomic() || instruction.isVolatile()) return false;
      if (instruction.getType()->isVectorTy()) return false;
      accesses += instruction.mayReadOrWriteMemory() ? 1 : 0;
    }
    size += block->size();
  }
  return size <= kMaxInstructions && accesses <= kMaxAccesses;
}

bool may_vectorize_inner_loops(const LoopInfo& loops) {
  return any_of(loops.getLoopsInPreorder(), [](const Loop* loop) { return looks_simple(*loop); });
}

unsigned InnerLoopVectors::element_bits(const Loop& loop) {
  if (!looks_simple(loop)) return 0;
  const BasicBlock* latch = loop.getLoopLatch();
  auto& evolution = analyses_.getResult<ScalarEvolutionAnalysis>(kernel_);
  if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop))) return 0;
  if (!all_of(loop.getHeader()->phis(),
              [&](PHINode& phi) { return goes_in_vectors(phi, loop, *latch, evolution); }))
    return 0;
  unsigned bits = 0;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      const Value* pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer) continue;
      const unsigned size = getLoadStoreType(&instruction)->getScalarSizeInBits();
      if (!is_near(*pointer, size, loop, evolution)) return 0;
      bits = std::max(bits, size);
    }
  }
  return std::max(bits, computed_bits(loop));
}

}  // namespace heddle::compiler
