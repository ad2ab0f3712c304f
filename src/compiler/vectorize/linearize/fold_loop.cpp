// SPDX-License-Identifier: Apache-2.0
// Folds loops inside of a folded region, and loops that lanes leave at different times.
#include <llvm/IR/CFG.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/vectorize/linearize/fold.h"

namespace heddle::compiler {
using namespace llvm;

void Folder::place_loop(Level& level, unsigned n) {
  LevelNode& node = level.nodes[n];
  Level& loop = *node.loop;
  BasicBlock* before = chain_.make_block("before.loop");
  chain_.link_to(before);
  for (PHINode& phi : loop.header->phis()) {
    int entry = phi.getBasicBlockIndex(loop.preheader);
    phi.setIncomingValue(entry, chain_.reach(phi.getIncomingValue(entry)));
    phi.setIncomingBlock(entry, before);
  }
  Builder(before).CreateBr(loop.header);
  if (loop.is_divergent) {
    fold_loop(level, node);
  } else {
    keep_loop(level, node);
  }
}

/// Keeps the branches of a loop that all its lanes leave together. All its exits lead to one block
/// after it.
void Folder::keep_loop(Level& parent, LevelNode& node) {
  Level& loop = *node.loop;
  loop.for_each_block([&](BasicBlock& block) { chain_.add(&block); });
  loop.for_each_block([&](BasicBlock& block) {
    for (Instruction& each : block) chain_.reach_operands(each);
  });
  BasicBlock* after = chain_.make_block("after.loop");
  SmallVector<SmallVector<BasicBlock*, 2>> sources;  // for each exit
  for (BasicBlock* target : loop.exits) sources.emplace_back(predecessors(target));
  auto merge = [&](unsigned exit, Type* type, Value* other, function_ref<Value*(BasicBlock*)> of) {
    auto* phi = Builder(after, after->begin()).CreatePHI(type, 2);
    for (unsigned i = 0; i < sources.size(); ++i) {
      for (BasicBlock* source : sources[i])
        phi->addIncoming(i == exit ? of(source) : other, source);
    }
    return phi;
  };
  LLVMContext& context = kernel_.getContext();
  SmallVector<Value*> left;
  for (unsigned i = 0; i < loop.exits.size(); ++i) {
    BasicBlock* target = loop.exits[i];
    for (PHINode& phi : target->phis()) {
      PHINode* value = merge(
          i, phi.getType(), PoisonValue::get(phi.getType()),
          [&](BasicBlock* source) { return chain_.reach(phi.getIncomingValueForBlock(source)); });
      value->setName(phi.getName());
      for (BasicBlock* source : sources[i])
        phi.removeIncomingValue(source, /*DeletePHIIfEmpty=*/false);
      phi.addIncoming(value, after);
    }
    left.push_back(loop.exits.size() == 1
                       ? nullptr
                       : merge(i, Type::getInt1Ty(context), ConstantInt::getFalse(context),
                               [&](BasicBlock*) { return ConstantInt::getTrue(context); }));
  }
  for (unsigned i = 0; i < loop.exits.size(); ++i) {
    for (BasicBlock* source : sources[i])
      source->getTerminator()->replaceSuccessorWith(loop.exits[i], after);
  }
  chain_.active.push_back(node.mask);
  kept_level(loop, node.mask);
  chain_.active.pop_back();
  leave_loop(parent, node, after, left);
}

/// Folds a loop that lanes leave at different times. It runs until no lane is left; the values with
/// which a lane leaves are kept in phis.
void Folder::fold_loop(Level& parent, LevelNode& node) {
  Level& loop = *node.loop;
  Type* flag = Type::getInt1Ty(kernel_.getContext());
  BasicBlock* before = chain_.tail;
  BasicBlock* after = chain_.make_block("after.loop");
  BasicBlock* header = loop.header;
  MDNode* metadata = loop.latch->getTerminator()->getMetadata(LLVMContext::MD_loop);
  SmallVector<PHINode*> carried(make_pointer_range(header->phis()));
  const ValueMap outside = exit_values_from_outside(loop);

  auto* live = Builder(header, header->begin()).CreatePHI(flag, 2, "live");
  live->addIncoming(node.mask, before);
  chain_.add_mask(live);
  chain_.add(header);
  chain_.mask_of[header] = live;
  chain_.tail = header;
  Value* outer = std::exchange(chain_.base, live);
  chain_.active.push_back(live);
  loop.nodes[0].mask = live;
  for (Instruction& each : *header) {
    if (!isa<PHINode>(each)) chain_.reach_operands(each);
  }
  BitVector inside(loop.end(), true);
  inside.reset(0);
  weigh(loop, inside);
  finish_block(loop, 0);
  emit_inside(loop, 0, inside);
  BasicBlock* end = chain_.tail;

  SmallVector<Value*> left;
  for (BasicBlock* target : loop.exits)
    left.push_back(keep_aside(loop, target, before, after, outside));
  Builder at(end);
  Value* goes_on = nullptr;
  for (const LevelEdge& edge : loop.edges) {
    if (edge.target == header) goes_on = chain_.reach(edge.mask);
  }
  live->addIncoming(goes_on, end);
  for (PHINode* phi : carried) {
    int latch = phi->getBasicBlockIndex(loop.latch);
    phi->setIncomingValue(latch, chain_.reach(phi->getIncomingValue(latch)));
    phi->setIncomingBlock(latch, end);
  }
  Value* any = at.CreateCall(lane_internal(*kernel_.getParent(), Internal::Any), goes_on, "any");
  at.CreateCondBr(any, header, after)->setMetadata(LLVMContext::MD_loop, metadata);
  chain_.active.pop_back();
  chain_.base = outer;
  leave_loop(parent, node, after, left);
}

/// Returns for phis of the exits an incoming value that is the same in every iteration: a variable
/// rather than a constant, which is cheaper to select.
Folder::ValueMap Folder::exit_values_from_outside(const Level& loop) const {
  SmallPtrSet<const BasicBlock*, 16> blocks;
  loop.for_each_block([&](BasicBlock& block) { blocks.insert(&block); });
  ValueMap result;
  for (BasicBlock* target : loop.exits) {
    for (PHINode& phi : target->phis()) {
      for (Value* value : phi.incoming_values()) {
        const auto* instruction = dyn_cast<Instruction>(value);
        if (isa<UndefValue>(value) || (instruction && blocks.contains(instruction->getParent())))
          continue;
        Value*& known = result[&phi];
        if (!known || isa<Constant>(known)) known = value;
      }
    }
  }
  return result;
}

/// Collects the values of the phis of `target` over the iterations of the loop. Phis with a value
/// from `outside` begin with it, and lanes that leave with it need no select. Returns the mask of
/// the lanes that left to `target`, or null for the only exit.
Value* Folder::keep_aside(Level& loop, BasicBlock* target, BasicBlock* before, BasicBlock* after,
                          const ValueMap& outside) {
  BasicBlock* end = chain_.tail;
  Builder at(end);
  SmallVector<const LevelEdge*> edges;
  for (const LevelEdge& edge : loop.edges) {
    if (edge.target == target) edges.push_back(&edge);
  }
  auto start = [&](Type* type, Value* value) {
    auto* phi = Builder(loop.header, loop.header->begin()).CreatePHI(type, 2);
    phi->addIncoming(value, before);
    return phi;
  };
  for (PHINode& phi : target->phis()) {
    Value* value = outside.lookup(&phi);
    const auto is_new = [&, first = value](const LevelEdge* edge) {
      return phi.getIncomingValueForBlock(edge->source) != first;
    };
    if (any_of(edges, is_new)) {
      PHINode* kept =
          start(phi.getType(), value ? chain_.reach(value) : PoisonValue::get(phi.getType()));
      value = kept;
      for (const LevelEdge* edge : make_filter_range(edges, is_new)) {
        Value* leaves = chain_.reach(edge->mask);
        value = at.CreateSelect(leaves, chain_.reach(phi.getIncomingValueForBlock(edge->source)),
                                value, phi.getName());
      }
      kept->addIncoming(value, end);
    }
    while (phi.getNumIncomingValues() > 0) phi.removeIncomingValue(0u, /*DeletePHIIfEmpty=*/false);
    phi.addIncoming(value, after);
  }
  if (loop.exits.size() == 1) return nullptr;
  PHINode* kept = start(at.getInt1Ty(), at.getFalse());
  chain_.add_mask(kept);
  Value* left = kept;
  for (const LevelEdge* edge : edges) left = at.CreateOr(left, chain_.reach(edge->mask), "left");
  chain_.add_mask(left);
  kept->addIncoming(left, end);
  return left;
}

/// Continues the chain at `after`. `left`: the mask of each exit; null for a single one.
void Folder::leave_loop(Level& parent, LevelNode& node, BasicBlock* after, ArrayRef<Value*> left) {
  chain_.tail = after;
  Builder at(after);
  if (left.size() == 2) node.condition = left[0];
  for (unsigned i = 0; i < left.size(); ++i) {
    LevelEdge& edge = parent.edges[node.out[i]];
    edge.source = after;
    if (!left[i]) {
      edge.mask = node.mask;
    } else if (i == 1 && node.condition) {
      edge.mask = blender_.rest_of_mask(at, node.mask, parent.edges[node.out[0]].mask);
    } else {
      edge.mask = blender_.edge_mask(at, node.mask, left[i]);
    }
  }
}

}  // namespace heddle::compiler
