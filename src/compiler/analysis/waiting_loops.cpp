// SPDX-License-Identifier: Apache-2.0
// Finds loops in which a work-item waits for a value that another one writes after the loop. OpenCL
// promises no progress to work-items that wait for one another (§3.2.2). But where one runs after
// the other, a lock is free again when the next one comes, and programs rely on that.
#include "compiler/analysis/waiting_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/analysis/uniformity.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the address of an atomic or volatile read, by which work-items learn of one another;
/// null for others.
const Value* address_of_shared_read(const Instruction& instruction) {
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerOperand();
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  const auto* load = dyn_cast<LoadInst>(&instruction);
  const bool shared = load && !load->isSimple() && !is_local_volatile(*load);
  return shared ? load->getPointerOperand() : nullptr;
}

const Value* address_of_write(const Instruction& instruction) {
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) return store->getPointerOperand();
  if (const auto* copy = dyn_cast<AnyMemIntrinsic>(&instruction)) return copy->getRawDest();
  return isa<LoadInst>(instruction) ? nullptr : address_of_shared_read(instruction);
}

bool is_barrier(const Instruction& instruction) {
  return called_internal(instruction) == Internal::Barrier && !is_yield(instruction);
}

/// Tells whether two pointers may point to one object. Arguments are taken for different buffers.
bool may_meet(const Value* a, const Value* b) {
  SmallVector<const Value*> of_a, of_b;
  getUnderlyingObjects(a, of_a);
  getUnderlyingObjects(b, of_b);
  auto is_known = [](const Value* object) {
    const auto* instruction = dyn_cast<Instruction>(object);
    return isa<Argument, AllocaInst, GlobalValue>(object) ||
           (instruction && called_internal(*instruction) != Internal::None);
  };
  auto is_same = [&](const Value* one, const Value* other) {
    if (!is_known(one) || !is_known(other)) return true;
    const auto* first = dyn_cast<Instruction>(one);
    const auto* second = dyn_cast<Instruction>(other);
    if (first && second && called_internal(*first) != Internal::None)
      return called_internal(*first) == called_internal(*second);
    return one == other;
  };
  return any_of(of_a, [&](const Value* one) {
    return any_of(of_b, [&](const Value* other) { return is_same(one, other); });
  });
}

const Value* without_casts(const Value* value) {
  while (isa<BitCastInst, FreezeInst>(value)) value = cast<Instruction>(value)->getOperand(0);
  return value;
}

class WaitFinder {
 public:
  WaitFinder(Function& kernel, bool sub_groups, FunctionAnalysisManager& analyses)
      : tree_(analyses.getResult<DominatorTreeAnalysis>(kernel)),
        joins_(analyses.getResult<PostDominatorTreeAnalysis>(kernel)),
        loops_(analyses.getResult<LoopAnalysis>(kernel)) {
    if (sub_groups)
      lanes_ =
          &analyses.getResult<KernelUniformityAnalysis>(kernel).of_tile_at_once(Lanes{.width = 16});
  }

  const Instruction* run() {
    for (Loop* loop : loops_.getLoopsInPreorder()) {
      const bool meets = any_of(loop->blocks(), [](const BasicBlock* block) {
        return any_of(*block, address_of_shared_read);
      });
      if (!meets || always_advances(*loop) || (lanes_ && is_of_sub_group(*loop))) continue;
      for (const Instruction* read : reads_that_decide(*loop)) {
        if (is_written_elsewhere(*loop, *address_of_shared_read(*read))) return read;
      }
    }
    return nullptr;
  }

 private:
  using Reads = SmallVector<const Instruction*>;

