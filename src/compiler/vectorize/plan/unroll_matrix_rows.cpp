// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/unroll_matrix_rows.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "compiler/ir/managers.h"
#include "compiler/vectorize/plan/matrix_rows.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kRowBytes = 64;  // a cache line: rows may share a set, and each is there once
constexpr unsigned kLeastBytes = 16;

/// Returns the iterations that become one. Their elements fill half of the registers at the most.
/// Lines that are only read come again from the second cache sooner than their elements from other
/// registers.
unsigned iterations(const Loop& loop, unsigned element, const InstructionSet& machine) {
  const unsigned least = kLeastBytes / element;
  const bool stores =
      any_of(*loop.getHeader(), [](const Instruction& each) { return each.mayWriteToMemory(); });
  return stores ? std::max(least, std::min(kRowBytes / element, machine.vector_registers() / 2))
                : least;
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
  // Returns the loop of the iterations that are left.
  const auto unroll = [&](Loop& loop, unsigned count) {
    OptimizationRemarkEmitter remarks(&kernel);
    UnrollLoopOptions options{};
    options.Count = count;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    options.ForgetAllSCEV = true;
    options.SCEVExpansionBudget = 8;
    Loop* rest = nullptr;
    UnrollLoop(&loop, options, &loops, &evolution, &dominators, &assumptions, &costs, &remarks,
               /*PreserveLCSSA=*/true, &rest);
    return rest;
  };
  bool changed = false;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    const unsigned element = row_element(*loop, shapes, evolution);
    if (element == 0 || element >= kLeastBytes) continue;
    simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, false);
    formLCSSARecursively(*loop, dominators, &loops, &evolution);
    const unsigned count = iterations(*loop, element, context.isa);
    Loop* rest = unroll(*loop, count);
    const unsigned least = std::max(kLeastBytes / element, 2U);
    if (rest && count > least) unroll(*rest, least);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace heddle::compiler
