// SPDX-License-Identifier: Apache-2.0
// The control flow of a kernel, loop by loop: a level is the function or a loop, its nodes are
// blocks and whole inner loops, its edges have no cycle. On each level stand the regions that must
// be folded, because lanes of a vector part in them.
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

/// From a node to another one, or out of the level: along the back edge, or to an exit of the loop.
struct LevelEdge {
  unsigned from;
  unsigned to;  ///< Level::end() if it leaves the level
  llvm::BasicBlock*
      source;  ///< incoming block of the target's phis; of an inner loop: not yet known
  llvm::BasicBlock* target;
  llvm::Value* mask = nullptr;  ///< once folded: the lanes that go this way
};

struct LevelNode {
  llvm::BasicBlock* block;                 ///< of an inner loop: its header
  std::unique_ptr<Level> loop;             ///< null: just the block
  llvm::SmallVector<unsigned, 2> in, out;  ///< edges; out in the order of the branch's successors
  unsigned idom = 0, ipdom = 0;
  llvm::SmallVector<unsigned, 2> children{};  ///< whose idom it is, in order
  // Once folded:
  llvm::Value* mask = nullptr;       ///< the lanes that come here
  llvm::Value* condition = nullptr;  ///< of two edges out, true where the first is taken
};

/// Everything between a node and one that all its paths pass, without another way in.
struct FoldRegion {
  unsigned head, join;
  llvm::BitVector inside;  ///< neither head nor join
};

/// A branch of the function's level from which some lanes go to the end: it stays, and is taken to
/// the rest of the kernel while a lane is left.
struct EarlyReturn {
  unsigned head;
  unsigned rest;  ///< dominates all that is not just the end
  bool is_taken;  ///< the branch leads to the rest if its condition is true
};

struct Level {
  llvm::BasicBlock* preheader = nullptr;  ///< of a loop, as the other two
  llvm::BasicBlock* header = nullptr;
  llvm::BasicBlock* latch = nullptr;
  std::vector<LevelNode> nodes;  ///< in topological order
  std::vector<LevelEdge> edges;
  llvm::SetVector<llvm::BasicBlock*> exits;  ///< of a loop: targets outside
  bool is_divergent = false;                 ///< lanes leave the loop at different times
  std::vector<FoldRegion> regions;  ///< disjoint; none in a divergent loop, which is folded whole
  std::vector<EarlyReturn> early_returns;  ///< of the function; heads of no region

  unsigned end() const { return nodes.size(); }
  unsigned common_dominator(unsigned a, unsigned b) const;
  unsigned common_postdominator(unsigned a, unsigned b) const;
  bool postdominates(unsigned node, unsigned of) const;
  /// Calls `visit` for each block, also those of inner loops.
  void for_each_block(llvm::function_ref<void(llvm::BasicBlock&)> visit) const;
};

/// Levels of a canonical kernel. `uniformity` is that of the tile.
Level find_levels(llvm::Function& kernel, const Uniformity& uniformity);

}  // namespace heddle::compiler