  /// Returns the shared reads on which the exit of the loop depends, by data or control.
  Reads reads_that_decide(const Loop& loop) const {
    SmallVector<const Value*> work;
    SmallVector<BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    for (const BasicBlock* block : exiting) {
      add_conditions(loop, *block, *loop.getHeader(), work);
      append_range(work, block->getTerminator()->operand_values());
    }
    Reads reads;
    SmallPtrSet<const Value*, 32> seen;
    while (!work.empty()) {
      const auto* instruction = dyn_cast<Instruction>(work.pop_back_val());
      if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second) continue;
      if (address_of_shared_read(*instruction)) reads.push_back(instruction);
      if (isa<LoadInst>(instruction)) continue;
      append_range(work, instruction->operand_values());
      const auto* phi = dyn_cast<PHINode>(instruction);
      const BasicBlock* block = instruction->getParent();
      if (!phi || loops_.isLoopHeader(block)) continue;
      const BasicBlock* head = tree_.getNode(block)->getIDom()->getBlock();
      for (const BasicBlock* from : phi->blocks()) add_conditions(loop, *from, *head, work);
      append_range(work, head->getTerminator()->operand_values());
    }
    return reads;
  }

  /// Adds the conditions from `head` on that `block` is control dependent on.
  void add_conditions(const Loop& loop, const BasicBlock& block, const BasicBlock& head,
                      SmallVectorImpl<const Value*>& conditions) const {
    const auto* node = tree_.getNode(&block);
    if (!node) return;
    for (const BasicBlock* at = &block; at != &head;) {
      node = node->getIDom();
      if (!node) return;
      at = node->getBlock();
      if (!loop.contains(at)) return;
      if (!joins_.dominates(&block, at))
        append_range(conditions, at->getTerminator()->operand_values());
    }
  }

  /// Tells whether all lanes of a sub-group come to the loop and leave it together, or only one
  /// comes.
  bool is_of_sub_group(const Loop& loop) const {
    const BasicBlock* header = loop.getHeader();
    bool all_come = true;
    for (const auto* node = tree_.getNode(header)->getIDom(); node; node = node->getIDom()) {
      const BasicBlock* block = node->getBlock();
      if (!lanes_->has_divergent_branch(*block) || joins_.dominates(header, block)) continue;
      all_come = false;
      const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch) continue;
      for (const bool outcome : {true, false}) {
        const BasicBlockEdge edge(block, branch->getSuccessor(outcome ? 0 : 1));
        if (tree_.dominates(edge, header) && is_for_one(branch->getCondition(), outcome))
          return true;
      }
    }
    // All come to sub_group_broadcast.
    all_come |= any_of(loop.blocks(), [](const BasicBlock* block) {
      return any_of(*block, [](const Instruction& each) {
        return called_internal(each) == Internal::LanesBroadcast;
      });
    });
    SmallVector<BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    return all_come && none_of(exiting, [&](const BasicBlock* block) {
             return lanes_->has_divergent_branch(*block);
           });
  }

  /// Tells whether `condition` is `outcome` for one lane at most (`get_sub_group_local_id() == 0`).
  bool is_for_one(const Value* condition, bool outcome) const {
    using namespace PatternMatch;
    const Value *a, *b;
    if (match(condition, m_Not(m_Value(a)))) return is_for_one(a, !outcome);
    if (outcome ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                : match(condition, m_LogicalOr(m_Value(a), m_Value(b))))
      return is_for_one(a, outcome) || is_for_one(b, outcome);
    const auto* compare = dyn_cast<ICmpInst>(condition);
    if (!compare) return false;
    if (compare->getPredicate() != (outcome ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE)) return false;
    const auto is_lane = [](const Value* value) {
      if (isa<ZExtInst, SExtInst>(value)) value = cast<CastInst>(value)->getOperand(0);
      const auto* instruction = dyn_cast<Instruction>(value);
      return instruction && called_internal(*instruction) == Internal::LaneId;
    };
    a = compare->getOperand(0);
    b = compare->getOperand(1);
    return (is_lane(a) && lanes_->is_uniform(*b)) || (is_lane(b) && lanes_->is_uniform(*a));
  }

  /// Tells whether each iteration tries to exchange a value that it has loaded itself, and success
  /// leaves the loop. Then some lane leaves in each iteration: that of the first exchange.
  bool always_advances(const Loop& loop) const {
    const BasicBlock* latch = loop.getLoopLatch();
    if (!latch) return false;
    for (const BasicBlock* block : loop.blocks()) {
      const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || branch->isUnconditional() || !tree_.dominates(block, latch)) continue;
      const bool first_stays = loop.contains(branch->getSuccessor(0));
      if (first_stays == loop.contains(branch->getSuccessor(1))) continue;
      if (is_failure(loop, branch->getCondition(), first_stays)) return true;
    }
    return false;
  }

  /// Tells whether `condition` is `outcome` only if an exchange with a fresh value has failed.
  bool is_failure(const Loop& loop, const Value* condition, bool outcome) const {
    using namespace PatternMatch;
    const Value *a, *b;
    if (match(condition, m_Not(m_Value(a)))) return is_failure(loop, a, !outcome);
    if (outcome ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                : match(condition, m_LogicalOr(m_Value(a), m_Value(b))))
      return is_failure(loop, a, outcome) || is_failure(loop, b, outcome);
    const auto* extract = dyn_cast<ExtractValueInst>(condition);
    if (extract && !outcome && extract->getIndices()[0] == 1)
      return tries_fresh_value(loop, extract->getAggregateOperand(), nullptr);
    const auto* compare = dyn_cast<CmpInst>(condition);
    if (!compare) return false;
    const auto relation = compare->getPredicate();
    const bool if_equal = relation == CmpInst::ICMP_EQ || relation == CmpInst::FCMP_OEQ;
    const bool if_different = relation == CmpInst::ICMP_NE || relation == CmpInst::FCMP_UNE;
    if (!(outcome ? if_different : if_equal)) return false;
    for (unsigned side : {0, 1}) {
      const auto* old = dyn_cast<ExtractValueInst>(without_casts(compare->getOperand(side)));
      if (old && old->getIndices()[0] == 0 &&
          tries_fresh_value(loop, old->getAggregateOperand(), compare->getOperand(1 - side)))
        return true;
    }
    return false;
  }

  /// Tells whether `value` is the result of an exchange with a fresh value. `expected`: the value
  /// that the result is compared with, or null.
  bool tries_fresh_value(const Loop& loop, const Value* value, const Value* expected) const {
    const auto* exchange = dyn_cast<AtomicCmpXchgInst>(value);
    if (!exchange || !loop.contains(exchange)) return false;
    const Value* compared = without_casts(exchange->getCompareOperand());
    if (expected && without_casts(expected) != compared) return false;
    SmallPtrSet<const Value*, 8> seen;
    return is_fresh(loop, compared, seen);
  }

  /// Tells whether it is a value that the iteration has loaded, unchanged.
  bool is_fresh(const Loop& loop, const Value* value, SmallPtrSetImpl<const Value*>& seen) const {
    value = without_casts(value);
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction)) return false;
    if (isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return true;
    if (!seen.insert(value).second) return true;
    if (const auto* extract = dyn_cast<ExtractValueInst>(instruction))
      return is_fresh(loop, extract->getAggregateOperand(), seen);
    const auto* phi = dyn_cast<PHINode>(instruction);
    if (!phi) return false;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const bool is_entry = !loop.contains(phi->getIncomingBlock(i));
      if (!is_entry && !is_fresh(loop, phi->getIncomingValue(i), seen)) return false;
    }
    return true;
  }

  /// Tells whether a work-item outside of the loop writes there, between the same two barriers.
  /// Writes of all work-items that come to the loop do not count.
  bool is_written_elsewhere(const Loop& loop, const Value& address) const {
    const Blocks before = blocks_from({loop.getHeader()}, /*forward=*/false);
    SmallVector<const BasicBlock*> starts(before.begin(), before.end());
    append_range(starts, loop.blocks());
    const Blocks near = blocks_from(starts, /*forward=*/true);
    const Blocks after = blocks_from(
        SmallVector<const BasicBlock*>(loop.block_begin(), loop.block_end()), /*forward=*/true);
    for (const BasicBlock* block : near) {
      if (loop.contains(block)) continue;
      if (tree_.dominates(block, loop.getHeader()) && !after.contains(block)) continue;
      for (const Instruction& each : *block) {
        if (is_barrier(each) && !before.contains(block)) break;
        const Value* written = address_of_write(each);
        if (written && may_meet(written, &address)) return true;
      }
    }
    return false;
  }

  using Blocks = SmallPtrSet<const BasicBlock*, 32>;

  /// Returns the blocks that are reachable without passing a barrier, those with a barrier
  /// included.
  static Blocks blocks_from(ArrayRef<const BasicBlock*> starts, bool forward) {
    Blocks result;
    SmallVector<const BasicBlock*> work(starts);
    while (!work.empty()) {
      const BasicBlock* block = work.pop_back_val();
      const bool is_start = is_contained(starts, block);
      if (!result.insert(block).second || (!is_start && any_of(*block, is_barrier))) continue;
      if (forward) {
        append_range(work, successors(block));
      } else {
        append_range(work, predecessors(block));
      }
    }
    return result;
  }

  const DominatorTree& tree_;
  const PostDominatorTree& joins_;
  const LoopInfo& loops_;
  const Uniformity* lanes_ = nullptr;  ///< over a sub-group
};

}  // namespace

const Instruction* find_wait(Function& kernel, bool sub_groups, FunctionAnalysisManager& analyses) {
  const bool meets = any_of(instructions(kernel), [](const Instruction& each) {
    return address_of_shared_read(each) != nullptr;
  });
  return meets ? WaitFinder(kernel, sub_groups, analyses).run() : nullptr;
}

}  // namespace heddle::compiler
