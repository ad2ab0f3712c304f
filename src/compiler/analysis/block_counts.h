// SPDX-License-Identifier: Apache-2.0
// How often the blocks of a kernel run, compared with each other, as far as the code shows.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Code for rare arguments (built-ins mark theirs): a guard costs less than doing it in vain.
/// `times`: it is entered less than once in so many.
bool is_unlikely(const llvm::BasicBlock& block, uint64_t times = 16);

class BlockCounts {
 public:
  BlockCounts(llvm::Function& kernel, const llvm::LoopInfo& loops,
              llvm::ScalarEvolution& evolution);
  /// For one work-item. Loops of which no bound is known have eight iterations, and each way of a
  /// branch is taken as often as LLVM thinks.
  double of(const llvm::BasicBlock& block) const { return counts_.lookup(&block); }

  void print(llvm::raw_ostream& out, const llvm::Function& kernel) const;

 private:
  llvm::DenseMap<const llvm::BasicBlock*, double> counts_;
};

class BlockCountsAnalysis : public llvm::AnalysisInfoMixin<BlockCountsAnalysis> {
 public:
  using Result = BlockCounts;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<BlockCountsAnalysis>;
  static llvm::AnalysisKey Key;
};

}  // namespace heddle::compiler
