// SPDX-License-Identifier: Apache-2.0
// LLVM's loop vectoriser on the kernel's own loops, as it stands: it asks at run time whether
// objects overlap, keeps the order of sums of floats unless the program gives it up (flags of
// fast-math), and leaves loops with calls, atomic or volatile accesses, barriers and fences alone.
#include "compiler/tune/inner_loops.h"

#include <llvm/ADT/SmallSet.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include "compiler/analysis/same_in_group.h"
#include "compiler/ir/evolution.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/managers.h"
#include "compiler/pipeline/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Beyond these the vectoriser, whose time grows with the square of a loop's accesses, leaves a
/// loop alone.
constexpr unsigned kMaxAccesses = 64;
constexpr size_t kMaxInstructions = 1000;
constexpr unsigned kMaxLoops = 32;

/// What no vector can do is seen at once, before anything is analysed.
bool has_a_chance(const Loop& loop) {
  size_t size = 0;
  unsigned accesses = 0;
  for (const BasicBlock* block : loop.blocks()) {
    if (!isa<BranchInst, SwitchInst>(block->getTerminator())) return false;
    for (const Instruction& instruction : *block) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const bool is_arithmetic =
          call && (isa<IntrinsicInst>(call) || called_word(*call) == Word::DotBytes);
      if (call && !is_arithmetic) return false;
      if (instruction.isAtomic() || instruction.isVolatile()) return false;
      if (instruction.getType()->isVectorTy()) return false;
      accesses += instruction.mayReadOrWriteMemory() ? 1 : 0;
    }
    size += block->size();
  }
  return size <= kMaxInstructions && accesses <= kMaxAccesses;
}

/// Are there numbers of two widths in the addresses that the vectoriser would have to assume do not
/// wrap (`a[x + i % 16]`)? LLVM 22 takes one that does not for a proof that the other does not
/// either (SCEVWrapPredicate::implies compares starts and steps, but not widths), and tests only
/// the first.
bool mixes_wraps(const Loop& loop, ScalarEvolution& evolution) {
  SmallSet<uint64_t, 4> widths;
  const auto find_casts = [&](const SCEV* part) {
    if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(part) &&
        !evolution.isLoopInvariant(part, &loop))
      widths.insert(evolution.getTypeSizeInBits(cast<SCEVCastExpr>(part)->getOperand()->getType()));
    return false;
  };
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      const Value* pointer = getLoadStorePointerOperand(&instruction);
      if (pointer) SCEVExprContains(evolution.getSCEV(const_cast<Value*>(pointer)), find_casts);
    }
  }
  return widths.size() > 1;
}

/// Says to the vectoriser which loops are not worth its time. How many are.
unsigned choose_loops(const LoopInfo& loops, ScalarEvolution& evolution) {
  unsigned chosen = 0;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    if (chosen < kMaxLoops && has_a_chance(*loop) && !mixes_wraps(*loop, evolution))
      ++chosen;
    else
      addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
  }
  return chosen;
}

/// Is there a chain of operations on floats whose order counts? Seen without analysis.
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

/// A counter, or a sum, a maximum and the like. (LLVM's own question needs a preheader.)
bool goes_in_vectors(PHINode& phi, const Loop& loop, const BasicBlock& latch,
                     ScalarEvolution& evolution) {
  if (evolution.isSCEVable(phi.getType())) {
    const auto* line = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    if (line && line->getLoop() == &loop && line->isAffine()) return true;
  }
  const auto* next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(&latch));
  if (!next || !loop.contains(next)) return false;
  const auto uses = count_if(phi.users(), [&](const User* user) {
    return loop.contains(cast<Instruction>(user)->getParent());
  });
  return isa<MinMaxIntrinsic>(next) || (uses == 1 && !isa<LoadInst>(next) && !isa<CastInst>(next));
}

