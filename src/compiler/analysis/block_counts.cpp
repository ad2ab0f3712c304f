// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/block_counts.h"

#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>

#include "compiler/ir/evolution.h"

namespace heddle::compiler {
using namespace llvm;

BlockCounts::BlockCounts(Function& kernel, DominatorTree& dominators, LoopInfo& loops) {
  constexpr double kUnknownRounds = 8;
  Evolution evolution(kernel, dominators, loops);
  const BranchProbabilityInfo branches(kernel, loops);
  const BlockFrequencyInfo frequencies(kernel, branches, loops);
  const auto frequency = [&](const BasicBlock& block) {
    return std::max<double>(1,
                            static_cast<double>(frequencies.getBlockFreq(&block).getFrequency()));
  };
  // LLVM's own number of rounds is left out: a loop's header runs as often as what leads to it.
  DenseMap<const Loop*, double> rounds;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    const unsigned most = evolution.result.getSmallConstantMaxTripCount(loop);
    const BasicBlock* before = loop->getLoopPredecessor();
    const Loop* parent = loop->getParentLoop();
    const BasicBlock& top = parent ? *parent->getHeader() : kernel.getEntryBlock();
    const double around = parent ? rounds.lookup(parent) : 1;
    const double taken = before ? std::min(1.0, frequency(*before) / frequency(top)) : 1;
    rounds[loop] = around * taken * (most != 0 ? most : kUnknownRounds);
  }
  for (const BasicBlock& block : kernel) {
    const Loop* loop = loops.getLoopFor(&block);
    const BasicBlock& top = loop ? *loop->getHeader() : kernel.getEntryBlock();
    counts_[&block] =
        (loop ? rounds.lookup(loop) : 1) * std::min(1.0, frequency(block) / frequency(top));
  }
}

}  // namespace heddle::compiler
