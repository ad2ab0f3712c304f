// SPDX-License-Identifier: Apache-2.0
// Barriers cut a kernel into regions: region 0 starts at the entry, region r after barrier r. A
// region is every block that is reachable from its start without passing a barrier. All work-items
// of a group run one region, then all run the next: which one, each item says where its region
// ends. A block belongs to every region that reaches it, and is cloned for each, so that any
// placement of barriers that OpenCL C allows works: in loops, under uniform conditions, before
// several returns. Regions with much code in common share one copy: a choice of the start comes
// before it (share_loops).
// Where sub-groups wait for each other in loops, these have yields, which are barriers at which
// each vector goes on by itself. All regions run in one loop then: in each iteration a vector goes
// from where it is to its next yield or barrier, and past barriers when none is at a yield.
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

struct Region {
  llvm::BasicBlock* start;
  llvm::SetVector<llvm::BasicBlock*> blocks;
  llvm::SmallSetVector<unsigned, 4>
      next;                     ///< regions that may follow; kReturn if an item may return
  bool reaches_itself = false;  ///< runs again for one group, over a loop
  bool ends_in_fence =
      false;          ///< a barrier at its end orders memory beyond the group (device scope)
  unsigned loop = 0;  ///< the region in whose loop over the work-items it runs, which has the
                      ///< blocks of all such; most often itself
  llvm::SmallVector<unsigned, 1> together{};  ///< the regions of which that is true, in order
};

struct RegionGraph {
  static constexpr unsigned kReturn = 0;  ///< as a successor: region 0 never follows another

  std::vector<Region> regions;
  unsigned yields = 0;  ///< regions 1 to this one begin after yields (is_yield), not barriers
  /// Blocks that end in a barrier (followed by the branch to the region's start), and the region
  /// after.
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> after;

  bool has_barriers() const { return regions.size() > 1; }
  /// The numbers of the regions that run in a loop, in order: `loop` and those which share it.
  llvm::ArrayRef<unsigned> run_in(unsigned loop) const { return regions[loop].together; }
  bool is_shared(unsigned loop) const { return run_in(loop).size() > 1; }

  void print(llvm::raw_ostream& out) const;
};

/// Does a barrier also order memory for other groups: is it of device scope or wider? Unknown
/// scopes are.
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

/// Lets regions that have most of their code in common run in one loop, as the first part of a loop
/// does with what comes before it, and with what comes after its last barrier. Are there any?
/// For kernels whose work-items meet the same barriers.
bool share_loops(RegionGraph& graph);

/// Nothing is done from `block` on but to return.
bool only_returns(const llvm::BasicBlock& block);

/// Where all ways from the end of `block` meet again; null: at the kernel's end only.
llvm::BasicBlock* join_of(const llvm::BasicBlock& block, const llvm::PostDominatorTree& joins);

using BarrierBlocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;
/// The blocks that have a barrier.
BarrierBlocks blocks_with_barriers(const llvm::Function& kernel);
/// May work-items come from the end of `block` to a barrier before all of them meet again?
bool decides_on_barrier(const llvm::BasicBlock& block, const BarrierBlocks& barriers,
                        const llvm::PostDominatorTree& joins);

}  // namespace heddle::compiler
