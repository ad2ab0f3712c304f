// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/meeting.h"

#include <llvm/IR/CFG.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Adds the blocks that work-items first come to from `from` on: those with a barrier, `join`, or
/// null for the return.
void find_next(BasicBlock* from, BasicBlock* join, const RegionGraph& graph,
               SmallPtrSetImpl<BasicBlock*>& next) {
  SmallVector<BasicBlock*> work{from};
  SmallPtrSet<BasicBlock*, 16> seen;
  while (!work.empty()) {
    BasicBlock* at = work.pop_back_val();
    if (!seen.insert(at).second) continue;
    if (only_returns(*at)) {
      next.insert(nullptr);
    } else if (at == join || graph.after.contains(at)) {
      next.insert(at);
    } else if (succ_empty(at)) {
      next.insert(nullptr);
    } else {
      append_range(work, successors(at));
    }
  }
}

}  // namespace

Meeting find_meeting(Function& kernel, const RegionGraph& graph, const Uniformity& uniformity,
                     const PostDominatorTree& joins) {
  auto meeting = Meeting::Together;
  if (graph.yields > 0) return Meeting::Apart;
  if (!graph.has_barriers()) return meeting;
  for (BasicBlock& block : kernel) {
    if (!uniformity.has_divergent_branch(block)) continue;
    BasicBlock* join = join_of(block, joins);
    SmallPtrSet<BasicBlock*, 8> next;
    for (BasicBlock* successor : successors(&block)) find_next(successor, join, graph, next);
    const bool may_return = next.contains(nullptr);
    const bool meets = any_of(next, [&](BasicBlock* at) { return at && at != join; });
    if (!meets) continue;
    if (next.size() > 1U + may_return) return Meeting::Unknown;
    meeting = Meeting::WithoutReturned;
  }
  return meeting;
}

}  // namespace heddle::compiler
