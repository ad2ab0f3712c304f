// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/linearize/level.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>

#include <optional>

#include "compiler/analysis/regions.h"

namespace heddle::compiler {
using namespace llvm;

unsigned Level::common_dominator(unsigned a, unsigned b) const {
  while (a != b) {
    if (a > b) {
      a = nodes[a].idom;
    } else {
      b = nodes[b].idom;
    }
  }
  return a;
}

unsigned Level::common_postdominator(unsigned a, unsigned b) const {
  while (a != b) {
    if (a < b) {
      a = nodes[a].ipdom;
    } else {
      b = nodes[b].ipdom;
    }
  }
  return a;
}

bool Level::postdominates(unsigned node, unsigned of) const {
  while (of < node) of = nodes[of].ipdom;
  return of == node;
}

void Level::for_each_block(function_ref<void(BasicBlock&)> visit) const {
  for (const LevelNode& node : nodes) {
    if (node.loop) {
      node.loop->for_each_block(visit);
    } else {
      visit(*node.block);
    }
  }
}

namespace {

/// Finds the regions of one level, whose inner loops are known already.
class RegionFinder {
 public:
  RegionFinder(Level& level, const Uniformity& uniformity)
      : level_(level), uniformity_(uniformity) {}

  void run() {
    for (unsigned n = 0; n < level_.end(); ++n) {
      if (!parts_lanes(n) || is_inside(n)) continue;
      if (auto found = early_return(n)) {
        level_.early_returns.push_back(*found);
        continue;
      }
      unsigned head = level_.nodes[n].loop ? preheader_of(n) : n;
      if (!add(head, level_.nodes[n].ipdom)) {
        level_.is_divergent = true;
        level_.regions.clear();
        return;
      }
    }
    erase_if(level_.early_returns, [&](const EarlyReturn& found) {
      return is_inside(found.head) || any_of(level_.regions, [&](const FoldRegion& region) {
               return region.head == found.head;
             });
    });
  }

 private:
  bool parts_lanes(unsigned n) const {
    const LevelNode& node = level_.nodes[n];
    if (node.loop) return node.loop->is_divergent;
    return node.out.size() > 1 && uniformity_.has_divergent_branch(*node.block);
  }

  std::optional<EarlyReturn> early_return(unsigned n) const {
    const LevelNode& node = level_.nodes[n];
    if (level_.header || node.loop) return std::nullopt;
    for (unsigned side : {0, 1}) {
      unsigned rest = level_.edges[node.out[side]].to, other = level_.edges[node.out[1 - side]].to;
      if (is_end(other) && !is_end(rest) && dominates_the_rest(rest))
        return EarlyReturn{n, rest, side == 0};
    }
    return std::nullopt;
  }

  bool is_end(unsigned n) const {
    return !level_.nodes[n].loop && only_returns(*level_.nodes[n].block);
  }

  /// Tells whether `rest` has one edge in, and dominates all that is reachable from it but the end.
  bool dominates_the_rest(unsigned rest) const {
    if (level_.nodes[rest].in.size() != 1) return false;
    BitVector seen(level_.end());
    seen.set(rest);
    for (unsigned n = rest; n < level_.end(); ++n) {
      if (!seen[n] || is_end(n)) continue;
      if (level_.common_dominator(n, rest) != rest) return false;
      for (unsigned edge : level_.nodes[n].out) seen.set(level_.edges[edge].to);
    }
    return true;
  }

  bool is_inside(unsigned n) const {
    return any_of(level_.regions, [&](const FoldRegion& region) { return region.inside[n]; });
  }

  unsigned preheader_of(unsigned loop) const {
    return level_.edges[level_.nodes[loop].in.front()].from;
  }

  /// Returns false if lanes leave the loop of this level in the region.
  bool add(unsigned head, unsigned join) {
    FoldRegion region{head, join, {}};
    for (;;) {
      if (region.join == level_.end()) return false;
      expand(region);
      if (region.join == level_.end()) return false;
      auto other = find_if(level_.regions, [&](const FoldRegion& known) {
        return known.head == region.head || known.inside[region.head] || region.inside[known.head];
      });
      if (other == level_.regions.end()) break;
      region.head = level_.common_dominator(region.head, other->head);
      region.join = level_.common_postdominator(region.join, other->join);
      level_.regions.erase(other);
    }
    level_.regions.push_back(std::move(region));
    return true;
  }

