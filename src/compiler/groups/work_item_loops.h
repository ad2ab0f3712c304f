// SPDX-License-Identifier: Apache-2.0
// Loops over the work-items of a group (vectors of them, if the kernel was widened) for each
// region, and between them the choice of the next region.
#pragma once

#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/analysis/meeting.h"
#include "compiler/groups/group_entry.h"
#include "compiler/groups/nests.h"
#include "compiler/groups/spill.h"

namespace heddle::compiler {

class WorkItemLoops {
 public:
  /// `meeting`: unless all work-items meet the same barriers, each vector remembers its next
  /// region.
  WorkItemLoops(llvm::Function& kernel, GroupEntry& entry, const RegionGraph& graph,
                const SpillPlan& plan, const Uniformity& uniformity, Meeting meeting);

  using MakeNest = llvm::function_ref<Nest(unsigned region, llvm::BasicBlock* preheader)>;
  /// Copies every region into the bodies of its nest, from the entry's body to its latch.
  /// Afterwards the kernel's own body is no longer needed.
  void build(MakeNest make_nest);
  /// Copies a kernel without barriers into one body of a nest of another kernel's.
  void build(Nest& nest, Body& body);

  uint64_t context_per_vector() const { return per_vector_; }
  uint64_t context_fixed() const { return fixed_; }

 private:
  /// The values of a block that have a slot, and the block's number among such blocks, in the
  /// kernel's order.
  struct KeptInBlock {
    size_t number;
    llvm::SmallVector<llvm::Instruction*, 2> values{};
  };

  /// A copy of a region for one place, with its values.
  struct Copy {
    const Place* place;
    std::optional<unsigned> number;  ///< that of the place in its group, if it is known
    bool is_first;  ///< the first of its body; uniform values are copied for this one only
    llvm::ValueToValueMapTy map{};
    llvm::DenseMap<const llvm::Instruction*, llvm::Value*> kept{};  ///< value at the start
    std::vector<llvm::Instruction*> clones{};
  };
  using Copies = std::vector<std::unique_ptr<Copy>>;

  void make_slots();
  void forget_last_group(llvm::IRBuilder<>& at);
  void copy_region(unsigned region, const Nest& nest, Body& body);
  llvm::SetVector<llvm::Instruction*> live_in(unsigned loop) const;
  llvm::BasicBlock* preheader(unsigned loop);
  void choose_start(unsigned loop, const Nest& nest, const Body& body, const Copy& copy);
  void load_live_in(unsigned region, const Nest& nest, Body& body, Copy& copy);
  void skip_absent(unsigned region, const Nest& nest, Body& body, const Copy& copy);
  llvm::Value* own_next(llvm::IRBuilder<>& at, const Copy& copy);
  void skip_waiting(const Nest& nest, Body& body, const Copy& copy);
  llvm::Value* own_start(llvm::IRBuilder<>& at, const Copy& copy);
  void note_next(llvm::IRBuilder<>& at, llvm::Value* number);
  void choose_iteration(llvm::IRBuilder<>& at);
  void clone_blocks(const Region& region, Copies& copies);
  void clone_block(llvm::BasicBlock& block, Copies& copies);
  void clone_instruction(llvm::Instruction& instruction, llvm::BasicBlock& into, Copy& copy,
                         const Copies& copies);
  void remap(const Region& region, Copies& copies);
  void replace_intrinsics(Copies& copies);
  static void drop_barriers(llvm::BasicBlock& block);
  void end_items(unsigned region, const Nest& nest, Body& body, Copy& copy);
  void merge_definitions(unsigned region, Body& body, Copy& copy);
  bool is_in_slot(const llvm::Instruction& value, const llvm::Value& now, const Copy& copy) const;
  llvm::SmallVector<llvm::Instruction*> kept_in(const Region& region) const;
  void store_live_out(unsigned region, Body& body, Copy& copy);
  void choose_next(unsigned region, Nest& nest);
  llvm::BasicBlock* block_of(unsigned next);
  llvm::BasicBlock* any_region();
  void end_region(unsigned region, unsigned next, llvm::IRBuilder<>& at);
  bool is_shared(const llvm::Instruction& value) const;
  llvm::Value* recompute(llvm::Instruction& value, llvm::IRBuilder<>& at, Copy& copy);
  llvm::Value* slot_address(const llvm::Instruction& value, llvm::IRBuilder<>& at,
                            const Copy& copy);
  llvm::AllocaInst* variable(llvm::Type* type, const llvm::Twine& name);

  llvm::Function& kernel_;
  GroupEntry& entry_;
  const RegionGraph& graph_;
  const SpillPlan& plan_;
  const Uniformity& uniformity_;
  const Meeting meeting_;
  uint64_t per_vector_ = 0;
  uint64_t fixed_ = 0;
  llvm::DenseMap<const llvm::Instruction*, llvm::Value*>
      storage_;  // an array in the context, or a variable for a uniform value
  llvm::DenseMap<std::pair<const llvm::Instruction*, unsigned>, llvm::AllocaInst*>
      registers_;  // the variables of a value, one for each vector
  std::vector<llvm::Instruction*> allocas_;
  llvm::DenseMap<const llvm::BasicBlock*, KeptInBlock> kept_;
  std::vector<llvm::AllocaInst*> variables_;  // those of a group: uniform values, registers, next_
  llvm::Value* scratch_ = nullptr;
  llvm::Value* own_next_ = nullptr;    // an i32 for each vector: the region that it waits for
  llvm::AllocaInst* next_ = nullptr;   // the region that follows the current one
  llvm::AllocaInst* start_ = nullptr;  // the region that a shared loop runs for
  // State of vectors that proceed independently. This iteration is for those at regions 1 to
  // last_running_; 0: the first one. next_ is then the least region that a vector waits for, minus
  // 1; ~0: all have returned.
  llvm::AllocaInst* last_running_ = nullptr;
  llvm::BasicBlock* begin_iteration_ = nullptr;
  llvm::BasicBlock* any_region_ = nullptr;
  std::vector<llvm::BasicBlock*>
      heads_;  // the beginnings of regions: they lead to preheaders of nests
};

}  // namespace heddle::compiler
