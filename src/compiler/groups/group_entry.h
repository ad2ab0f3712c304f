// SPDX-License-Identifier: Apache-2.0
// The frame of the exported function. It reads the launch and the arguments, loops over the range
// of work-groups if the kernel distinguishes groups, and knows the value of every internal
// intrinsic at any place in it.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <optional>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// The work-item that a copy of the kernel's code stands for; in a widened kernel the vector: the
/// ids are those of lane 0.
struct Place {
  std::array<llvm::Value*, 3> local_id{};
  std::array<llvm::Value*, 3> global_id{};  ///< only if groups are not distinguished
  llvm::Value* mask = nullptr;    ///< in a widened kernel: the lanes that have a work-item
  llvm::Value* vector = nullptr;  ///< the number of the vector (work-item) in the group
};

class GroupEntry {
 public:
  enum class Walk {
    Groups,   ///< `body` is one group's; groups that are neighbours in x follow each other
    Columns,  ///< the same; groups that are neighbours in y follow each other
    Rows,     ///< groups are not distinguished: `body` is the whole range's
  };

  /// Creates HD_KERNEL_SYMBOL in the kernel's module: entry, loops over groups, and an empty `body`
  /// that must be made to end at `latch`.
  GroupEntry(llvm::Function& kernel, KernelContext& context, Walk walk);

  llvm::Function& function() const { return *function_; }
  llvm::BasicBlock& entry() const { return *entry_; }
  llvm::BasicBlock& body() const { return *body_; }
  llvm::BasicBlock& latch() const { return *latch_; }
  /// Returns a builder for code that holds for all groups.
  llvm::IRBuilder<>& prologue() { return prologue_; }

  const Lanes& lanes() const { return context_.lanes; }
  /// Tells whether ids and sizes are below 2^31.
  bool ids_are_small() const { return id_end_ != 0; }
  llvm::Value* argument(unsigned index) const { return arguments_[index]; }
  llvm::Value* local_size(unsigned dimension) const { return local_size_[dimension]; }
  /// Returns the number of the group's work-items.
  llvm::Value* group_items(llvm::IRBuilder<>& at) { return items(at, local_size_); }
  /// Return the global ids of the range (Walk::Rows).
  llvm::Value* begin(unsigned dimension) const { return begin_[dimension]; }
  llvm::Value* end(unsigned dimension) const { return end_[dimension]; }
  /// Returns the vectors (work-items of a scalar kernel) of a full group: the length of arrays in
  /// the context.
  llvm::Value* max_vectors() const { return max_vectors_; }
  llvm::Value* context_memory() const { return context_memory_; }

  /// Returns the value of `call` at a place; `scratch` is the address of the group's scratch.
  llvm::Value* intrinsic(const llvm::CallBase& call, llvm::IRBuilder<>& at, const Place& place,
                         llvm::Value* scratch);

  /// Returns a + b of ids or sizes: it never wraps, and stays below 2^31 if ids do.
  llvm::Value* add(llvm::IRBuilder<>& at, llvm::Value* a, llvm::Value* b,
                   const llvm::Twine& name = "") const;

 private:
  llvm::LoadInst* launch_field(llvm::Type* type, size_t offset, const llvm::Twine& name);
  /// Rounds down to a multiple of `align`. Data there begin `align` bytes further on, within the
  /// worker's memory.
  llvm::Value* rounded_down(llvm::Value* pointer, llvm::MaybeAlign align);
  llvm::Value* worker_field(llvm::Type* type, size_t offset, const llvm::Twine& name);
  void bound(llvm::LoadInst& load, uint64_t least, uint64_t end);
  void read_launch();
  void read_range();
  static llvm::Value* items(llvm::IRBuilder<>& at, const std::array<llvm::Value*, 3>& size);
  llvm::Value* count_vectors(llvm::IRBuilder<>& at, const std::array<llvm::Value*, 3>& size,
                             const llvm::Twine& name);
  void read_arguments(llvm::Function& kernel);
  void make_group_loops(std::array<unsigned, 3> order);
  void make_range();
  llvm::Value* group_start(llvm::IRBuilder<>& at, llvm::Value* group, unsigned dimension);
  llvm::Value* in_range(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* begin,
                        llvm::Value* end);

  KernelContext& context_;
  const bool uniform_groups_;
  const uint64_t id_end_;  // a bound of ids and sizes; 0: unknown
  llvm::Function* function_;
  llvm::BasicBlock* entry_;
  llvm::BasicBlock* body_;
  llvm::BasicBlock* latch_;
  llvm::IRBuilder<> prologue_;
  llvm::Type* word_type_;
  llvm::PointerType* pointer_;
  llvm::SmallVector<llvm::Value*> arguments_;
  std::array<llvm::Value*, 3> global_size_, global_offset_, enqueued_local_size_, num_groups_;
  std::array<llvm::Value*, 3> group_begin_, group_end_;              // those of the range
  std::array<llvm::Value*, 3> group_id_{}, start_{}, local_size_{};  // Walk::Groups
  std::array<llvm::Value*, 3> begin_{}, end_{};                      // Walk::Rows
  llvm::Value* work_dim_;
  llvm::Value* local_memory_;     // the worker's pointer: arguments
  llvm::Value* local_variables_;  // the base of variables' offsets
  llvm::Value* context_begin_;    // the worker's pointer
  llvm::Value* context_memory_;   // the base of a SpillPlan's offsets
  llvm::Value* globals_;
  llvm::Value* max_vectors_;
  llvm::Value* vectors_ = nullptr;  ///< the number in the group
};

}  // namespace heddle::compiler
