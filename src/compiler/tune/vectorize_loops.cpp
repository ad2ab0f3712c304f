// SPDX-License-Identifier: Apache-2.0
// Runs LLVM's loop vectoriser on the kernel's own loops, as it is. It tests at run time whether
// objects overlap, keeps the order of sums of floats unless the program allows otherwise (fast-math
// flags), and leaves loops with calls, atomic or volatile accesses, barriers and fences alone.
#include <llvm/ADT/SmallSet.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include "compiler/analysis/inner_loops.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The most loops to vectorise, as the vectoriser's time grows with them.
constexpr unsigned kMaxLoops = 32;

/// Tells whether addresses that the vectoriser would have to assume do not wrap have numbers of two
/// widths (`a[x + i % 16]`). LLVM 22 takes one that does not wrap for a proof that the other does
/// not either, and tests only the first (SCEVWrapPredicate::implies compares starts and steps, but
/// not widths: LLVM's issue 191382).
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

/// Marks loops that are not worth the vectoriser's time. Returns the number of the others.
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

/// Returns the lanes of the widest value in a loop's body: 1 if the loop stayed as it was.
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

/// Notes the number of vectorised loops. `chosen` counts those that the vectoriser was asked to
/// try; it has not marked the ones that it left.
void report(const LoopInfo& loops, unsigned chosen, LaneReport& report) {
  unsigned lanes = 1;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    const bool is_vectors = getBooleanLoopAttribute(loop, "llvm.loop.isvectorized");
    if (is_vectors) lanes = std::max(lanes, lanes_of(*loop));
    // Loops that were cloned into other places may be more than were chosen.
    if (!is_vectors && has_a_chance(*loop) && chosen > 1) --chosen;
  }
  if (lanes == 1) return;
  report.note(std::to_string(chosen) + (chosen > 1 ? " loops" : " loop") +
              " of a work-item in vectors of up to " + std::to_string(lanes));
}

}  // namespace

PreservedAnalyses vectorize_loops(Module& module, KernelContext& context,
                                  ModuleAnalysisManager& analyses) {
  if (!context.options.optimize || (context.lanes.are_used() && !context.lanes.same))
    return PreservedAnalyses::all();
  Function& kernel = *context.kernel(module);
  if (kernel.size() > kMaxBlocks) return PreservedAnalyses::all();
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  const unsigned chosen = choose_loops(of_function.getResult<LoopAnalysis>(kernel),
                                       of_function.getResult<ScalarEvolutionAnalysis>(kernel));
  if (chosen == 0) return PreservedAnalyses::all();
  declare_vector_forms(module);
  FunctionPassManager passes;
  passes.addPass(LoopVectorizePass());
  passes.run(kernel, of_function);
  report(of_function.getResult<LoopAnalysis>(kernel), chosen, context.report);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
