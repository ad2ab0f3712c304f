// SPDX-License-Identifier: Apache-2.0
// The control flow of a kernel, loop by loop: a level is the function or a loop, its nodes are
// blocks and whole inner loops, and its edges have no cycle. A level has the regions that must be
// folded because a branch in them is divergent.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <memory>
#include <vector>

#include "compiler/analysis/uniformity.h"

namespace heddle::compiler {

struct Level;

/// An edge from a node to another one, or out of the level: the back edge, or one to an exit.
struct LevelEdge {
  unsigned from;
  unsigned to;  ///< Level::end() if it leaves the level
  llvm::BasicBlock*
      source;  ///< the incoming block of the target's phis; not known yet for an inner loop
  llvm::BasicBlock* target;
  llvm::Value* mask = nullptr;  ///< the lanes that take it; set when it is folded
};

struct LevelNode {
  llvm::BasicBlock* block;                 ///< the header, for an inner loop
  std::unique_ptr<Level> loop;             ///< null for a block
  llvm::SmallVector<unsigned, 2> in, out;  ///< edges; out in the order of the branch's successors
  unsigned idom = 0, ipdom = 0;
  llvm::SmallVector<unsigned, 2> children{};  ///< the nodes whose idom it is, in order
  // Set when it is folded:
  llvm::Value* mask = nullptr;       ///< the lanes that come here
  llvm::Value* condition = nullptr;  ///< true where the first of two edges out is taken
};

/// A single-entry region: all nodes between `head` and `join`, which all paths from `head` pass.
struct FoldRegion {
  unsigned head, join;
  llvm::BitVector inside;  ///< the nodes but head and join
};

/// A divergent branch of the function's level to the end of the kernel. It stays, and is taken to
/// the rest of the kernel while a lane is left.
struct EarlyReturn {
  unsigned head;
  unsigned rest;  ///< dominates all that is not just the end
  bool is_taken;  ///< the branch leads to the rest if its condition is true
};

struct Level {
  llvm::BasicBlock* preheader = nullptr;  ///< null for the function, as the other two
  llvm::BasicBlock* header = nullptr;
  llvm::BasicBlock* latch = nullptr;
  std::vector<LevelNode> nodes;  ///< in topological order
  std::vector<LevelEdge> edges;
  llvm::SetVector<llvm::BasicBlock*> exits;  ///< the targets outside of a loop
  bool is_divergent = false;                 ///< lanes leave the loop at different times
  std::vector<FoldRegion> regions;  ///< disjoint; none in a divergent loop, which is folded whole
  std::vector<EarlyReturn> early_returns;  ///< none in loops; no heads of regions

  unsigned end() const { return nodes.size(); }
  unsigned common_dominator(unsigned a, unsigned b) const;
  unsigned common_postdominator(unsigned a, unsigned b) const;
  bool postdominates(unsigned node, unsigned of) const;
  /// Calls `visit` for each block, also those of inner loops.
  void for_each_block(llvm::function_ref<void(llvm::BasicBlock&)> visit) const;
};

/// Finds the levels of a canonical kernel. `uniformity` is that of the tile.
Level find_levels(llvm::Function& kernel, const Uniformity& uniformity,
                  const llvm::LoopInfo& loops);

}  // namespace heddle::compiler
