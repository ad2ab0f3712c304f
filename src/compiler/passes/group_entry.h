// SPDX-License-Identifier: Apache-2.0
// The frame of the exported function: reads the launch and the arguments, loops over the box of
// work-groups, and knows the value of every word of the vocabulary at any place in it.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>

#include "compiler/passes/passes.h"
#include "compiler/passes/vocabulary.h"

namespace heddle::compiler {

class GroupEntry {
 public:
  /// Creates HD_KERNEL_SYMBOL in the kernel's module: entry, loops over groups, and an empty
  /// `group_body` that must be made to end at `group_latch`.
  GroupEntry(llvm::Function& kernel, KernelContext& context);

  llvm::Function& function() const { return *function_; }
  llvm::BasicBlock& entry() const { return *entry_; }
  llvm::BasicBlock& group_body() const { return *group_body_; }
  llvm::BasicBlock& group_latch() const { return *group_latch_; }
  /// Where code that holds for all groups may be added.
  llvm::IRBuilder<>& prologue() { return prologue_; }

  llvm::Value* argument(unsigned index) const { return arguments_[index]; }
  llvm::Value* local_size(unsigned dimension) const { return local_size_[dimension]; }
  /// Work-items of a full group: how many there are in arrays of the context.
  llvm::Value* max_items() const { return max_items_; }
  llvm::Value* context_memory() const { return context_memory_; }

  /// The value of `call` where `local_id` are the ids of the work-item; `scratch` is the address of
  /// the group's scratch.
  llvm::Value* word(const llvm::CallBase& call, llvm::IRBuilder<>& at,
                    const std::array<llvm::Value*, 3>& local_id, llvm::Value* scratch);

 private:
  llvm::Value* launch_field(llvm::Type* type, size_t offset, const llvm::Twine& name);
  llvm::Value* worker_field(llvm::Type* type, size_t offset, const llvm::Twine& name);
  void read_launch();
  void read_arguments(llvm::Function& kernel);
  void make_group_loops();
  llvm::Value* in_range(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* begin,
                        llvm::Value* end);

  KernelContext& context_;
  llvm::Function* function_;
  llvm::BasicBlock* entry_;
  llvm::BasicBlock* group_body_;
  llvm::BasicBlock* group_latch_;
  llvm::IRBuilder<> prologue_;
  llvm::Type* word_type_;
  llvm::PointerType* pointer_;
  llvm::SmallVector<llvm::Value*> arguments_;
  std::array<llvm::Value*, 3> global_size_, global_offset_, enqueued_local_size_, num_groups_,
      group_id_, local_size_;
  llvm::Value* work_dim_;
  llvm::Value* local_memory_;
  llvm::Value* context_memory_;
  llvm::Value* globals_;
  llvm::Value* max_items_;
};

}  // namespace heddle::compiler