  /// Collects the inside, and moves the head up and the join down until the region has one entry.
  void expand(FoldRegion& region) {
    for (bool grown = true; grown;) {
      grown = false;
      if (level_.nodes[region.head].loop) region.head = preheader_of(region.head);
      region.join = level_.common_postdominator(region.join, level_.nodes[region.head].ipdom);
      if (region.join == level_.end()) return;
      collect(region);
      for (unsigned n : region.inside.set_bits()) {
        for (unsigned edge : level_.nodes[n].in) {
          unsigned from = level_.edges[edge].from;
          if (from == region.head || region.inside[from]) continue;
          region.head = level_.common_dominator(region.head, from);
          grown = true;
        }
      }
    }
  }

  void collect(FoldRegion& region) {
    region.inside.clear();
    region.inside.resize(level_.end());
    for (unsigned n = region.head; n < region.join; ++n) {
      if (n != region.head && !region.inside[n]) continue;
      for (unsigned edge : level_.nodes[n].out) {
        unsigned to = level_.edges[edge].to;
        if (to != region.join) region.inside.set(to);
      }
    }
  }

  Level& level_;
  const Uniformity& uniformity_;
};

class LevelBuilder {
 public:
  LevelBuilder(Function& kernel, const Uniformity& uniformity, const LoopInfo& loops)
      : uniformity_(uniformity), loops_(loops) {
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&kernel)) {
      position_[block] = order_.size();
      order_.push_back(block);
    }
  }

  Level function() { return build(nullptr, order_); }

 private:
  using Blocks = std::vector<BasicBlock*>;

  Level build(Loop* loop, const Blocks& blocks) {
    Level level;
    if (loop) {
      level.preheader = loop->getLoopPreheader();
      level.header = loop->getHeader();
      level.latch = loop->getLoopLatch();
    }
    DenseMap<BasicBlock*, unsigned> index;
    for (BasicBlock* block : blocks) {
      Loop* inner = loops_.getLoopFor(block);
      if (inner == loop) {
        index[block] = level.nodes.size();
        level.nodes.push_back({block, nullptr, {}, {}});
      } else if (inner->getHeader() == block && inner->getParentLoop() == loop) {
        index[block] = level.nodes.size();
        level.nodes.push_back({block, std::make_unique<Level>(build_loop(inner)), {}, {}});
      }
    }
    for (unsigned n = 0; n < level.end(); ++n) add_edges(level, n, index);
    find_dominators(level);
    RegionFinder(level, uniformity_).run();
    return level;
  }

  Level build_loop(Loop* loop) {
    Blocks blocks(loop->block_begin(), loop->block_end());
    sort(blocks, [&](BasicBlock* a, BasicBlock* b) { return position_[a] < position_[b]; });
    return build(loop, blocks);
  }

  static void add_edges(Level& level, unsigned n, const DenseMap<BasicBlock*, unsigned>& index) {
    LevelNode& node = level.nodes[n];
    auto add = [&](BasicBlock* source, BasicBlock* target) {
      auto found = index.find(target);
      bool leaves = found == index.end() || target == level.header;
      if (leaves && target != level.header) level.exits.insert(target);
      unsigned edge = level.edges.size();
      level.edges.push_back({n, leaves ? level.end() : found->second, source, target});
      node.out.push_back(edge);
      if (!leaves) level.nodes[found->second].in.push_back(edge);
    };
    if (node.loop) {
      for (BasicBlock* target : node.loop->exits) add(nullptr, target);
    } else {
      for (BasicBlock* target : successors(node.block)) add(node.block, target);
    }
  }

  static void find_dominators(Level& level) {
    for (unsigned n = 1; n < level.end(); ++n) {
      LevelNode& node = level.nodes[n];
      node.idom = level.edges[node.in.front()].from;
      for (unsigned edge : drop_begin(node.in))
        node.idom = level.common_dominator(node.idom, level.edges[edge].from);
      level.nodes[node.idom].children.push_back(n);
    }
    for (unsigned n = level.end(); n-- > 0;) {
      LevelNode& node = level.nodes[n];
      node.ipdom = node.out.empty() ? level.end() : level.edges[node.out.front()].to;
      for (unsigned edge : node.out)
        node.ipdom = level.common_postdominator(node.ipdom, level.edges[edge].to);
    }
  }

  const Uniformity& uniformity_;
  const LoopInfo& loops_;
  Blocks order_;
  DenseMap<BasicBlock*, unsigned> position_;
};

}  // namespace

Level find_levels(Function& kernel, const Uniformity& uniformity, const LoopInfo& loops) {
  return LevelBuilder(kernel, uniformity, loops).function();
}

}  // namespace heddle::compiler
