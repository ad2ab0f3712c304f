// SPDX-License-Identifier: Apache-2.0
// Returns of work-items that others leave behind on their way to a barrier, after work of their own
// or out of a loop: all of them go to one place first, where the ways of the others meet, and leave
// from there. Then they are early returns of the kind that is masked (level.h).
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/vectorize/linearize/linearize.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Is there a way from `from` to `join` on which there is no barrier?
bool passes_barriers(const BasicBlock* from, const BasicBlock* join,
                     const BarrierBlocks& barriers) {
  SmallVector<const BasicBlock*> work{from};
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    const BasicBlock* at = work.pop_back_val();
    if (at == join) return true;
    if (!barriers.contains(at) && seen.insert(at).second) append_range(work, successors(at));
  }
  return false;
}

class Unifier {
 public:
  Unifier(BasicBlock& branch, const BarrierBlocks& barriers, const DominatorTree& tree,
          const LoopInfo& loops)
      : branch_(branch), barriers_(barriers), tree_(tree), loops_(loops) {}

  bool run() {
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(branch_.getParent())) {
      if (!is_meeting_point(*block)) continue;
      rewrite(*block);
      return true;
    }
    return false;
  }

 private:
  using Blocks = SmallSetVector<BasicBlock*, 16>;

  /// Can all that return do so before `rest`? What is after it must be entered through it,
  /// and no barrier be before it.
  bool is_meeting_point(BasicBlock& rest) {
    if (&rest == &branch_ || loops_.getLoopFor(&rest) || only_returns(rest)) return false;
    before_ = reached_from(branch_, &rest);
    // The branch's own block may have one before it, unless work-items come there again.
    const bool waits = any_of(before_, [&](BasicBlock* block) {
      const bool runs = block != &branch_ || any_of(predecessors(block), [&](BasicBlock* from) {
                          return before_.contains(from);
                        });
      return runs && barriers_.contains(block);
    });
    if (waits) return false;
    const bool may_return = any_of(before_, [](BasicBlock* block) {
      return any_of(successors(block), [](BasicBlock* next) { return only_returns(*next); });
    });
    return may_return && all_of(reached_from(rest, nullptr), [&](BasicBlock* block) {
             return tree_.dominates(&rest, block) && !before_.contains(block);
           });
  }

  /// Without passing `end`, and but for mere returns.
  static Blocks reached_from(BasicBlock& from, const BasicBlock* end) {
    Blocks found;
    found.insert(&from);
    for (unsigned i = 0; i < found.size(); ++i) {
      for (BasicBlock* next : successors(found[i])) {
        if (next != end && !only_returns(*next)) found.insert(next);
      }
    }
    return found;
  }

  void rewrite(BasicBlock& point) {
    Function& kernel = *branch_.getParent();
    SmallVector<BasicBlock*> dominators;  // of the rest
    for (auto* node = tree_.getNode(&point); node; node = node->getIDom())
      dominators.push_back(node->getBlock());
    rest_ = point.splitBasicBlock(point.getFirstNonPHIIt(), point.getName() + ".rest");
    point_ = &point;
    meeting_ = BasicBlock::Create(kernel.getContext(), "returned", &kernel, rest_);
    auto* leaves = BasicBlock::Create(kernel.getContext(), "leaves", &kernel, rest_);
    IRBuilder<>(leaves).CreateBr(redirect_returns());
    point.getTerminator()->replaceSuccessorWith(rest_, meeting_);
    IRBuilder<> at(meeting_);
    PHINode* returns = merge(*at.getFalse(), *at.getTrue());
    at.CreateCondBr(returns, leaves, rest_);
    removeUnreachableBlocks(kernel);
    const DominatorTree tree(kernel);
    for (BasicBlock* block : dominators) {
      if (!tree.dominates(block, meeting_)) carry(*block, tree);
    }
  }

  /// The kernel's last block.
  BasicBlock* redirect_returns() {
    BasicBlock* last = nullptr;
    for (BasicBlock* block : before_) {
      Instruction* end = block->getTerminator();
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
        BasicBlock* target = end->getSuccessor(i);
        if (!only_returns(*target)) continue;
        last = target;
        // A block of its own: an exit of a loop is entered from this loop alone.
        ways_.push_back(
            BasicBlock::Create(block->getContext(), "returns", block->getParent(), meeting_));
        IRBuilder<>(ways_.back()).CreateBr(meeting_);
        end->setSuccessor(i, ways_.back());
      }
    }
    while (BasicBlock* next = last->getSingleSuccessor()) last = next;
    return last;
  }

  /// At the meeting: `stays` for those that go on, `gone` for those that return.
  PHINode* merge(Value& stays, Value& gone) {
    IRBuilder<> at(meeting_, meeting_->begin());
    PHINode* phi = at.CreatePHI(stays.getType(), 1 + ways_.size());
    phi->addIncoming(&stays, point_);
    for (BasicBlock* way : ways_) phi->addIncoming(&gone, way);
    return phi;
  }

  /// What `block` defines was there for the rest, whichever way work-items came.
  void carry(BasicBlock& block, const DominatorTree& tree) {
    for (Instruction& value : block) {
      auto is_behind = [&](Use& use) {
        auto* user = cast<Instruction>(use.getUser());
        auto* phi = dyn_cast<PHINode>(user);
        return tree.dominates(rest_, phi ? phi->getIncomingBlock(use) : user->getParent());
      };
      if (none_of(value.uses(), is_behind)) continue;
      value.replaceUsesWithIf(merge(value, *PoisonValue::get(value.getType())), is_behind);
    }
  }

  BasicBlock& branch_;
  const BarrierBlocks& barriers_;
  const DominatorTree& tree_;
  const LoopInfo& loops_;
  Blocks before_;  ///< from the branch on, up to the meeting point
  BasicBlock *point_ = nullptr, *meeting_ = nullptr, *rest_ = nullptr;
  SmallVector<BasicBlock*> ways_;  ///< of those that return
};

