// SPDX-License-Identifier: Apache-2.0
// The blocks of a folded region in one chain, through which all lanes run. A guard (Karrenberg and
// Hack, "Improving performance of OpenCL on CPUs", CC 2012) jumps over a part that no lane runs;
// the values of such a part are used after it through phis.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/IRBuilder.h>

#include <deque>

namespace heddle::compiler {

class Chain {
 public:
  using Builder = llvm::IRBuilder<>;

  /// `lanes`: the mask of the lanes that have a work-item.
  Chain(llvm::Function& kernel, llvm::Value& lanes) : base(&lanes), kernel_(kernel) {
    add_mask(base);
    active.push_back(base);
  }

  llvm::BasicBlock* make_block(const llvm::Twine& name);
  void link_to(llvm::BasicBlock* block, bool is_rare = false);
  /// Opens a guard: blocks that are linked until close_chunk() run only if a lane of `mask` is
  /// active.
  void open_chunk(llvm::Value* mask);
  void close_chunk();
  /// Notes that `block`, which was not linked, runs where the tail does.
  void add(const llvm::BasicBlock* block) { chunk_of_[block] = chunk_; }

  void add_mask(const llvm::Value* mask) { masks_.insert(mask); }
  llvm::Value* reach(llvm::Value* value);
  void reach_operands(llvm::Instruction& instruction);

  llvm::BasicBlock* tail = nullptr;  ///< the end of the chain; it has no terminator
  llvm::Value* base;  ///< the mask of the blocks that are not predicated in the level being folded
  llvm::SmallVector<llvm::Value*> active;  ///< masks that are known to have an active lane
  llvm::DenseMap<const llvm::BasicBlock*, llvm::Value*>
      mask_of;  ///< the mask of each block of the kernel

 private:
  /// A part of the chain after a guard. Its values are used after it through phis of `join`.
  struct Chunk {
    Chunk* outer;
    llvm::BasicBlock *guard, *join, *end;  ///< end: last block, once it is closed
    bool is_open = true;
    llvm::DenseMap<llvm::Value*, llvm::PHINode*> seen_after{};
  };

  llvm::Function& kernel_;
  llvm::BasicBlock* skip_to_ =
      nullptr;                          ///< the join of a guard whose branch is still to be emitted
  llvm::Value* skip_unless_ = nullptr;  ///< the mask of that guard
  Chunk* chunk_ = nullptr;              ///< the innermost open one
  std::deque<Chunk> chunks_;
  llvm::DenseMap<const llvm::BasicBlock*, Chunk*> chunk_of_;
  llvm::DenseSet<const llvm::Value*> masks_;  ///< values that are masks, which are never poison
};

}  // namespace heddle::compiler
