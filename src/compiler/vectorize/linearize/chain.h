// SPDX-License-Identifier: Apache-2.0
// The blocks of a folded region, one after the other: all lanes run through them. Guards jump over
// parts that no lane runs, so that what such a part defines is seen after it through phis.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/IRBuilder.h>

#include <deque>

namespace heddle::compiler {

class Chain {
 public:
  using Builder = llvm::IRBuilder<>;

  /// `lanes`: the mask of those that there are.
  Chain(llvm::Function& kernel, llvm::Value& lanes) : base(&lanes), kernel_(kernel) {
    add_mask(base);
    active.push_back(base);
  }

  llvm::BasicBlock* make_block(const llvm::Twine& name);
  void link_to(llvm::BasicBlock* block, bool is_rare = false);
  /// A guard for `mask`: what is linked until close_chunk() is jumped over if no lane is in it.
  void open_chunk(llvm::Value* mask);
  void close_chunk();
  /// `block`, which was not linked, runs where the tail does.
  void add(const llvm::BasicBlock* block) { chunk_of_[block] = chunk_; }

  void add_mask(const llvm::Value* mask) { masks_.insert(mask); }
  llvm::Value* reach(llvm::Value* value);
  void reach_operands(llvm::Instruction& instruction);

  llvm::BasicBlock* tail = nullptr;  ///< end of the chain; it has no terminator
  llvm::Value* base;                 ///< mask of what is not predicated in the level being folded
  llvm::SmallVector<llvm::Value*> active;  ///< masks of which some lane is known to be active
  llvm::DenseMap<const llvm::BasicBlock*, llvm::Value*> mask_of;  ///< of each block of the kernel

 private:
  /// A part of the chain after a guard. What it defines is seen after it through phis of `join`.
  struct Chunk {
    Chunk* outer;
    llvm::BasicBlock *guard, *join, *end;  ///< end: last block, once it is closed
    bool is_open = true;
    llvm::DenseMap<llvm::Value*, llvm::PHINode*> seen_after{};
  };

  llvm::Function& kernel_;
  llvm::BasicBlock* skip_to_ = nullptr;  ///< a guard was opened: where the next branch goes if not
  llvm::Value* skip_unless_ = nullptr;   ///< ... a lane is active here
  Chunk* chunk_ = nullptr;               ///< innermost one that is open
  std::deque<Chunk> chunks_;
  llvm::DenseMap<const llvm::BasicBlock*, Chunk*> chunk_of_;
  llvm::DenseSet<const llvm::Value*> masks_;  ///< never poison
};

}  // namespace heddle::compiler
