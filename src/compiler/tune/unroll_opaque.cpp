// SPDX-License-Identifier: Apache-2.0
#include "compiler/tune/unroll_opaque.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/ir/opaque_arithmetic.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

// The limits of LLVM's full unrolling (LoopUnrollPass.cpp) at -O2.
constexpr unsigned kMostIterations = 10;
constexpr double kMostCost = 150, kMostBoost = 4;

/// Tells whether there are opaque operations, and no calls of functions.
bool has_opaque_only(const Loop& loop) {
  bool found = false;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& each : *block) {
      if (isa<CallBase>(each) && !is_arithmetic_call(each)) return false;
      found |= called_opaque(each) != Opaque::None;
    }
  }
  return found;
}

/// Tells whether metadata says already how the loop is unrolled.
bool is_decided(const Loop& loop) {
  const MDNode* id = loop.getLoopID();
  return id && any_of(drop_begin(id->operands()), [](const MDOperand& operand) {
           const auto* hint = dyn_cast<MDNode>(operand);
           const auto* name =
               hint && hint->getNumOperands() ? dyn_cast<MDString>(hint->getOperand(0)) : nullptr;
           return name && name->getString().starts_with("llvm.loop.unroll.");
         });
}

bool is_constant_recurrence(const SCEV* scev, const Loop& loop) {
  const auto* recurrence = dyn_cast<SCEVAddRecExpr>(scev);
  return recurrence && recurrence->getLoop() == &loop &&
         all_of(recurrence->operands(), [](const SCEV* each) { return isa<SCEVConstant>(each); });
}

/// Costs of one iteration, before and after unrolling, in which the counter is a constant.
struct Costs {
  double rolled = 0, unrolled = 0;
};

Costs costs_of(const Loop& loop, const LoopInfo& loops, ScalarEvolution& evolution,
               const TargetTransformInfo& target) {
  constexpr auto kKind = TargetTransformInfo::TCK_SizeAndLatency;
  SmallPtrSet<const Value*, 16> constants;
  LoopBlocksRPO blocks(const_cast<Loop*>(&loop));
  blocks.perform(&loops);
  Costs costs;
  for (const BasicBlock* block : blocks) {
    for (const Instruction& each : *block) {
      const InstructionCost cost = target.getInstructionCost(&each, kKind);
      if (cost.isValid()) costs.rolled += static_cast<double>(cost.getValue());
      const auto is_known = [&](const Value* operand) {
        return isa<Constant, BasicBlock>(operand) || constants.contains(operand);
      };
      const bool counts =
          evolution.isSCEVable(each.getType()) &&
          is_constant_recurrence(evolution.getSCEV(const_cast<Instruction*>(&each)), loop);
      const bool is_computed = !isa<PHINode>(each) && !each.mayReadOrWriteMemory() &&
                               called_opaque(each) == Opaque::None &&
                               all_of(each.operand_values(), is_known);
      if (counts || is_computed) {
        constants.insert(&each);
      } else if (cost.isValid()) {
        costs.unrolled += static_cast<double>(cost.getValue());
      }
    }
  }
  return costs;
}

bool is_worth_it(const Costs& costs, unsigned iterations) {
  const double boost = std::min(kMostBoost, costs.rolled / std::max(costs.unrolled, 1.0));
  return costs.unrolled * iterations < kMostCost * boost;
}

}  // namespace

PreservedAnalyses UnrollOpaquePass::run(Function& function, FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<LoopAnalysis>(function);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || is_decided(*loop) || !has_opaque_only(*loop)) continue;
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    const unsigned iterations = evolution.getSmallConstantTripCount(loop);
    if (iterations < 2 || iterations > kMostIterations) continue;
    const auto& target = analyses.getResult<TargetIRAnalysis>(function);
    if (is_worth_it(costs_of(*loop, loops, evolution, target), iterations))
      addStringMetadataToLoop(loop, "llvm.loop.unroll.full");
  }
  return PreservedAnalyses::all();
}

}  // namespace heddle::compiler
