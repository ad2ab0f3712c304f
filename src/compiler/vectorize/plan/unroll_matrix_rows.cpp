// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/unroll_matrix_rows.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "compiler/analysis/shape.h"
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kRowBytes = 16;         // the most that a lane reads at once
constexpr unsigned kMaxInstructions = 48;  // the largest such loop

/// Returns the bytes of the elements that lanes read along matrix rows in `loop`; 0: it is no such
/// loop.
unsigned row_element(const Loop& loop, const Shapes& shapes, ScalarEvolution& evolution) {
  if (!loop.isInnermost() || loop.getNumBlocks() != 1) return 0;
  const auto* end = dyn_cast<BranchInst>(loop.getHeader()->getTerminator());
  if (!end || !end->isConditional()) return 0;
  Shape condition = shapes.of(end->getCondition());
  if (!condition.is_uniform() || condition.rows) return 0;
  if (loop.getHeader()->size() > kMaxInstructions) return 0;
  const DataLayout& layout = loop.getHeader()->getDataLayout();
  unsigned element = 0;
  for (Instruction& instruction : *loop.getHeader()) {
    if (instruction.mayWriteToMemory()) return 0;
    auto* load = dyn_cast<LoadInst>(&instruction);
    if (!load || !shapes.of(load->getPointerOperand()).is_varying()) continue;
    const auto* steps = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(load->getPointerOperand()));
    const auto* step =
        steps ? dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution)) : nullptr;
    unsigned size = layout.getTypeStoreSize(load->getType()).getFixedValue();
    if (step && step->getAPInt() == size) element = std::max(element, size);
  }
  return element;
}

}  // namespace

PreservedAnalyses unroll_matrix_rows(Function& kernel, KernelContext& context,
                                     FunctionAnalysisManager& analyses) {
  if (!context.lanes.are_used()) return PreservedAnalyses::all();
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> back_edges;
  FindFunctionBackedges(kernel, back_edges);
  if (back_edges.empty()) return PreservedAnalyses::all();
  auto& loops = analyses.getResult<LoopAnalysis>(kernel);
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(kernel);
  auto& dominators = analyses.getResult<DominatorTreeAnalysis>(kernel);
  auto& assumptions = analyses.getResult<AssumptionAnalysis>(kernel);
  auto& costs = analyses.getResult<TargetIRAnalysis>(kernel);
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(kernel).at(context.lanes);
  bool changed = false;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    const unsigned element = row_element(*loop, shapes, evolution);
    if (element == 0 || element >= kRowBytes) continue;
    simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, false);
    formLCSSARecursively(*loop, dominators, &loops, &evolution);
    OptimizationRemarkEmitter remarks(&kernel);
    UnrollLoopOptions options{};
    options.Count = kRowBytes / element;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    options.ForgetAllSCEV = true;
    options.SCEVExpansionBudget = 8;
    UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions, &costs, &remarks,
               /*PreserveLCSSA=*/true);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace heddle::compiler