/// Do neighbours of what a round reads or writes lie next to it, or is it the same in all?
bool is_near(const Value& pointer, unsigned bits, const Loop& loop, ScalarEvolution& evolution) {
  const SCEV* address = evolution.getSCEV(const_cast<Value*>(&pointer));
  if (evolution.isLoopInvariant(address, &loop)) return true;
  const auto* line = dyn_cast<SCEVAddRecExpr>(address);
  const auto* step = line && line->getLoop() == &loop && line->isAffine()
                         ? dyn_cast<SCEVConstant>(line->getStepRecurrence(evolution))
                         : nullptr;
  return step && step->getAPInt().abs().ule(4 * bits / 8);
}

/// Lanes of the widest value of a loop's body: 1 of a loop that stayed as it was.
unsigned lanes_of(const Loop& loop) {
  unsigned lanes = 1;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      if (auto* type = dyn_cast<FixedVectorType>(instruction.getType()))
        lanes = std::max(lanes, type->getNumElements());
    }
  }
  return lanes;
}

/// Of `chosen` loops, those that are no vectors have no mark.
void report(const Function& kernel, unsigned chosen, LaneReport& report) {
  const DominatorTree dominators(const_cast<Function&>(kernel));
  const LoopInfo loops(dominators);
  unsigned lanes = 1;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    const bool is_vectors = getBooleanLoopAttribute(loop, "llvm.loop.isvectorized");
    if (is_vectors) lanes = std::max(lanes, lanes_of(*loop));
    // Loops that were cloned for other places may be more than were chosen.
    if (!is_vectors && has_a_chance(*loop) && chosen > 1) --chosen;
  }
  if (lanes == 1) return;
  report.note(std::to_string(chosen) + (chosen > 1 ? " loops" : " loop") +
              " of a work-item in vectors of up to " + std::to_string(lanes));
}

/// Not a value that differs from one work-item of a group to the next, and nothing that is counted.
bool is_of_group(const CallBase& call) {
  if (isa<IntrinsicInst>(call)) return true;
  if (const Function* callee = call.getCalledFunction(); callee && is_kept_builtin(*callee))
    return true;
  const Word word = called_word(call);
  return is_same_in_group(word) || word == Word::LocalMemory || word == Word::Globals ||
         word == Word::DotBytes;
}

}  // namespace

struct OwnVectors::Analyses {
  Analyses(Function& kernel, LoopInfo& loops)
      : dominators(kernel), evolution(kernel, dominators, loops) {}

  DominatorTree dominators;
  Evolution evolution;
};

OwnVectors::OwnVectors(Function& kernel, const LoopInfo& loops) : kernel_(kernel), loops_(loops) {}

OwnVectors::~OwnVectors() = default;

OwnVectors::Analyses& OwnVectors::analyses() {
  // Nothing of the loops is changed: ScalarEvolution takes them as they are.
  if (!analyses_) analyses_ = std::make_unique<Analyses>(kernel_, const_cast<LoopInfo&>(loops_));
  return *analyses_;
}

bool OwnVectors::are_thinkable(const LoopInfo& loops) {
  return any_of(loops.getLoopsInPreorder(), [](const Loop* loop) { return looks_simple(*loop); });
}

unsigned OwnVectors::element_bits(const Loop& loop) {
  if (!looks_simple(loop)) return 0;
  const BasicBlock* latch = loop.getLoopLatch();
  ScalarEvolution& evolution = analyses().evolution.result;
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
  return bits;
}

bool all_do_the_same(const Function& kernel) {
  return all_of(instructions(kernel), [](const Instruction& instruction) {
    if (instruction.isAtomic() || instruction.isVolatile()) return false;
    const auto* call = dyn_cast<CallBase>(&instruction);
    return !call || is_of_group(*call);
  });
}

void vectorize_loops(Module& module, KernelContext& context) {
  if (!context.options.optimize || (context.lanes.are_used() && !context.lanes.same)) return;
  Function& kernel = *context.kernel(module);
  if (kernel.size() > kMaxBlocks) return;
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  Evolution evolution(kernel, dominators, loops);
  const unsigned chosen = choose_loops(loops, evolution.result);
  if (chosen == 0) return;
  PassManagers managers(context.target);
  FunctionPassManager passes;
  passes.addPass(LoopVectorizePass());
  passes.run(kernel, managers.function);
  report(kernel, chosen, context.report);
}

}  // namespace heddle::compiler
