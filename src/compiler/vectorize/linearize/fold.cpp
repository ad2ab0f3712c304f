// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/linearize/fold.h"

#include <llvm/Analysis/Loads.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/ProfDataUtils.h>

#include "compiler/analysis/block_counts.h"
#include "compiler/ir/drop_lane_intrinsics.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kCheap = 10;  // instructions that run sooner than a jump over them

/// Tells whether it is an access to a known place in private memory, where each lane has its own.
bool is_harmless(const Instruction& access) {
  const Value* pointer = getLoadStorePointerOperand(&access);
  return pointer && !access.isVolatile() && !access.isAtomic() &&
         isa<AllocaInst>(getUnderlyingObject(pointer)) &&
         isDereferenceablePointer(pointer, getLoadStoreType(&access), access.getDataLayout());
}

}  // namespace

Folder::Folder(Function& kernel, const Uniformity& uniformity, Value& base, bool masks_are_cheap)
    : kernel_(kernel),
      masks_are_cheap_(masks_are_cheap),
      chain_(kernel, base),
      blender_(chain_, uniformity) {}

void Folder::run(Level& function) {
  kept_level(function, chain_.base);
  FunctionCallee marker = lane_internal(*kernel_.getParent(), Internal::Mask);
  for (BasicBlock& block : kernel_) {
    auto place = block.isEntryBlock() ? std::next(cast<Instruction>(chain_.base)->getIterator())
                                      : block.getFirstInsertionPt();
    Builder(&block, place).CreateCall(marker, chain_.mask_of.at(&block));
  }
}

/// Folds the regions of a level whose own branches stay.
void Folder::kept_level(Level& level, Value* base) {
  BasicBlock* tail = chain_.tail;
  Value* outer = chain_.base;
  BitVector folded(level.end());
  for (FoldRegion& region : level.regions) folded |= region.inside;
  SmallVector<Value*> bases(level.end(), base);
  for (unsigned n = 0; n < level.end(); ++n) {
    LevelNode& node = level.nodes[n];
    bases[n] = narrowed_base(level, n, bases[node.idom]);
    if (folded[n]) continue;
    if (node.loop) {
      kept_level(*node.loop, bases[n]);
    } else {
      chain_.mask_of[node.block] = bases[n];
    }
  }
  for (FoldRegion& region : level.regions) {
    chain_.base = bases[region.head];
    chain_.active.push_back(chain_.base);
    fold_region(level, region, chain_.base);
    chain_.active.pop_back();
  }
  chain_.base = outer;
  chain_.tail = tail;
}

/// Emits the mask of a node after an early return: fewer lanes than at its dominator.
Value* Folder::narrowed_base(Level& level, unsigned n, Value* base) {
  for (const EarlyReturn& early : level.early_returns) {
    if (early.rest != n) continue;
    auto* branch = cast<BranchInst>(level.nodes[early.head].block->getTerminator());
    Builder at(branch);
    Value* goes = branch->getCondition();
    if (!early.is_taken) goes = at.CreateNot(goes);
    Value* mask = blender_.edge_mask(at, base, goes);
    Value* any = at.CreateCall(lane_internal(*kernel_.getParent(), Internal::Any), mask, "any");
    if (!early.is_taken) branch->swapSuccessors();
    branch->setCondition(any);
    return mask;
  }
  return base;
}

void Folder::fold_region(Level& level, FoldRegion& region, Value* base) {
  LevelNode& head = level.nodes[region.head];
  LevelNode& join = level.nodes[region.join];
  head.mask = base;
  chain_.tail = head.block;
  weigh(level, region.inside);
  finish_block(level, region.head);
  emit_inside(level, region.head, region.inside);

  SmallVector<unsigned> edges;
  for (unsigned edge : join.in) {
    unsigned from = level.edges[edge].from;
    if (from == region.head || region.inside[from]) edges.push_back(edge);
  }
  Builder at(chain_.tail);
  for (PHINode& phi : join.block->phis()) {
    Value* value = blender_.blend(level, phi, edges, at);
    for (unsigned edge : edges)
      phi.removeIncomingValue(level.edges[edge].source, /*DeletePHIIfEmpty=*/false);
    phi.addIncoming(value, chain_.tail);
  }
  at.CreateBr(join.block);
  // The join's own region may begin here: its edges in now come from one block.
  for (unsigned edge : edges) level.edges[edge].source = chain_.tail;
}

