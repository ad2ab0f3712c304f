// SPDX-License-Identifier: Apache-2.0
// Rewrites the regions that a Level names: their blocks are put into one chain, through which the
// lanes run together. Each block has a mask of the lanes that would come there; where it is worth
// it, or must not happen in vain, a guard jumps over what no lane runs.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <deque>

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
  using Builder = llvm::IRBuilder<>;
  using ValueMap = llvm::DenseMap<const llvm::PHINode*, llvm::Value*>;
  using Sides = std::array<llvm::SmallVector<unsigned>, 2>;  ///< edges, by a branch's successor
  /// A part of the chain after a guard. What it defines is seen after it through phis of `join`.
  struct Chunk {
    Chunk* outer;
    llvm::BasicBlock *guard, *join, *end;  ///< end: last block, once it is closed
    bool is_open = true;
    llvm::DenseMap<llvm::Value*, llvm::PHINode*> seen_after{};
  };

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
  llvm::BasicBlock* make_block(const llvm::Twine& name);
  void link_to(llvm::BasicBlock* block);
  void open_chunk(llvm::Value* mask);
  void close_chunk();
  llvm::Value* reach(llvm::Value* value);
  void reach_operands(llvm::Instruction& instruction);

  // fold_loop.cpp
  void place_loop(Level& level, unsigned node);
  void keep_loop(Level& parent, LevelNode& node);
  void fold_loop(Level& parent, LevelNode& node);
  ValueMap exit_values_from_outside(const Level& loop) const;
  llvm::Value* keep_aside(Level& loop, llvm::BasicBlock* target, llvm::BasicBlock* before,
                          llvm::BasicBlock* after, const ValueMap& outside);
  void leave_loop(Level& parent, LevelNode& node, llvm::BasicBlock* after,
                  llvm::ArrayRef<llvm::Value*> left);

  // blend.cpp
  llvm::Value* entry_mask(Level& level, unsigned node);
  llvm::Value* edge_mask(Builder& at, llvm::Value* mask, llvm::Value* condition);
  llvm::Value* rest_of_mask(Builder& at, llvm::Value* mask, llvm::Value* taken);
  llvm::Value* blend(Level& level, llvm::PHINode& phi, llvm::ArrayRef<unsigned> edges, Builder& at);
  llvm::Value* one_value(Level& level, llvm::PHINode& phi, llvm::ArrayRef<unsigned> edges,
                         Builder& at);
  bool split_sides(const Level& level, llvm::ArrayRef<unsigned> edges, unsigned head,
                   Sides& sides) const;
  llvm::Value* path(Level& level, unsigned edge, unsigned head, Builder& at,
                    llvm::DenseMap<unsigned, llvm::Value*>& known);

  llvm::Function& kernel_;
  llvm::LLVMContext& context_;
  const Uniformity& uniformity_;
  const bool masks_are_cheap_;
  llvm::Value* base_;                 ///< mask of what is not predicated in the level being folded
  llvm::BasicBlock* tail_ = nullptr;  ///< end of the chain; it has no terminator
  llvm::BasicBlock* skip_to_ = nullptr;  ///< a guard was opened: where the next branch goes if not
  llvm::Value* skip_unless_ = nullptr;   ///< ... a lane is active here
  Chunk* chunk_ = nullptr;               ///< innermost one that is open
  std::deque<Chunk> chunks_;
  llvm::DenseMap<const llvm::BasicBlock*, Chunk*> chunk_of_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::Value*> mask_of_;
  llvm::DenseSet<const llvm::Value*> masks_;  ///< never poison
  llvm::SmallVector<llvm::Value*> active_;    ///< masks of which some lane is known to be active
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> weight_;  ///< of node and what it dominates
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> must_guard_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8>
      rare_;  ///< the program says that it seldom comes there
};

}  // namespace heddle::compiler
