// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/join_regions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/analysis/meeting.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The fewest instructions in one copy of the code after a place: with fewer another loop over the
/// work-items does not pay.
constexpr size_t kMinSaved = 16;
/// Limits of the search, which is quadratic in them.
constexpr size_t kMaxRegions = 64, kMaxJoinedBlocks = 1024;

class Joiner {
  using Edge = std::pair<BasicBlock*, BasicBlock*>;

 public:
  Joiner(Function& kernel, FunctionAnalysisManager& analyses)
      : kernel_(kernel),
        graph_(analyses.getResult<RegionsAnalysis>(kernel)),
        uniformity_(analyses.getResult<KernelUniformityAnalysis>(kernel).of_group()),
        tree_(analyses.getResult<DominatorTreeAnalysis>(kernel)),
        ends_(analyses.getResult<PostDominatorTreeAnalysis>(kernel)),
        loops_(analyses.getResult<LoopAnalysis>(kernel)) {}

  void run() {
    const size_t count = graph_.regions.size();
    if (count < 2 || count > kMaxRegions || kernel_.size() > kMaxJoinedBlocks) return;
    if (find_meeting(kernel_, graph_, uniformity_, ends_) != Meeting::Together) return;
    for (const Region& region : graph_.regions) starts_.insert(region.start);
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&kernel_)) {
      if (!is_place(*block)) continue;
      places_.push_back(block);
      starts_.insert(block);
    }
    const SmallVector<Edge> forks = find_forks();
    for (BasicBlock* place : places_)
      add_barrier(*place->splitBasicBlockBefore(place->getFirstNonPHIIt(), "joined"));
    for (const auto& [from, to] : forks) add_barrier(*SplitEdge(from, to));
  }

 private:
  bool ends_in_barrier(const BasicBlock& block) const { return graph_.after.contains(&block); }

  /// Returns the blocks between `block` and the barriers and places that it can follow, and `block`
  /// itself.
  SmallSetVector<BasicBlock*, 16> ways_to(BasicBlock& block) const {
    SmallSetVector<BasicBlock*, 16> ways;
    SmallVector<BasicBlock*> work;
    const auto add_before = [&](BasicBlock* at) {
      for (BasicBlock* before : predecessors(at))
        if (!ends_in_barrier(*before)) work.push_back(before);
    };
    add_before(&block);
    while (!work.empty()) {
      BasicBlock* at = work.pop_back_val();
      if (ways.insert(at) && !starts_.contains(at)) add_before(at);
    }
    return ways;
  }

  /// Tells whether a barrier may be added at the block. No further value may live across a barrier:
  /// from the barriers to the block nothing may differ between work-items, so that values live at
  /// the block are live at the barriers, too. From the kernel's beginning something may: those
  /// values have to live across the barriers of the loop in any case.
  bool is_place(BasicBlock& block) const {
    if (starts_.contains(&block) || !block.hasNPredecessorsOrMore(2)) return false;
    const bool bounds_loop = is_head_of_barriers(block) || is_behind_barriers(block);
    if (!bounds_loop &&
        !all_of(block.phis(), [&](PHINode& phi) { return uniformity_.is_one_value(phi); }))
      return false;
    const auto ways = ways_to(block);
    if (ways.contains(&block)) return false;
    const unsigned starts = count_if(ways, [&](BasicBlock* at) { return starts_.contains(at); });
    if (starts < 2 || !is_worth_it(block)) return false;
    const auto differs = [&](BasicBlock* at) { return !is_of_group(*at, uniformity_); };
    if (none_of(ways, differs)) return true;
    const auto comes_as_one = [&](BasicBlock* at) {
      if (!uniformity_.has_divergent_branch(*at)) return true;
      BasicBlock* join = join_of(*at, ends_);
      return join == &block || (ways.contains(join) && !tree_.dominates(&block, join));
    };
    return bounds_loop && only_from_entry(ways, differs) && all_of(ways, comes_as_one);
  }

  bool has_barriers(const Loop& loop) const {
    return any_of(loop.blocks(), [&](BasicBlock* each) { return ends_in_barrier(*each); });
  }

  bool is_head_of_barriers(BasicBlock& block) const {
    const Loop* loop = loops_.getLoopFor(&block);
    return loop && loop->getHeader() == &block && has_barriers(*loop);
  }

  bool is_behind_barriers(BasicBlock& block) const {
    return any_of(predecessors(&block), [&](BasicBlock* before) {
      const Loop* loop = loops_.getLoopFor(before);
      return loop && !loop->contains(&block) && has_barriers(*loop);
    });
  }

  bool only_from_entry(const SmallSetVector<BasicBlock*, 16>& ways,
                       function_ref<bool(BasicBlock*)> differs) const {
    SmallVector<BasicBlock*> work;
    for (BasicBlock* at : ways)
      if (starts_.contains(at) && at != &kernel_.getEntryBlock()) work.push_back(at);
    SmallPtrSet<BasicBlock*, 16> seen;
    while (!work.empty()) {
      BasicBlock* at = work.pop_back_val();
      if (!ways.contains(at) || !seen.insert(at).second) continue;
      if (differs(at)) return false;
      append_range(work, successors(at));
    }
    return !seen.empty();
  }

  bool is_worth_it(BasicBlock& block) const {
    size_t size = 0;
    SmallVector<BasicBlock*> work{&block};
    SmallPtrSet<BasicBlock*, 16> seen;
    while (!work.empty() && size < kMinSaved) {
      BasicBlock* at = work.pop_back_val();
      if (!seen.insert(at).second) continue;
      size += at->size();
      if (ends_in_barrier(*at)) continue;
      for (BasicBlock* next : successors(at))
        if (!starts_.contains(next)) work.push_back(next);
    }
    return size >= kMinSaved;
  }

  /// Tells whether the block, before its barrier, only passes values from iteration to iteration.
  bool hands_on(const BasicBlock& block) const {
    return ends_in_barrier(block) &&
           is_of_group(block, uniformity_, [](const PHINode&) { return true; });
  }

  /// Returns the edges to code that differs between work-items, from places where the group has
  /// taken a branch: after a barrier, and with only uniform instructions since.
  SmallVector<Edge> find_forks() {
    SmallVector<Edge> forks;
    for (BasicBlock* start : starts_) {
      SmallVector<Edge> ways;
      size_t ends = 0;
      SmallSetVector<BasicBlock*, 8> work;
      if (is_of_group(*start, uniformity_)) work.insert(start);
      for (size_t i = 0; i < work.size(); ++i) {
        BasicBlock* at = work[i];
        if (ends_in_barrier(*at) || succ_empty(at)) {
          ++ends;
          continue;
        }
        for (BasicBlock* next : SmallSetVector<BasicBlock*, 4>(succ_begin(at), succ_end(at))) {
          if (starts_.contains(next) || hands_on(*next))
            ++ends;
          else if (is_of_group(*next, uniformity_))
            work.insert(next);
          else
            ways.emplace_back(at, next);
        }
      }
      if (ways.size() + ends < 2) continue;
      for (const Edge& way : ways)
        if (!is_contained(forks, way)) forks.push_back(way);
    }
    return forks;
  }

  void add_barrier(BasicBlock& before) {
    const auto* end = graph_.after.begin()->first;
    const auto& barrier = cast<CallBase>(*std::prev(end->getTerminator()->getIterator()));
    IRBuilder<> at(before.getTerminator());
    constexpr unsigned kWorkGroup = 1;  // memory_scope_work_group
    at.CreateCall(barrier.getFunctionType(), barrier.getCalledOperand(),
                  {at.getInt32(0), at.getInt32(kWorkGroup)});
  }

  Function& kernel_;
  const RegionGraph& graph_;
  const Uniformity& uniformity_;
  const DominatorTree& tree_;
  const PostDominatorTree& ends_;
  const LoopInfo& loops_;
  SmallSetVector<BasicBlock*, 16> starts_;  // blocks after barriers and at places
  SmallVector<BasicBlock*> places_;
};

}  // namespace