/// Estimates the instructions that a guard saves, for each node with all that it dominates.
void Folder::weigh(Level& level, const BitVector& inside) {
  for (unsigned n : inside.set_bits()) {
    const LevelNode& node = level.nodes[n];
    unsigned weight = 0;
    bool must_guard = node.loop != nullptr;
    if (is_unlikely(*node.block)) {
      must_guard = true;
      rare_.insert(node.block);
    }
    if (!node.loop) {
      for (const Instruction& each : *node.block) {
        weight += !isa<PHINode>(each) && !each.isTerminator();
        must_guard |= needs_active_lane(each) && !(masks_are_cheap_ && is_harmless(each));
      }
    }
    weight_[node.block] = weight;
    if (must_guard) must_guard_.insert(node.block);
  }
  for (unsigned n = level.end(); n-- > 1;) {
    unsigned idom = level.nodes[n].idom;
    if (inside[n] && inside[idom])
      weight_[level.nodes[idom].block] += weight_[level.nodes[n].block];
  }
}

/// Emits the inside of a region that `head` dominates. Each subtree of the dominator tree is
/// contiguous, so that one guard can jump over it.
void Folder::emit_inside(Level& level, unsigned head, const BitVector& inside) {
  // Children are in topological order: an edge into a subtree leads to its root.
  for (unsigned n : level.nodes[head].children) {
    if (inside[n]) emit(level, n, inside);
  }
}

void Folder::emit(Level& level, unsigned n, const BitVector& inside) {
  LevelNode& node = level.nodes[n];
  node.mask = blender_.entry_mask(level, n);
  const bool guard = wants_guard(level, n);
  if (guard) chain_.open_chunk(node.mask);
  if (node.loop) {
    place_loop(level, n);
  } else {
    place_block(level, n);
  }
  emit_inside(level, n, inside);
  if (guard) chain_.close_chunk();
}

bool Folder::wants_guard(const Level& level, unsigned n) const {
  const LevelNode& node = level.nodes[n];
  if (is_contained(chain_.active, node.mask)) return false;
  return must_guard_.contains(node.block) || weight_.lookup(node.block) > kCheap;
}

void Folder::place_block(Level& level, unsigned n) {
  LevelNode& node = level.nodes[n];
  chain_.link_to(node.block, rare_.contains(node.block));
  chain_.mask_of[node.block] = node.mask;
  Builder at(node.block, node.block->getFirstInsertionPt());
  for (PHINode& phi : make_early_inc_range(node.block->phis())) {
    at.SetCurrentDebugLocation(phi.getDebugLoc());
    Value* value = blender_.blend(level, phi, node.in, at);
    if (isa<SelectInst>(value) && !value->hasName()) value->takeName(&phi);
    phi.replaceAllUsesWith(value);
    phi.eraseFromParent();
  }
  for (Instruction& each : *node.block) chain_.reach_operands(each);
  finish_block(level, n);
}

/// Replaces the branch at the end of a node, which is the tail, by masks of its edges.
void Folder::finish_block(Level& level, unsigned n) {
  LevelNode& node = level.nodes[n];
  auto* branch = cast<BranchInst>(chain_.tail->getTerminator());
  Builder at(branch);
  if (branch->isUnconditional()) {
    level.edges[node.out[0]].mask = node.mask;
  } else {
    node.condition = branch->getCondition();
    Value* taken = blender_.edge_mask(at, node.mask, node.condition);
    level.edges[node.out[0]].mask = taken;
    level.edges[node.out[1]].mask = blender_.rest_of_mask(at, node.mask, taken);
  }
  branch->eraseFromParent();
}

}  // namespace heddle::compiler
