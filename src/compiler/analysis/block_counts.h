// SPDX-License-Identifier: Apache-2.0
// Estimates of how often the blocks of a kernel run, compared with each other.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Tells whether the block is code for rare arguments (built-ins mark theirs), entered less than
/// once in `times`: a guard costs less than running it in vain.
bool is_unlikely(const llvm::BasicBlock& block, uint64_t times = 16);

/// The counts of a kernel's blocks.
class BlockCounts {
 public:
  BlockCounts(llvm::Function& kernel, const llvm::LoopInfo& loops,
              llvm::ScalarEvolution& evolution);
  /// Returns how often one work-item runs the block. Loops without a known bound have eight
  /// iterations, and branches LLVM's probabilities.
  double of(const llvm::BasicBlock& block) const { return counts_.lookup(&block); }
  /// Returns how often one run of the loop goes round.
  double iterations(const llvm::Loop& loop) const { return iterations_.lookup(loop.getHeader()); }
  /// Returns the product of the iterations of a loop and those around it; null: 1.
  double all_iterations(const llvm::Loop* loop) const;

  void print(llvm::raw_ostream& out, const llvm::Function& kernel) const;

 private:
  llvm::DenseMap<const llvm::BasicBlock*, double> counts_;
  llvm::DenseMap<const llvm::BasicBlock*, double>
      iterations_;  ///< one run of each loop, by its header
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
