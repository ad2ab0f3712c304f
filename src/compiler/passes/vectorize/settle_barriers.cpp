// SPDX-License-Identifier: Apache-2.0
// Branches that decide whether a work-item meets a barrier.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/passes/uniformity.h"
#include "compiler/passes/vectorize/linearize.h"
#include "compiler/passes/vocabulary.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

using Blocks = SmallPtrSet<const BasicBlock*, 16>;

Blocks blocks_with_barriers(const Function& kernel) {
  Blocks result;
  for (const Instruction& instruction : instructions(kernel)) {
    if (called_word(instruction) == Word::Barrier) result.insert(instruction.getParent());
  }
  return result;
}

/// What a work-item can meet from `from` on before it is at `join`.
struct Ways {
  bool to_barrier = false;
  bool past_barriers = false;  ///< a way to the join on which there is none
};

Ways find_ways(const BasicBlock* from, const BasicBlock* join, const Blocks& barriers) {
  Ways ways;
  SmallVector<const BasicBlock*> work{from};
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    const BasicBlock* at = work.pop_back_val();
    if (at == join) {
      ways.past_barriers = true;
    } else if (barriers.contains(at)) {
      ways.to_barrier = true;
    } else if (seen.insert(at).second) {
      append_range(work, successors(at));
    }
  }
  return ways;
}

class Settler {
 public:
  Settler(Function& kernel, KernelContext& context) : kernel_(kernel), context_(context) { look(); }

  bool run() {
    if (barriers_.empty()) return true;
    // A condition that was made uniform may make others so.
    for (bool changed = true; changed;) {
      changed = false;
      Uniformity uniformity(kernel_, context_.lanes);
      for (BasicBlock& block : kernel_) {
        if (!uniformity.has_divergent_branch(block) || !decides(block)) continue;
        if (is_early_return(block)) continue;
        if (items_may_return(block)) {
          if (!gather_returns(block, barriers_, tree_, loops_)) {
            context_.report.note(
                "not vectorised: work-items may return before others reach a barrier",
                *block.getTerminator());
            return false;
          }
          look();
        } else {
          make_uniform(block);
        }
        changed = true;
        break;
      }
    }
    return true;
  }

 private:
  void look() {
    barriers_ = blocks_with_barriers(kernel_);
    if (barriers_.empty()) return;
    joins_.recalculate(kernel_);
    tree_.recalculate(kernel_);
    loops_.releaseMemory();
    loops_.analyze(tree_);
  }

  const BasicBlock* join_of(BasicBlock& block) const {
    auto* node = joins_.getNode(&block);
    auto* above = node ? node->getIDom() : nullptr;
    return above ? above->getBlock() : nullptr;
  }

  bool decides(BasicBlock& block) const {
    return any_of(successors(&block), [&](BasicBlock* successor) {
      return find_ways(successor, join_of(block), barriers_).to_barrier;
    });
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
    const BasicBlock* join = join_of(block);
    if (join && !only_returns(*join)) return false;
    return any_of(successors(&block), [&](BasicBlock* successor) {
      return find_ways(successor, join, barriers_).past_barriers;
    });
  }

  void make_uniform(BasicBlock& block) {
    auto* branch = cast<BranchInst>(block.getTerminator());
    FunctionCallee word = lane_word(*kernel_.getParent(), Word::GroupUniform);
    branch->setCondition(IRBuilder<>(branch).CreateCall(word, branch->getCondition(), "uniform"));
  }

  Function& kernel_;
  KernelContext& context_;
  Blocks barriers_;
  PostDominatorTree joins_;
  DominatorTree tree_;
  LoopInfo loops_;
};

}  // namespace

bool only_returns(const BasicBlock& from) {
  const BasicBlock* block = &from;
  while (const BasicBlock* next = block->getSingleSuccessor()) {
    if (block->size() > 1) return false;
    block = next;
  }
  return isa<ReturnInst>(block->front());
}

bool settle_barriers(Function& kernel, KernelContext& context) {
  return Settler(kernel, context).run();
}

}  // namespace heddle::compiler
