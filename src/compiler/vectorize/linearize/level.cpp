#include "compiler/analysis/regions.h"
// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/regions.h"
#include "compiler/vectorize/linearize/level.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include "compiler/analysis/regions.h"

#include <optional>
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
namespace heddle::compiler {
#include "compiler/analysis/regions.h"
using namespace llvm;
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
unsigned Level::common_dominator(unsigned a, unsigned b) const {
#include "compiler/analysis/regions.h"
  while (a != b) {
#include "compiler/analysis/regions.h"
    if (a > b) {
#include "compiler/analysis/regions.h"
      a = nodes[a].idom;
#include "compiler/analysis/regions.h"
    } else {
#include "compiler/analysis/regions.h"
      b = nodes[b].idom;
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"
  return a;
#include "compiler/analysis/regions.h"
}
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
unsigned Level::common_postdominator(unsigned a, unsigned b) const {
#include "compiler/analysis/regions.h"
  while (a != b) {
#include "compiler/analysis/regions.h"
    if (a < b) {
#include "compiler/analysis/regions.h"
      a = nodes[a].ipdom;
#include "compiler/analysis/regions.h"
    } else {
#include "compiler/analysis/regions.h"
      b = nodes[b].ipdom;
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"
  return a;
#include "compiler/analysis/regions.h"
}
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
bool Level::postdominates(unsigned node, unsigned of) const {
#include "compiler/analysis/regions.h"
  while (of < node) of = nodes[of].ipdom;
#include "compiler/analysis/regions.h"
  return of == node;
#include "compiler/analysis/regions.h"
}
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
void Level::for_each_block(function_ref<void(BasicBlock&)> visit) const {
#include "compiler/analysis/regions.h"
  for (const LevelNode& node : nodes) {
#include "compiler/analysis/regions.h"
    if (node.loop) {
#include "compiler/analysis/regions.h"
      node.loop->for_each_block(visit);
#include "compiler/analysis/regions.h"
    } else {
#include "compiler/analysis/regions.h"
      visit(*node.block);
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"
}
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
namespace {
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
/// Finds the regions of one level, whose inner loops are known already.
#include "compiler/analysis/regions.h"
class RegionFinder {
#include "compiler/analysis/regions.h"
 public:
#include "compiler/analysis/regions.h"
  RegionFinder(Level& level, const Uniformity& uniformity)
#include "compiler/analysis/regions.h"
      : level_(level), uniformity_(uniformity) {
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  void run() {
#include "compiler/analysis/regions.h"
    for (unsigned n = 0; n < level_.end(); ++n) {
#include "compiler/analysis/regions.h"
      if (!parts_lanes(n) || is_inside(n)) continue;
#include "compiler/analysis/regions.h"
      if (auto found = early_return(n)) {
#include "compiler/analysis/regions.h"
        level_.early_returns.push_back(*found);
#include "compiler/analysis/regions.h"
        continue;
#include "compiler/analysis/regions.h"
      }
#include "compiler/analysis/regions.h"
      unsigned head = level_.nodes[n].loop ? preheader_of(n) : n;
#include "compiler/analysis/regions.h"
      if (!add(head, level_.nodes[n].ipdom)) {
#include "compiler/analysis/regions.h"
        level_.is_divergent = true;
#include "compiler/analysis/regions.h"
        level_.regions.clear();
#include "compiler/analysis/regions.h"
        return;
#include "compiler/analysis/regions.h"
      }
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
    erase_if(level_.early_returns, [&](const EarlyReturn& found) {
#include "compiler/analysis/regions.h"
      return is_inside(found.head) || any_of(level_.regions, [&](const FoldRegion& region) {
#include "compiler/analysis/regions.h"
               return region.head == found.head;
#include "compiler/analysis/regions.h"
             });
#include "compiler/analysis/regions.h"
    });
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
 private:
#include "compiler/analysis/regions.h"
  bool parts_lanes(unsigned n) const {
#include "compiler/analysis/regions.h"
    const LevelNode& node = level_.nodes[n];
#include "compiler/analysis/regions.h"
    if (node.loop) return node.loop->is_divergent;
#include "compiler/analysis/regions.h"
    return node.out.size() > 1 && uniformity_.has_divergent_branch(*node.block);
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  std::optional<EarlyReturn> early_return(unsigned n) const {
#include "compiler/analysis/regions.h"
    const LevelNode& node = level_.nodes[n];
#include "compiler/analysis/regions.h"
    if (level_.header || node.loop) return std::nullopt;
#include "compiler/analysis/regions.h"
    for (unsigned side : {0, 1}) {
#include "compiler/analysis/regions.h"
      unsigned rest = level_.edges[node.out[side]].to, other = level_.edges[node.out[1 - side]].to;
#include "compiler/analysis/regions.h"
      if (is_end(other) && !is_end(rest) && rules_all_behind(rest))
#include "compiler/analysis/regions.h"
        return EarlyReturn{n, rest, side == 0};
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
    return std::nullopt;
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  bool is_end(unsigned n) const {
#include "compiler/analysis/regions.h"
    return !level_.nodes[n].loop && only_returns(*level_.nodes[n].block);
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  /// Is `rest` entered by one way, and all that is reached from there but the end dominated
#include "compiler/analysis/regions.h"
  /// by it?
#include "compiler/analysis/regions.h"
  bool rules_all_behind(unsigned rest) const {
#include "compiler/analysis/regions.h"
    if (level_.nodes[rest].in.size() != 1) return false;
#include "compiler/analysis/regions.h"
    BitVector seen(level_.end());
#include "compiler/analysis/regions.h"
    seen.set(rest);
#include "compiler/analysis/regions.h"
    for (unsigned n = rest; n < level_.end(); ++n) {
#include "compiler/analysis/regions.h"
      if (!seen[n] || is_end(n)) continue;
#include "compiler/analysis/regions.h"
      if (level_.common_dominator(n, rest) != rest) return false;
#include "compiler/analysis/regions.h"
      for (unsigned edge : level_.nodes[n].out) seen.set(level_.edges[edge].to);
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
    return true;
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  bool is_inside(unsigned n) const {
#include "compiler/analysis/regions.h"
    return any_of(level_.regions, [&](const FoldRegion& region) { return region.inside[n]; });
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  unsigned preheader_of(unsigned loop) const {
#include "compiler/analysis/regions.h"
    return level_.edges[level_.nodes[loop].in.front()].from;
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  /// False if lanes leave the loop of this level in the region.
#include "compiler/analysis/regions.h"
  bool add(unsigned head, unsigned join) {
#include "compiler/analysis/regions.h"
    FoldRegion region{head, join, {}};
#include "compiler/analysis/regions.h"
    for (;;) {
#include "compiler/analysis/regions.h"
      if (region.join == level_.end()) return false;
#include "compiler/analysis/regions.h"
      expand(region);
#include "compiler/analysis/regions.h"
      if (region.join == level_.end()) return false;
#include "compiler/analysis/regions.h"
      auto other = find_if(level_.regions, [&](const FoldRegion& known) {
#include "compiler/analysis/regions.h"
        return known.head == region.head || known.inside[region.head] || region.inside[known.head];
#include "compiler/analysis/regions.h"
      });
#include "compiler/analysis/regions.h"
      if (other == level_.regions.end()) break;
#include "compiler/analysis/regions.h"
      region.head = level_.common_dominator(region.head, other->head);
#include "compiler/analysis/regions.h"
      region.join = level_.common_postdominator(region.join, other->join);
#include "compiler/analysis/regions.h"
      level_.regions.erase(other);
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
    level_.regions.push_back(std::move(region));
#include "compiler/analysis/regions.h"
    return true;
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  /// Collects what is inside, and moves the head up and the join down until there is one way in.
#include "compiler/analysis/regions.h"
  void expand(FoldRegion& region) {
#include "compiler/analysis/regions.h"
    for (bool grown = true; grown;) {
#include "compiler/analysis/regions.h"
      grown = false;
#include "compiler/analysis/regions.h"
      if (level_.nodes[region.head].loop) region.head = preheader_of(region.head);
#include "compiler/analysis/regions.h"
      region.join = level_.common_postdominator(region.join, level_.nodes[region.head].ipdom);
#include "compiler/analysis/regions.h"
      if (region.join == level_.end()) return;
#include "compiler/analysis/regions.h"
      collect(region);
#include "compiler/analysis/regions.h"
      for (unsigned n : region.inside.set_bits()) {
#include "compiler/analysis/regions.h"
        for (unsigned edge : level_.nodes[n].in) {
#include "compiler/analysis/regions.h"
          unsigned from = level_.edges[edge].from;
#include "compiler/analysis/regions.h"
          if (from == region.head || region.inside[from]) continue;
#include "compiler/analysis/regions.h"
          region.head = level_.common_dominator(region.head, from);
#include "compiler/analysis/regions.h"
          grown = true;
#include "compiler/analysis/regions.h"
        }
#include "compiler/analysis/regions.h"
      }
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  void collect(FoldRegion& region) {
#include "compiler/analysis/regions.h"
    region.inside.clear();
#include "compiler/analysis/regions.h"
    region.inside.resize(level_.end());
#include "compiler/analysis/regions.h"
    for (unsigned n = region.head; n < region.join; ++n) {
#include "compiler/analysis/regions.h"
      if (n != region.head && !region.inside[n]) continue;
#include "compiler/analysis/regions.h"
      for (unsigned edge : level_.nodes[n].out) {
#include "compiler/analysis/regions.h"
        unsigned to = level_.edges[edge].to;
#include "compiler/analysis/regions.h"
        if (to != region.join) region.inside.set(to);
#include "compiler/analysis/regions.h"
      }
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  Level& level_;
#include "compiler/analysis/regions.h"
  const Uniformity& uniformity_;
#include "compiler/analysis/regions.h"
};
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
class LevelBuilder {
#include "compiler/analysis/regions.h"
 public:
#include "compiler/analysis/regions.h"
  LevelBuilder(Function& kernel, const Uniformity& uniformity) : uniformity_(uniformity) {
#include "compiler/analysis/regions.h"
    tree_.recalculate(kernel);
#include "compiler/analysis/regions.h"
    loops_.analyze(tree_);
#include "compiler/analysis/regions.h"
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&kernel)) {
#include "compiler/analysis/regions.h"
      position_[block] = order_.size();
#include "compiler/analysis/regions.h"
      order_.push_back(block);
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  Level function() { return build(nullptr, order_); }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
 private:
#include "compiler/analysis/regions.h"
  using Blocks = std::vector<BasicBlock*>;
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  Level build(Loop* loop, const Blocks& blocks) {
#include "compiler/analysis/regions.h"
    Level level;
#include "compiler/analysis/regions.h"
    if (loop) {
#include "compiler/analysis/regions.h"
      level.preheader = loop->getLoopPreheader();
#include "compiler/analysis/regions.h"
      level.header = loop->getHeader();
#include "compiler/analysis/regions.h"
      level.latch = loop->getLoopLatch();
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
    DenseMap<BasicBlock*, unsigned> index;
#include "compiler/analysis/regions.h"
    for (BasicBlock* block : blocks) {
#include "compiler/analysis/regions.h"
      Loop* inner = loops_.getLoopFor(block);
#include "compiler/analysis/regions.h"
      if (inner == loop) {
#include "compiler/analysis/regions.h"
        index[block] = level.nodes.size();
#include "compiler/analysis/regions.h"
        level.nodes.push_back({block, nullptr, {}, {}});
#include "compiler/analysis/regions.h"
      } else if (inner->getHeader() == block && inner->getParentLoop() == loop) {
#include "compiler/analysis/regions.h"
        index[block] = level.nodes.size();
#include "compiler/analysis/regions.h"
        level.nodes.push_back({block, std::make_unique<Level>(build_loop(inner)), {}, {}});
#include "compiler/analysis/regions.h"
      }
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
    for (unsigned n = 0; n < level.end(); ++n) add_edges(level, n, index);
#include "compiler/analysis/regions.h"
    find_dominators(level);
#include "compiler/analysis/regions.h"
    RegionFinder(level, uniformity_).run();
#include "compiler/analysis/regions.h"
    return level;
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  Level build_loop(Loop* loop) {
#include "compiler/analysis/regions.h"
    Blocks blocks(loop->block_begin(), loop->block_end());
#include "compiler/analysis/regions.h"
    sort(blocks, [&](BasicBlock* a, BasicBlock* b) { return position_[a] < position_[b]; });
#include "compiler/analysis/regions.h"
    return build(loop, blocks);
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  static void add_edges(Level& level, unsigned n, const DenseMap<BasicBlock*, unsigned>& index) {
#include "compiler/analysis/regions.h"
    LevelNode& node = level.nodes[n];
#include "compiler/analysis/regions.h"
    auto add = [&](BasicBlock* source, BasicBlock* target) {
#include "compiler/analysis/regions.h"
      auto found = index.find(target);
#include "compiler/analysis/regions.h"
      bool leaves = found == index.end() || target == level.header;
#include "compiler/analysis/regions.h"
      if (leaves && target != level.header) level.exits.insert(target);
#include "compiler/analysis/regions.h"
      unsigned edge = level.edges.size();
#include "compiler/analysis/regions.h"
      level.edges.push_back({n, leaves ? level.end() : found->second, source, target});
#include "compiler/analysis/regions.h"
      node.out.push_back(edge);
#include "compiler/analysis/regions.h"
      if (!leaves) level.nodes[found->second].in.push_back(edge);
#include "compiler/analysis/regions.h"
    };
#include "compiler/analysis/regions.h"
    if (node.loop) {
#include "compiler/analysis/regions.h"
      for (BasicBlock* target : node.loop->exits) add(nullptr, target);
#include "compiler/analysis/regions.h"
    } else {
#include "compiler/analysis/regions.h"
      for (BasicBlock* target : successors(node.block)) add(node.block, target);
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  static void find_dominators(Level& level) {
#include "compiler/analysis/regions.h"
    for (unsigned n = 1; n < level.end(); ++n) {
#include "compiler/analysis/regions.h"
      LevelNode& node = level.nodes[n];
#include "compiler/analysis/regions.h"
      node.idom = level.edges[node.in.front()].from;
#include "compiler/analysis/regions.h"
      for (unsigned edge : drop_begin(node.in))
#include "compiler/analysis/regions.h"
        node.idom = level.common_dominator(node.idom, level.edges[edge].from);
#include "compiler/analysis/regions.h"
      level.nodes[node.idom].children.push_back(n);
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
    for (unsigned n = level.end(); n-- > 0;) {
#include "compiler/analysis/regions.h"
      LevelNode& node = level.nodes[n];
#include "compiler/analysis/regions.h"
      node.ipdom = node.out.empty() ? level.end() : level.edges[node.out.front()].to;
#include "compiler/analysis/regions.h"
      for (unsigned edge : node.out)
#include "compiler/analysis/regions.h"
        node.ipdom = level.common_postdominator(node.ipdom, level.edges[edge].to);
#include "compiler/analysis/regions.h"
    }
#include "compiler/analysis/regions.h"
  }
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
  const Uniformity& uniformity_;
#include "compiler/analysis/regions.h"
  DominatorTree tree_;
#include "compiler/analysis/regions.h"
  LoopInfo loops_;
#include "compiler/analysis/regions.h"
  Blocks order_;
#include "compiler/analysis/regions.h"
  DenseMap<BasicBlock*, unsigned> position_;
#include "compiler/analysis/regions.h"
};
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
}  // namespace
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
Level find_levels(Function& kernel, const Uniformity& uniformity) {
#include "compiler/analysis/regions.h"
  return LevelBuilder(kernel, uniformity).function();
#include "compiler/analysis/regions.h"
}
#include "compiler/analysis/regions.h"

#include "compiler/analysis/regions.h"
}  // namespace heddle::compiler
