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

#include "compiler/passes/vectorize/linearize.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

class Gatherer {
 public:
  Gatherer(BasicBlock& branch, const SmallPtrSetImpl<const BasicBlock*>& barriers,
           const DominatorTree& tree, const LoopInfo& loops)
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

  /// Can all that return do so in front of `rest`? What is behind it must be entered through it,
  /// and no barrier be before it.
  bool is_meeting_point(BasicBlock& rest) {
    if (&rest == &branch_ || loops_.getLoopFor(&rest) || only_returns(rest)) return false;
    before_ = reached_from(branch_, &rest);
    // The branch's own block may have one in front of it, unless work-items come there again.
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
  const SmallPtrSetImpl<const BasicBlock*>& barriers_;
  const DominatorTree& tree_;
  const LoopInfo& loops_;
  Blocks before_;  ///< from the branch on, up to the meeting point
  BasicBlock *point_ = nullptr, *meeting_ = nullptr, *rest_ = nullptr;
  SmallVector<BasicBlock*> ways_;  ///< of those that return
};

}  // namespace

bool gather_returns(BasicBlock& branch, const SmallPtrSetImpl<const BasicBlock*>& barriers,
                    const DominatorTree& tree, const LoopInfo& loops) {
  return Gatherer(branch, barriers, tree, loops).run();
}

}  // namespace heddle::compiler