PreservedAnalyses join_regions(Function& kernel, KernelContext& /*context*/,
                               FunctionAnalysisManager& analyses) {
  if (!has_barriers(kernel)) return PreservedAnalyses::all();
  split_at_barriers(kernel);
  analyses.invalidate(kernel, PreservedAnalyses::none());
  Joiner(kernel, analyses).run();
  return PreservedAnalyses::none();
}

bool is_of_group(const BasicBlock& block, const Uniformity& uniformity,
                 function_ref<bool(const PHINode&)> may_differ) {
  const auto is_one = [&](const Value& value) {
    return !isa<Instruction>(value) || uniformity.is_one_value(value);
  };
  if (uniformity.has_divergent_branch(block)) return false;
  return all_of(block, [&](const Instruction& each) {
    const Internal intrinsic = called_internal(each);
    if (intrinsic == Internal::Barrier || intrinsic == Internal::Mask) return true;
    if (isa<AllocaInst>(each) || each.mayReadOrWriteMemory() || each.mayHaveSideEffects())
      return false;
    const auto* phi = dyn_cast<PHINode>(&each);
    if (phi && may_differ(*phi)) return true;
    if (each.isTerminator()) return isa<BranchInst, SwitchInst, ReturnInst>(each);
    return is_one(each) && all_of(each.operands(), [&](const Use& use) { return is_one(*use); });
  });
}

}  // namespace heddle::compiler
