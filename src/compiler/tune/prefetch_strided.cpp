// SPDX-License-Identifier: Apache-2.0
// Prefetches rows of a matrix. A loop that goes down a matrix reads another row in each iteration
// (`b[k * n + x]`). Processors prefetch along a line of memory, but hardly from row to row: a page
// holds few of them. So an iteration prefetches the data of a later one, as far ahead as a line of
// the last cache takes. In a tile of few rows it prefetches for the next iteration of the outer
// loop.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr uint64_t kVector = 16;  // bytes: smaller values do not count as a row
constexpr uint64_t kNear = 1024;  // bytes: along smaller steps processors prefetch by themselves
constexpr uint64_t kLine = 64;    // bytes
constexpr size_t kAhead = 256;    // instructions
constexpr size_t kMostIterations = 8;  // ahead
/// Processors fetch ahead along so many matrix rows at once, if the outer loop goes along them;
/// if it goes on to others, their lines have one iteration of it to come.
constexpr uint64_t kFewIterations = 32;
constexpr size_t kMostMatrixRows = 64;  // in a loop
constexpr size_t kShare = 8;            // one in so many instructions of a loop may prefetch

bool may_be_of_matrix_row(const Instruction& instruction) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  return load && load->isSimple() &&
         load->getDataLayout().getTypeStoreSize(load->getType()).getFixedValue() >= kVector &&
         !isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand()));
}

class MatrixRows {
 public:
  MatrixRows(const Loop& loop, const DominatorTree& dominators, ScalarEvolution& evolution)
      : loop_(loop), evolution_(evolution) {
    const BasicBlock* latch = loop.getLoopLatch();
    if (!latch || !loop.getLoopPreheader()) return;
    for (BasicBlock* block : loop.blocks()) {
      size_ += block->sizeWithoutDebug();
      if (!dominators.dominates(block, latch)) continue;
      for (Instruction& each : *block) {
        if (may_be_of_matrix_row(each)) add(cast<LoadInst>(each));
      }
    }
  }

  bool are_worth_it() const {
    return !matrix_rows_.empty() && matrix_rows_.size() <= kMostMatrixRows &&
           matrix_rows_.size() * kShare <= size_;
  }

  void prefetch() const {
    constexpr uint32_t kRead = 0, kKeep = 3, kData = 1;
    SCEVExpander expander(evolution_, "row");
    IRBuilder<> before(loop_.getLoopPreheader()->getTerminator());
    const auto expanded = [&](const SCEV* number) -> Value* {
      Instruction* place = &*before.GetInsertPoint();
      if (isa<SCEVCouldNotCompute>(number) || !expander.isSafeToExpandAt(number, place))
        return nullptr;
      return expander.expandCodeFor(number, number->getType(), place->getIterator());
    };
    const SCEV* iterations_of_loop = evolution_.getBackedgeTakenCount(&loop_);
    const auto* known = dyn_cast<SCEVConstant>(iterations_of_loop);
    Value* count = known ? nullptr : expanded(iterations_of_loop);
    Value* is_long =
        count ? before.CreateICmpUGT(count, ConstantInt::get(count->getType(), kFewIterations))
              : before.getInt1(!known || known->getAPInt().ugt(kFewIterations));
    const size_t iterations = std::clamp<size_t>(kAhead / size_, 1, kMostIterations);
    for (const auto& [load, place] : matrix_rows_) {
      const SCEV* step = place->getStepRecurrence(evolution_);
      const SCEV* ahead =
          evolution_.getMulExpr(step, evolution_.getConstant(step->getType(), iterations));
      const SCEV* around = step_around(*place);
      Value* here = match(is_long, m_Zero()) ? nullptr : expanded(ahead);
      Value* next = match(is_long, m_One()) ? nullptr : expanded(around);
      Value* distance = here ? here : next;
      if (!distance) continue;
      if (!isa<Constant>(is_long)) {
        Constant* none = Constant::getNullValue(distance->getType());
        distance = before.CreateSelect(is_long, here ? here : none, next ? next : none);
      }
      IRBuilder<> at(load);
      // The address after the last row may be invalid: that is no error, and not `inbounds`.
      Value* later = at.CreatePtrAdd(load->getPointerOperand(), distance);
      at.CreateIntrinsic(Intrinsic::prefetch, {later->getType()},
                         {later, at.getInt32(kRead), at.getInt32(kKeep), at.getInt32(kData)});
    }
  }

 private:
  void add(LoadInst& load) {
    const SCEV* pointer = evolution_.getSCEV(load.getPointerOperand());
    const auto* place = dyn_cast<SCEVAddRecExpr>(pointer);
    if (!place || place->getLoop() != &loop_ || !place->isAffine()) return;
    const auto* step = dyn_cast<SCEVConstant>(place->getStepRecurrence(evolution_));
    if (step && step->getAPInt().abs().ult(kNear)) return;
    for (const auto& [other, place_of_other] : matrix_rows_) {
      const auto apart = evolution_.computeConstantDifference(place_of_other, place);
      if (apart && apart->abs().ult(kLine)) return;
    }
    if (matrix_rows_.size() <= kMostMatrixRows) matrix_rows_.emplace_back(&load, place);
  }

  /// Returns the step of the outer loop, unless it goes along a row.
  const SCEV* step_around(const SCEVAddRecExpr& place) const {
    const auto* start = dyn_cast<SCEVAddRecExpr>(place.getStart());
    if (!start || start->getLoop() != loop_.getParentLoop() || !start->isAffine())
      return evolution_.getCouldNotCompute();
    const SCEV* step = start->getStepRecurrence(evolution_);
    const auto* known = dyn_cast<SCEVConstant>(step);
    return known && known->getAPInt().abs().ult(kNear) ? evolution_.getCouldNotCompute() : step;
  }

  const Loop& loop_;
  ScalarEvolution& evolution_;
  SmallVector<std::pair<LoadInst*, const SCEVAddRecExpr*>> matrix_rows_;
  size_t size_ = 0;
};

bool prefetch_in(Function& function, FunctionAnalysisManager& analyses) {
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  const auto may_have_rows = [](const Loop* loop) {
    return any_of(loop->blocks(),
                  [](BasicBlock* block) { return any_of(*block, may_be_of_matrix_row); });
  };
  if (none_of(loops, may_have_rows)) return false;
  auto& tree = analyses.getResult<DominatorTreeAnalysis>(function);
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    const MatrixRows rows(*loop, tree, evolution);
    if (!rows.are_worth_it()) continue;
    rows.prefetch();
    changed = true;
  }
  return changed;
}

}  // namespace

PreservedAnalyses prefetch_strided(Function& function, KernelContext& context,
                                   FunctionAnalysisManager& analyses) {
  if (!context.options.optimize) return PreservedAnalyses::all();
  return control_flow_preserved(prefetch_in(function, analyses));
}

}  // namespace heddle::compiler
