// SPDX-License-Identifier: Apache-2.0
// One loop nest over the work-items of a group for each region, and between the nests the choice of
// the next region.
#pragma once

#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/passes/group_entry.h"
#include "compiler/passes/regions.h"
#include "compiler/passes/spill.h"

namespace heddle::compiler {

class WorkItemLoops {
 public:
  /// `items_may_part`: returned items are remembered and skipped in later regions (regions.h).
  WorkItemLoops(llvm::Function& kernel, GroupEntry& entry, const RegionGraph& graph,
                const SpillPlan& plan, bool items_may_part);

  /// Clones every region into the group's body. Afterwards the kernel's own body is no longer
  /// needed.
  void build();

  uint64_t context_per_item() const { return per_item_; }
  uint64_t context_fixed() const { return fixed_; }

 private:
  struct Nest {  // of one region
    llvm::BasicBlock* preheader;
    llvm::BasicBlock* body;   // start of one work-item: kept values are loaded here
    llvm::BasicBlock* latch;  // end of one work-item
    llvm::BasicBlock* after;  // all work-items are through
    llvm::PHINode* linear_id;
    std::array<llvm::Value*, 3> local_id;
    llvm::PHINode* next;  // in the latch: the region that follows
  };

  void make_slots();
  Nest make_nest(unsigned region);
  void clone_region(unsigned region, Nest& nest);
  void clone_blocks(const Region& region, Nest& nest, llvm::ValueToValueMapTy& map);
  void load_live_in(unsigned region, Nest& nest, llvm::ValueToValueMapTy& map);
  void end_items(unsigned region, Nest& nest, llvm::ValueToValueMapTy& map);
  void merge_definitions(unsigned region, Nest& nest, llvm::ValueToValueMapTy& map);
  void store_live_out(unsigned region, Nest& nest, llvm::ValueToValueMapTy& map);
  void choose_next(unsigned region, Nest& nest);
  llvm::Value* recompute(llvm::Instruction& value, llvm::IRBuilder<>& at,
                         llvm::ValueToValueMapTy& map, Nest& nest);
  llvm::Value* slot_address(const llvm::Instruction& value, llvm::IRBuilder<>& at,
                            const Nest& nest);

  llvm::Function& kernel_;
  GroupEntry& entry_;
  const RegionGraph& graph_;
  const SpillPlan& plan_;
  const bool items_may_part_;
  uint64_t per_item_ = 0;
  uint64_t fixed_ = 0;
  llvm::DenseMap<const llvm::Instruction*, llvm::Value*>
      home_;  // array in the context, or variable of a uniform value
  std::vector<llvm::Instruction*> allocas_;
  llvm::DenseMap<const llvm::Instruction*, llvm::Value*>
      kept_;  // of the region being cloned: value at its start
  llvm::Value* scratch_ = nullptr;
  llvm::Value* returned_ = nullptr;       // one byte for each item: it has returned
  llvm::AllocaInst* furthest_ = nullptr;  // where items may part: the region that the others go to
  std::vector<llvm::BasicBlock*> heads_;  // preheaders of the nests
};

}  // namespace heddle::compiler
