// SPDX-License-Identifier: Apache-2.0
// A loop that computes with its counter (`x + k * step`) converts it in each iteration: three or
// four instructions, the vector of it included. So the counter goes round the loop as a float as
// well, and in a vector if that is asked for: one addition. Only where no value is rounded, so that
// all are what the conversions would give.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/ir/evolution.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/vector_isa.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

struct Conversion {
  CastInst* instruction;
  Loop* loop;

  Value* number() const { return instruction->getOperand(0); }
  bool is_signed() const { return isa<SIToFPInst>(instruction); }
};

/// Of numbers that may be a line along the iterations.
SmallVector<Conversion> conversions_of(const LoopInfo& loops, const DominatorTree& dominators) {
  SmallVector<Conversion> found;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    const BasicBlock* latch = loop->getLoopLatch();
    if (!loop->isInnermost() || !latch || !loop->getLoopPredecessor()) continue;
    for (BasicBlock* block : loop->blocks()) {
      if (!dominators.dominates(block, latch)) continue;
      for (Instruction& each : *block) {
        const Type* type = each.getType();
        if (isa<SIToFPInst, UIToFPInst>(each) && (type->isFloatTy() || type->isDoubleTy()) &&
            isa<PHINode, BinaryOperator, CastInst>(each.getOperand(0)))
          found.push_back({cast<CastInst>(&each), loop});
      }
    }
  }
  return found;
}

/// Are all values of the line numbers of that type, without wrapping around?
bool is_exact(const Conversion& conversion, const SCEVAddRecExpr& line,
              ScalarEvolution& evolution) {
  const Type& type = *conversion.instruction->getType();
  const bool is_signed = conversion.is_signed();
  const unsigned bits = conversion.number()->getType()->getIntegerBitWidth();
  const APInt& by = cast<SCEVConstant>(line.getStepRecurrence(evolution))->getAPInt();
  if (type.isDoubleTy() && bits <= 32 &&
      (is_signed ? line.hasNoSignedWrap() : line.hasNoUnsignedWrap() && by.isNonNegative()))
    return true;
  const auto* first = dyn_cast<SCEVConstant>(line.getStart());
  const unsigned iterations = evolution.getSmallConstantMaxTripCount(conversion.loop);
  if (!first || iterations == 0 || bits > 64) return false;
  constexpr unsigned kWide = 128;
  const APInt step = by.sext(kWide);
  const APInt begin = is_signed ? first->getAPInt().sext(kWide) : first->getAPInt().zext(kWide);
  const APInt end = begin + step * (iterations - 1);
  const unsigned digits =
      std::min(APFloat::semanticsPrecision(type.getFltSemantics()), bits - is_signed);
  const APInt limit = APInt::getOneBitSet(kWide, digits);
  const bool is_in_range = is_signed || (begin.isNonNegative() && end.isNonNegative());
  return is_in_range && begin.abs().ult(limit) && end.abs().ult(limit) && step.abs().ult(limit);
}

ShuffleVectorInst* splat_of(User* user) {
  auto* first = dyn_cast<InsertElementInst>(user);
  if (!first || !first->hasOneUse() || !isa<UndefValue>(first->getOperand(0))) return nullptr;
  auto* splat = dyn_cast<ShuffleVectorInst>(first->user_back());
  return splat && splat->isZeroEltSplat() && splat->getOperand(0) == first ? splat : nullptr;
}

/// Null if it would have to be computed.
Value* value_of(const SCEV& number) {
  if (const auto* constant = dyn_cast<SCEVConstant>(&number)) return constant->getValue();
  const auto* value = dyn_cast<SCEVUnknown>(&number);
  return value ? value->getValue() : nullptr;
}

/// Takes the conversion's place.
void go_round(const Conversion& conversion, const SCEVAddRecExpr& line, unsigned register_bits) {
  CastInst& instruction = *conversion.instruction;
  Type* type = instruction.getType();
  SmallVector<ShuffleVectorInst*> splats;
  for (User* user : instruction.users()) {
    if (ShuffleVectorInst* splat = splat_of(user)) splats.push_back(splat);
  }
  // A register's worth, which wider vectors repeat.
  unsigned lanes = 1;
  for (const ShuffleVectorInst* splat : splats) {
    const unsigned width = cast<FixedVectorType>(splat->getType())->getNumElements();
    lanes = std::max(lanes, std::min(width, register_bits / type->getScalarSizeInBits()));
  }
  const auto as_lanes = [&](IRBuilder<>& at, Value* value) {
    return lanes > 1 ? at.CreateVectorSplat(lanes, value) : value;
  };

  const PHINode& integer = *conversion.loop->getHeader()->phis().begin();
  BasicBlock* latch = conversion.loop->getLoopLatch();
  IRBuilder<> at(conversion.loop->getLoopPredecessor()->getTerminator());
  Value* start =
      as_lanes(at, at.CreateCast(instruction.getOpcode(), value_of(*line.getStart()), type));
  const APInt& by = cast<SCEVConstant>(line.getOperand(1))->getAPInt();
  APFloat step(type->getFltSemantics());
  step.convertFromAPInt(by, /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
  at.SetInsertPoint(conversion.loop->getHeader(), conversion.loop->getHeader()->begin());
  PHINode* counter = at.CreatePHI(start->getType(), 2, "counter");
  at.SetInsertPoint(latch->getTerminator());
  Value* next = at.CreateFAdd(counter, ConstantFP::get(start->getType(), step));
  for (BasicBlock* from : integer.blocks())
    counter->addIncoming(from == latch ? next : start, from);

  for (ShuffleVectorInst* splat : splats) {
    const unsigned width = cast<FixedVectorType>(splat->getType())->getNumElements();
    SmallVector<int> repeated;
    for (unsigned i = 0; i < width; ++i) repeated.push_back(static_cast<int>(i % lanes));
    at.SetInsertPoint(splat);
    splat->replaceAllUsesWith(width == lanes ? counter : at.CreateShuffleVector(counter, repeated));
    auto* first = cast<Instruction>(splat->getOperand(0));
    splat->eraseFromParent();
    first->eraseFromParent();
  }
  if (!instruction.use_empty()) {
    at.SetInsertPoint(&instruction);
    instruction.replaceAllUsesWith(lanes > 1 ? at.CreateExtractElement(counter, uint64_t{0})
                                             : counter);
  }
  instruction.eraseFromParent();
}

void run_on(Function& function, unsigned register_bits) {
  DominatorTree tree(function);
  LoopInfo loops(tree);
  const SmallVector<Conversion> conversions = conversions_of(loops, tree);
  if (conversions.empty()) return;
  Evolution analysis(function, tree, loops);
  ScalarEvolution& evolution = analysis.result;
  for (const Conversion& each : conversions) {
    const auto* line = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(each.number()));
    if (line && line->getLoop() == each.loop && line->isAffine() &&
        isa<SCEVConstant>(line->getOperand(1)) && value_of(*line->getStart()) &&
        is_exact(each, *line, evolution))
      go_round(each, *line, register_bits);
  }
}

}  // namespace

void float_counters(Module& module, KernelContext& context) {
  if (!context.options.optimize) return;
  const VectorIsa machine(context.target);
  for (Function& function : module) {
    if (!function.isDeclaration()) run_on(function, machine.register_bits());
  }
}

}  // namespace heddle::compiler
