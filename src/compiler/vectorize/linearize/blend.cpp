// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/linearize/blend.h"

#include <llvm/Analysis/ValueTracking.h>

namespace heddle::compiler {
using namespace llvm;

/// Emits the mask of the lanes that come to a node, at the tail, before the node's guard.
Value* Blender::entry_mask(Level& level, unsigned n) {
  const LevelNode& node = level.nodes[n];
  if (level.postdominates(n, node.idom)) return level.nodes[node.idom].mask;
  Builder at(chain_.tail);
  Value* mask = nullptr;
  for (unsigned edge : node.in) {
    Value* more = chain_.reach(level.edges[edge].mask);
    mask = mask ? at.CreateOr(mask, more, "mask") : more;
  }
  chain_.add_mask(mask);
  return mask;
}

/// Emits the lanes of `mask` for which the condition is true. It may be poison for others, so an
/// `and` would not do.
Value* Blender::edge_mask(Builder& at, Value* mask, Value* condition) {
  Value* result = at.CreateLogicalAnd(mask, condition, "mask");
  chain_.add_mask(result);
  return result;
}

/// Emits the lanes of `mask` that are not in `taken`, a part of them.
Value* Blender::rest_of_mask(Builder& at, Value* mask, Value* taken) {
  Value* result = at.CreateAnd(mask, at.CreateNot(taken), "mask");
  chain_.add_mask(result);
  return result;
}

/// Emits the value of `phi` for the lanes that come along `edges`. Others have any value.
Value* Blender::blend(Level& level, PHINode& phi, ArrayRef<unsigned> edges, Builder& at) {
  Value* value = nullptr;
  bool is_one = true, may_be_undef = false;
  for (unsigned edge : edges) {
    Value* incoming = phi.getIncomingValueForBlock(level.edges[edge].source);
    if (isa<PoisonValue>(incoming)) continue;
    if (isa<UndefValue>(incoming)) {
      may_be_undef = true;
    } else {
      is_one &= !value || value == incoming;
      value = incoming;
    }
  }
  if (!is_one) return one_value(level, phi, edges, at);
  if (!value)
    return may_be_undef ? UndefValue::get(phi.getType()) : PoisonValue::get(phi.getType());
  value = chain_.reach(value);
  // The value may be poison where the lane comes with undef, which is better than that.
  if (may_be_undef && !isGuaranteedNotToBePoison(value)) value = at.CreateFreeze(value);
  return value;
}

/// Emits selects by the branches that lead to the edges, so that a phi under a uniform branch stays
/// uniform; by the edges' masks where no branch separates them.
Value* Blender::one_value(Level& level, PHINode& phi, ArrayRef<unsigned> edges, Builder& at) {
  auto incoming = [&](unsigned edge) {
    return phi.getIncomingValueForBlock(level.edges[edge].source);
  };
  if (all_of(edges, [&](unsigned edge) { return incoming(edge) == incoming(edges[0]); }))
    return chain_.reach(incoming(edges[0]));

  unsigned head = level.edges[edges[0]].from;
  for (unsigned edge : edges) head = level.common_dominator(head, level.edges[edge].from);
  Sides sides;
  if (split_sides(level, edges, head, sides)) {
    Value* taken = one_value(level, phi, sides[0], at);
    Value* other = one_value(level, phi, sides[1], at);
    return at.CreateSelect(chain_.reach(level.nodes[head].condition), taken, other);
  }
  DenseMap<unsigned, Value*> paths;
  const bool is_uniform = uniformity_.is_uniform(phi);
  Value* result = chain_.reach(incoming(edges.back()));
  for (unsigned edge : drop_end(edges)) {
    Value* value = chain_.reach(incoming(edge));
    if (value == result) continue;
    Value* goes =
        is_uniform ? path(level, edge, head, at, paths) : chain_.reach(level.edges[edge].mask);
    result = at.CreateSelect(goes, value, result);
  }
  return result;
}

/// Finds which of `edges` come from which side of the branch at the end of `head`. Returns false if
/// dominators do not tell.
bool Blender::split_sides(const Level& level, ArrayRef<unsigned> edges, unsigned head,
                          Sides& sides) const {
  const LevelNode& node = level.nodes[head];
  if (!node.condition || node.out.size() != 2) return false;
  for (unsigned edge : edges) {
    unsigned first = edge;  // out of the head
    if (unsigned below = level.edges[edge].from; below != head) {
      while (level.nodes[below].idom != head) below = level.nodes[below].idom;
      if (level.nodes[below].in.size() != 1) return false;
      first = level.nodes[below].in[0];
    }
    sides[first == node.out[1]].push_back(edge);
  }
  return !sides[0].empty() && !sides[1].empty();
}

/// Emits whether a lane at `head` comes along `edge`. It is uniform if the branches between are.
Value* Blender::path(Level& level, unsigned edge, unsigned head, Builder& at,
                     DenseMap<unsigned, Value*>& known) {
  const unsigned from = level.edges[edge].from;
  const LevelNode& node = level.nodes[from];
  Value*& here = known[from];
  if (!here && level.postdominates(from, head)) here = at.getTrue();
  Value* comes = here;
  if (!comes) {
    for (unsigned in : node.in) {
      Value* more = path(level, in, head, at, known);
      comes = comes ? at.CreateLogicalOr(comes, more) : more;
    }
    known[from] = comes;
  }
  if (node.out.size() == 1) return comes;
  if (!node.condition) return chain_.reach(level.edges[edge].mask);
  Value* condition = chain_.reach(node.condition);
  if (edge == node.out[1]) condition = at.CreateNot(condition);
  return at.CreateLogicalAnd(comes, condition);
}

}  // namespace heddle::compiler
