// SPDX-License-Identifier: Apache-2.0
#include "compiler/tune/bit_reversals.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace heddle::compiler {
using namespace llvm;
using namespace PatternMatch;

namespace {

/// What is collected: r begins with `begin` and ends as `end`, the bits come from `source`, which
/// is shifted, or counted modulo its bits.
struct Reversal {
  Value *begin, *source;
  Instruction* end;
  bool is_counted;
};

/// Does it count the iterations, as OpenCL C counts bits?
bool counts_rounds(Value* place, unsigned bits, const Loop& loop, ScalarEvolution& evolution) {
  match(place, m_ZExt(m_Value(place)));
  match(place, m_And(m_Value(place), m_SpecificInt(bits - 1)));
  const auto* counter = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(place));
  return counter && counter->getLoop() == &loop && counter->getStart()->isZero() &&
         counter->isAffine() && counter->getStepRecurrence(evolution)->isOne();
}

/// The number whose lowest bit, or bit number `b` in iteration `b`, `bit` is.
Value* source_of(Value* bit, const Loop& loop, ScalarEvolution& evolution, bool& is_counted) {
  BasicBlock *block = loop.getHeader(), *before = loop.getLoopPreheader();
  Value *number = nullptr, *whole = nullptr, *place = nullptr;
  if (!match(bit, m_And(m_Value(number), m_One()))) return nullptr;
  if (match(number, m_LShr(m_Value(whole), m_Value(place))) && loop.isLoopInvariant(whole)) {
    is_counted = true;
    const unsigned bits = number->getType()->getIntegerBitWidth();
    return counts_rounds(place, bits, loop, evolution) ? whole : nullptr;
  }
  auto* shifted = dyn_cast<PHINode>(number);
  if (!shifted || shifted->getParent() != block) return nullptr;
  Value* next = shifted->getIncomingValueForBlock(block);
  return match(next, m_LShr(m_Specific(shifted), m_One()))
             ? shifted->getIncomingValueForBlock(before)
             : nullptr;
}

std::optional<Reversal> reversal_of(PHINode& phi, const Loop& loop, ScalarEvolution& evolution) {
  auto* type = dyn_cast<IntegerType>(phi.getType());
  if (!type || !isPowerOf2_32(type->getBitWidth()) || type->getBitWidth() < 8) return std::nullopt;
  auto* end = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.getHeader()));
  Value* bit = nullptr;
  if (!end || !match(end, m_c_Or(m_Shl(m_Specific(&phi), m_One()), m_Value(bit))) ||
      !phi.hasOneUse())
    return std::nullopt;
  // Nobody in the loop wants to see it half done.
  const bool is_hidden = all_of(end->users(), [&](const User* user) {
    return user == &phi || !loop.contains(cast<Instruction>(user));
  });
  if (!is_hidden || end->hasOneUse()) return std::nullopt;
  bool is_counted = false;
  Value* source = source_of(bit, loop, evolution, is_counted);
  if (!source) return std::nullopt;
  return Reversal{phi.getIncomingValueForBlock(loop.getLoopPreheader()), source, end, is_counted};
}

/// Of iterations + 1 bits, where there may be more iterations than bits.
Value* reversed(IRBuilder<>& at, const Reversal& reversal, Value* iterations) {
  Type* type = reversal.source->getType();
  const unsigned bits = type->getIntegerBitWidth();
  const auto below = [&](unsigned limit) {
    if (!isUIntN(iterations->getType()->getIntegerBitWidth(), limit))
      return cast<Value>(at.getTrue());
    return at.CreateICmpULT(iterations, ConstantInt::get(iterations->getType(), limit));
  };
  Value* number = at.CreateUnaryIntrinsic(Intrinsic::bitreverse, reversal.source);
  Value* shift = at.CreateAdd(at.CreateZExtOrTrunc(iterations, type), ConstantInt::get(type, 1));
  const auto join = [&](Value* upper) {
    return at.CreateIntrinsic(Intrinsic::fshl, {type}, {upper, number, shift});
  };
  Value* is_short = below(bits - 1);
  if (reversal.is_counted) return join(at.CreateSelect(is_short, reversal.begin, number));
  // A shift by too much is a shift by nothing here, as the other selection drops it.
  Value* rest = at.CreateAnd(shift, ConstantInt::get(type, bits - 1));
  Value* more = at.CreateSelect(below(2 * bits - 1), at.CreateShl(number, rest),
                                Constant::getNullValue(type));
  return at.CreateSelect(is_short, join(reversal.begin), more);
}

}  // namespace

PreservedAnalyses BitReversalsPass::run(Loop& loop, LoopAnalysisManager&,
                                        LoopStandardAnalysisResults& results, LPMUpdater&) {
  BasicBlock *block = loop.getHeader(), *before = loop.getLoopPreheader();
  if (loop.getNumBlocks() != 1 || !before) return PreservedAnalyses::all();
  bool changed = false;
  for (PHINode& phi : block->phis()) {
    const std::optional<Reversal> reversal = reversal_of(phi, loop, results.SE);
    if (!reversal) continue;
    const SCEV* iterations = results.SE.getBackedgeTakenCount(&loop);
    if (isa<SCEVCouldNotCompute>(iterations)) continue;
    SCEVExpander expander(results.SE, "iterations");
    Instruction* end = before->getTerminator();
    if (!expander.isSafeToExpandAt(iterations, end)) continue;
    IRBuilder<> at(end);
    Value* result =
        reversed(at, *reversal, expander.expandCodeFor(iterations, iterations->getType(), end));
    reversal->end->replaceUsesOutsideBlock(result, block);
    results.SE.forgetLoop(&loop);
    changed = true;
  }
  return changed ? getLoopPassPreservedAnalyses() : PreservedAnalyses::all();
}

}  // namespace heddle::compiler
