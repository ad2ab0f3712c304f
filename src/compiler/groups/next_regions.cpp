// SPDX-License-Identifier: Apache-2.0
// Chooses the next region: for the whole group; for each vector, if it is known at run time only
// which barrier each one meets; or by iterations, if vectors proceed independently from yield to
// yield.
#include "compiler/groups/work_item_loops.h"

namespace heddle::compiler {
using namespace llvm;

/// Returns the preheader of a region's loop. It stores the region that the loop runs for if several
/// share it.
BasicBlock* WorkItemLoops::preheader(unsigned loop) {
  const auto regions = graph_.run_in(loop);
  if (regions.size() == 1) return heads_[loop];
  auto* shared = BasicBlock::Create(kernel_.getContext(), "shared", &entry_.function());
  if (meeting_ == Meeting::Apart) {
    IRBuilder<> at(heads_[loop]);
    last_running_ = variable(at.getInt32Ty(), "last.running");
    at.CreateStore(at.getInt32(0), last_running_);
    at.CreateBr(shared);
    return begin_iteration_ = shared;
  }
  for (unsigned region : regions) {
    IRBuilder<> at(heads_[region]);
    if (!start_) start_ = variable(at.getInt32Ty(), "shared.start");
    at.CreateStore(at.getInt32(region), start_);
    at.CreateBr(shared);
  }
  return shared;
}

Value* WorkItemLoops::own_next(IRBuilder<>& at, const Copy& copy) {
  return at.CreateInBoundsGEP(at.getInt32Ty(), own_next_, copy.place->vector);
}

/// Skips vectors that do not wait for the region: those that have returned, and those at another
/// barrier (§6.13.8 leaves open what becomes of these; they continue from there afterwards).
void WorkItemLoops::skip_absent(unsigned index, const Nest& nest, Body& body, const Copy& copy) {
  IRBuilder<> once(nest.preheader->getTerminator());
  once.CreateStore(once.getInt32(RegionGraph::kReturn), next_);
  if (index == 0) return;
  IRBuilder<> at(body.start);
  body.start = BasicBlock::Create(kernel_.getContext(), "item.present", &entry_.function());
  Value* next = at.CreateLoad(at.getInt32Ty(), own_next(at, copy), "own.next");
  if (meeting_ == Meeting::WithoutReturned) {
    Value* stays = at.CreateICmpNE(next, at.getInt32(RegionGraph::kReturn));
    at.CreateCondBr(stays, body.start, body.latch);
    return;
  }
  auto* absent = BasicBlock::Create(kernel_.getContext(), "item.absent", &entry_.function());
  at.CreateCondBr(at.CreateICmpEQ(next, at.getInt32(index)), body.start, absent);
  at.SetInsertPoint(absent);
  Value* others = at.CreateLoad(at.getInt32Ty(), next_);
  Value* has_returned = at.CreateICmpEQ(next, at.getInt32(RegionGraph::kReturn));
  at.CreateStore(at.CreateSelect(has_returned, others, next), next_);
  at.CreateBr(body.latch);
}

/// Skips vectors that proceed independently and wait at barriers while others are at yields.
void WorkItemLoops::skip_waiting(const Nest& nest, Body& body, const Copy& copy) {
  IRBuilder<> once(nest.preheader->getTerminator());
  once.CreateStore(once.getInt32(~0u), next_);
  Value* last = once.CreateLoad(once.getInt32Ty(), last_running_);
  Value* is_first = once.CreateIsNull(last);
  IRBuilder<> at(body.start);
  body.start = BasicBlock::Create(kernel_.getContext(), "item.goes.on", &entry_.function());
  auto* waits = BasicBlock::Create(kernel_.getContext(), "item.waits", &entry_.function());
  Value* next = at.CreateLoad(at.getInt32Ty(), own_next(at, copy), "own.next");
  Value* number = at.CreateSub(next, at.getInt32(1));  // ~0 for those that have returned
  at.CreateCondBr(at.CreateOr(is_first, at.CreateICmpULT(number, last)), body.start, waits);
  at.SetInsertPoint(waits);
  note_next(at, number);
  at.CreateBr(body.latch);
}

Value* WorkItemLoops::own_start(IRBuilder<>& at, const Copy& copy) {
  Value* is_first = at.CreateIsNull(at.CreateLoad(at.getInt32Ty(), last_running_));
  Value* next = at.CreateLoad(at.getInt32Ty(), own_next(at, copy));
  return at.CreateSelect(is_first, at.getInt32(0), next);
}

void WorkItemLoops::note_next(IRBuilder<>& at, Value* number) {
  Value* least = at.CreateLoad(at.getInt32Ty(), next_);
  at.CreateStore(at.CreateBinaryIntrinsic(Intrinsic::umin, least, number), next_);
}

/// Chooses after an iteration: another one for vectors at yields, if there are any, else for those
/// at barriers.
void WorkItemLoops::choose_iteration(IRBuilder<>& at) {
  Value* least = at.CreateLoad(at.getInt32Ty(), next_);
  Value* yields = at.getInt32(graph_.yields);
  Value* all = at.getInt32(graph_.regions.size() - 1);
  at.CreateStore(at.CreateSelect(at.CreateICmpULT(least, yields), yields, all), last_running_);
  Value* have_returned = at.CreateICmpEQ(least, at.getInt32(~0u));
  at.CreateCondBr(have_returned, &entry_.latch(), begin_iteration_);
}

void WorkItemLoops::choose_start(unsigned loop, const Nest& nest, const Body& body,
                                 const Copy& copy) {
  const auto start_of = [&](unsigned region) {
    return cast<BasicBlock>(copy.map.lookup(graph_.regions[region].start));
  };
  IRBuilder<> at(body.start);
  const auto regions = graph_.run_in(loop);
  if (regions.size() == 1) {
    at.CreateBr(start_of(loop));
    return;
  }
  IRBuilder<> once(nest.preheader->getTerminator());
  Value* start =
      meeting_ == Meeting::Apart ? own_start(at, copy) : once.CreateLoad(at.getInt32Ty(), start_);
  SwitchInst* choice = at.CreateSwitch(start, start_of(loop), regions.size());
  for (unsigned region : regions)
    if (region != loop) choice->addCase(at.getInt32(region), start_of(region));
}

/// Ends a region. A barrier that also orders memory for other groups is a fence; for its own group
/// the order of the code suffices.
void WorkItemLoops::end_region(unsigned index, unsigned next, IRBuilder<>& at) {
  if (graph_.regions[index].ends_in_fence) at.CreateFence(AtomicOrdering::AcquireRelease);
  at.CreateBr(block_of(next));
}

BasicBlock* WorkItemLoops::block_of(unsigned next) {
  return next == RegionGraph::kReturn ? &entry_.latch() : heads_[next];
}

/// Returns the block from which vectors that were left at other barriers continue.
BasicBlock* WorkItemLoops::any_region() {
  if (any_region_) return any_region_;
  any_region_ = BasicBlock::Create(kernel_.getContext(), "any.region", &entry_.function());
  IRBuilder<> at(any_region_);
  SwitchInst* choice = at.CreateSwitch(at.CreateLoad(at.getInt32Ty(), next_), &entry_.latch());
  for (unsigned region = 1; region < graph_.regions.size(); ++region)
    choice->addCase(at.getInt32(region), heads_[region]);
  return any_region_;
}

/// Chooses the next region after the last item: that of the last item which has not returned. In
/// legal programs all of these agree.
void WorkItemLoops::choose_next(unsigned index, Nest& nest) {
  const auto& next = graph_.regions[index].next;
  IRBuilder<> at(nest.after);
  if (next.empty() || nest.is_written_out) {  // an endless loop without a barrier; not reached
    at.CreateUnreachable();
    return;
  }
  const bool may_be_another = meeting_ == Meeting::Unknown;
  if (next.size() == 1 && !may_be_another && meeting_ != Meeting::Apart) {
    end_region(index, next[0], at);
    return;
  }
  if (graph_.regions[index].ends_in_fence) at.CreateFence(AtomicOrdering::AcquireRelease);
  if (meeting_ == Meeting::Apart) return choose_iteration(at);
  Value* chosen = at.CreateLoad(at.getInt32Ty(), next_, "next");
  BasicBlock* otherwise = may_be_another ? any_region() : block_of(next[0]);
  SwitchInst* choice = at.CreateSwitch(chosen, otherwise, next.size());
  for (unsigned region : next) {
    if (block_of(region) != otherwise) choice->addCase(at.getInt32(region), block_of(region));
  }
}

void WorkItemLoops::drop_barriers(BasicBlock& block) {
  for (Instruction& instruction : make_early_inc_range(block)) {
    if (called_internal(instruction) == Internal::Barrier) instruction.eraseFromParent();
  }
}

/// Makes every exit of the region branch to the latch, with the region that follows; the exits of
/// the last body, if there is no loop, branch to that region directly.
void WorkItemLoops::end_items(unsigned index, const Nest& nest, Body& body, Copy& copy) {
  const bool is_last = nest.is_written_out && &body == &nest.bodies.back();
  for (BasicBlock* block : graph_.regions[index].blocks) {
    auto* clone = cast<BasicBlock>(copy.map[block]);
    Instruction* end = clone->getTerminator();
    auto after = graph_.after.find(block);
    bool returns = after == graph_.after.end() && succ_empty(block);
    if (after == graph_.after.end() && !returns) continue;
    unsigned next = returns ? RegionGraph::kReturn : after->second;
    IRBuilder<> at(end);
    const bool meet_together = meeting_ == Meeting::Together;
    if (!meet_together && (returns || index == 0 || meeting_ == Meeting::Unknown))
      at.CreateStore(at.getInt32(next), own_next(at, copy));
    if (meeting_ == Meeting::Apart) {
      if (!returns) note_next(at, at.getInt32(next - 1));
      at.CreateBr(body.latch);
      end->eraseFromParent();
      drop_barriers(*clone);
      continue;
    }
    bool says_next = meet_together ? graph_.regions[index].next.size() > 1 : !returns;
    if (is_last) {
      end_region(index, next, at);
    } else {
      if (says_next && !nest.is_written_out) at.CreateStore(at.getInt32(next), next_);
      at.CreateBr(body.latch);
    }
    end->eraseFromParent();
    drop_barriers(*clone);
  }
}

}  // namespace heddle::compiler
