// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/block_counts.h"

#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/IR/ProfDataUtils.h>
#include <llvm/Support/Format.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the iterations of a loop, as far as they are known. A large bound is that of one
/// work-item that is alone, or of the counter's type.
double iterations_of(const Loop& loop, ScalarEvolution& evolution) {
  constexpr unsigned kUnknown = 8, kBound = 64;
  if (const unsigned exact = evolution.getSmallConstantTripCount(&loop)) return exact;
  const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
  return most == 0 || most > kBound ? kUnknown : most;
}

}  // namespace

BlockCounts::BlockCounts(Function& kernel, const LoopInfo& loops, ScalarEvolution& evolution) {
  const BranchProbabilityInfo branches(kernel, loops);
  const BlockFrequencyInfo frequencies(kernel, branches, loops);
  const auto frequency = [&](const BasicBlock& block) {
    return std::max<double>(1,
                            static_cast<double>(frequencies.getBlockFreq(&block).getFrequency()));
  };
  // LLVM's own number of iterations is left out: a loop's header counts as often as its preheader.
  DenseMap<const Loop*, double> runs;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    const BasicBlock* before = loop->getLoopPredecessor();
    const Loop* parent = loop->getParentLoop();
    const BasicBlock& top = parent ? *parent->getHeader() : kernel.getEntryBlock();
    const double around = parent ? runs.lookup(parent) : 1;
    const double taken = before ? std::min(1.0, frequency(*before) / frequency(top)) : 1;
    iterations_[loop->getHeader()] = iterations_of(*loop, evolution);
    runs[loop] = around * taken * iterations_[loop->getHeader()];
  }
  for (const BasicBlock& block : kernel) {
    const Loop* loop = loops.getLoopFor(&block);
    const BasicBlock& top = loop ? *loop->getHeader() : kernel.getEntryBlock();
    counts_[&block] =
        (loop ? runs.lookup(loop) : 1) * std::min(1.0, frequency(block) / frequency(top));
  }
}

double BlockCounts::all_iterations(const Loop* loop) const {
  double result = 1;
  for (; loop; loop = loop->getParentLoop()) result *= iterations(*loop);
  return result;
}

bool is_unlikely(const BasicBlock& block, uint64_t times) {
  const BasicBlock* before = block.getSinglePredecessor();
  const auto* branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  SmallVector<uint32_t> weights;
  if (!branch || !branch->isConditional() || !extractBranchWeights(*branch, weights)) return false;
  const uint64_t mine = weights[branch->getSuccessor(0) == &block ? 0 : 1];
  const uint64_t all = uint64_t{weights[0]} + weights[1];
  return mine * times < all;
}

void BlockCounts::print(raw_ostream& out, const Function& kernel) const {
  for (const BasicBlock& block : kernel) {
    block.printAsOperand(out, /*PrintType=*/false);
    out << format(": %g\n", of(block));
  }
}

AnalysisKey BlockCountsAnalysis::Key;

BlockCounts BlockCountsAnalysis::run(Function& kernel, FunctionAnalysisManager& analyses) {
  return {kernel, analyses.getResult<LoopAnalysis>(kernel),
          analyses.getResult<ScalarEvolutionAnalysis>(kernel)};
}

}  // namespace heddle::compiler
