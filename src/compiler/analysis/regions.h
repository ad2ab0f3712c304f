// SPDX-License-Identifier: Apache-2.0
// The regions into which barriers cut a kernel (Karrenberg and Hack, "Improving performance of
// OpenCL on CPUs", CC 2012): region 0 starts at the entry, region r after barrier r. A region has
// all blocks that are reachable from its start without passing a barrier. All work-items of a group
// run one region, then all run the next, which each item names at the end of its region. A block
// belongs to every region that reaches it, and is cloned for each, so that any placement of
// barriers that OpenCL C allows works: in loops, under uniform conditions, before several returns.
// Regions with much code in common share one copy, with a switch to the starts before it
// (share_loops).
//
// Loops in which sub-groups wait for each other have yields: barriers at which each vector runs on
// by itself. All regions are one loop then. In each iteration a vector runs from where it is to its
// next yield or barrier, and past barriers when none is at a yield.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PassManager.h>

#include <vector>

namespace heddle::compiler {

/// The code from one barrier to the next ones.
struct Region {
  llvm::BasicBlock* start;
  llvm::SetVector<llvm::BasicBlock*> blocks;
  llvm::SmallSetVector<unsigned, 4>
      next;                     ///< the regions that may follow; kReturn if an item may return
  bool reaches_itself = false;  ///< runs again for one group, over a loop
  bool ends_in_fence =
      false;          ///< a barrier at its end orders memory beyond the group (device scope)
  unsigned loop = 0;  ///< the region in whose loop over the work-items it runs; most often itself.
                      ///< That region has the blocks of all that share its loop
  llvm::SmallVector<unsigned, 1> together{};  ///< the regions that run in its loop, in order
};

struct RegionGraph {
  static constexpr unsigned kReturn =
      0;  ///< the successor of a return: region 0 never follows another

  std::vector<Region> regions;
  unsigned yields = 0;  ///< regions 1 to this one begin after yields (is_yield), not barriers
  /// The region after each block that ends in a barrier and the branch to the region's start.
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> after;

  bool has_barriers() const { return regions.size() > 1; }
  /// Returns the numbers of the regions that run in a loop, in order: `loop` and those that share
  /// it.
  llvm::ArrayRef<unsigned> run_in(unsigned loop) const { return regions[loop].together; }
  bool is_shared(unsigned loop) const { return run_in(loop).size() > 1; }

  void print(llvm::raw_ostream& out) const;
};

/// Tells whether a barrier also orders memory for other groups: it has device scope or a wider or
/// unknown one.
bool is_fence(const llvm::CallBase& barrier);

/// Splits blocks so that each barrier stands right before its block's terminator, a branch to the
/// rest.
void split_at_barriers(llvm::Function& kernel);

/// The regions of a kernel whose blocks are split at barriers.
class RegionsAnalysis : public llvm::AnalysisInfoMixin<RegionsAnalysis> {
 public:
  using Result = RegionGraph;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<RegionsAnalysis>;
  static llvm::AnalysisKey Key;
};

/// Lets regions that have much code in common run in one loop over the work-items. Two such regions
/// are the one before a loop of the kernel and the one after that loop's last barrier: both have
/// the part up to its first barrier. Returns whether there are any. All work-items must meet the
/// same barriers.
bool share_loops(RegionGraph& graph);

/// Tells whether nothing is done from `block` on but to return.
bool only_returns(const llvm::BasicBlock& block);

/// Returns the immediate post-dominator of `block`; null: the kernel's end.
llvm::BasicBlock* join_of(const llvm::BasicBlock& block, const llvm::PostDominatorTree& joins);

using BarrierBlocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;
/// Returns the blocks that have a barrier.
BarrierBlocks blocks_with_barriers(const llvm::Function& kernel);
/// Tells whether a barrier lies between the end of `block` and its immediate post-dominator.
bool decides_on_barrier(const llvm::BasicBlock& block, const BarrierBlocks& barriers,
                        const llvm::PostDominatorTree& joins);

}  // namespace heddle::compiler
