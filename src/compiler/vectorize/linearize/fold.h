// SPDX-License-Identifier: Apache-2.0
// Rewrites the regions that a Level names: their blocks are put into one chain, through which the
// lanes run together (Moll and Hack, "Partial control-flow linearization", PLDI 2018). Each block
// has the mask of the lanes that would come there. A guard jumps over blocks that no lane runs, if
// they cost something or must not run without an active lane.
#pragma once

#include "compiler/vectorize/linearize/blend.h"
#include "compiler/vectorize/linearize/chain.h"
#include "compiler/vectorize/linearize/level.h"

namespace heddle::compiler {

class Folder {
 public:
  /// `base`: the mask of the lanes that there are; defined in the entry block.
  /// `masks_are_cheap`: memory accesses have masks of their own, which cost nothing.
  Folder(llvm::Function& kernel, const Uniformity& uniformity, llvm::Value& base,
         bool masks_are_cheap);

  void run(Level& function);

 private:
  using Builder = Chain::Builder;
  using ValueMap = llvm::DenseMap<const llvm::PHINode*, llvm::Value*>;

  // fold.cpp
  void kept_level(Level& level, llvm::Value* base);
  llvm::Value* narrowed_base(Level& level, unsigned node, llvm::Value* base);
  void fold_region(Level& level, FoldRegion& region, llvm::Value* base);
  void weigh(Level& level, const llvm::BitVector& inside);
  void emit(Level& level, unsigned node, const llvm::BitVector& inside);
  void emit_inside(Level& level, unsigned head, const llvm::BitVector& inside);
  void place_block(Level& level, unsigned node);
  void finish_block(Level& level, unsigned node);
  bool wants_guard(const Level& level, unsigned node) const;

  // fold_loop.cpp
  void place_loop(Level& level, unsigned node);
  void keep_loop(Level& parent, LevelNode& node);
  void fold_loop(Level& parent, LevelNode& node);
  ValueMap exit_values_from_outside(const Level& loop) const;
  llvm::Value* keep_aside(Level& loop, llvm::BasicBlock* target, llvm::BasicBlock* before,
                          llvm::BasicBlock* after, const ValueMap& outside);
  void leave_loop(Level& parent, LevelNode& node, llvm::BasicBlock* after,
                  llvm::ArrayRef<llvm::Value*> left);

  llvm::Function& kernel_;
  const bool masks_are_cheap_;
  Chain chain_;
  Blender blender_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned>
      weight_;  ///< the weight of a node with all that it dominates
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> must_guard_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8>
      rare_;  ///< blocks that are unlikely by the program's own hints
};

}  // namespace heddle::compiler