/// Looks for divergent branches after which some work-items return and others go on to a barrier.
class Finder {
 public:
  Finder(Function& kernel, const Lanes& lanes) : kernel_(kernel), lanes_(lanes) { look(); }

  void run() {
    // Each one that is unified becomes an early return.
    for (size_t most = kernel_.size(); most > 0 && unify_one(); --most) look();
  }

 private:
  bool unify_one() {
    if (barriers_.empty()) return false;
    const Uniformity uniformity(kernel_, lanes_);
    for (BasicBlock& block : kernel_) {
      const bool parts = uniformity.has_divergent_branch(block) &&
                         decides_on_barrier(block, barriers_, joins_) && !is_early_return(block) &&
                         items_may_return(block);
      if (parts && Unifier(block, barriers_, tree_, loops_).run()) return true;
    }
    return false;
  }

  void look() {
    barriers_ = blocks_with_barriers(kernel_);
    if (barriers_.empty()) return;
    joins_.recalculate(kernel_);
    tree_.recalculate(kernel_);
    loops_.releaseMemory();
    loops_.analyze(tree_);
  }

  /// The way on from the return is entered from here alone: it is run while a lane is left.
  bool is_early_return(BasicBlock& block) const {
    if (loops_.getLoopFor(&block)) return false;
    for (unsigned side : {0, 1}) {
      BasicBlock* rest = block.getTerminator()->getSuccessor(1 - side);
      if (only_returns(*block.getTerminator()->getSuccessor(side)) && !only_returns(*rest))
        return rest->getSinglePredecessor() && rules_all_behind(*rest);
    }
    return false;
  }

  bool rules_all_behind(BasicBlock& rest) const {
    SmallVector<BasicBlock*> work{&rest};
    SmallPtrSet<BasicBlock*, 16> seen;
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (only_returns(*block) || !seen.insert(block).second) continue;
      if (!tree_.dominates(&rest, block)) return false;
      append_range(work, successors(block));
    }
    return true;
  }

  /// A return that some take while others go on to a barrier is not OpenCL C, but usual: then the
  /// ways meet at the kernel's end only, and one of them has no barrier.
  bool items_may_return(BasicBlock& block) const {
    const BasicBlock* join = join_of(block, joins_);
    if (join && !only_returns(*join)) return false;
    return any_of(successors(&block), [&](BasicBlock* successor) {
      return passes_barriers(successor, join, barriers_);
    });
  }

  Function& kernel_;
  const Lanes& lanes_;
  BarrierBlocks barriers_;
  PostDominatorTree joins_;
  DominatorTree tree_;
  LoopInfo loops_;
};

}  // namespace

void unify_divergent_returns(Function& kernel, KernelContext& context) {
  Finder(kernel, context.lanes).run();
}

}  // namespace heddle::compiler
