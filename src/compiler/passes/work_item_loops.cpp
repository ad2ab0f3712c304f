// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/work_item_loops.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

const RemapFlags kRemap = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;

}  // namespace

WorkItemLoops::WorkItemLoops(Function& kernel, GroupEntry& entry, const RegionGraph& graph,
                             const SpillPlan& plan, bool items_may_part)
    : kernel_(kernel), entry_(entry), graph_(graph), plan_(plan), items_may_part_(items_may_part) {}

void WorkItemLoops::build() {
  make_slots();
  for (unsigned region = 0; region < graph_.regions.size(); ++region) {
    heads_.push_back(
        BasicBlock::Create(kernel_.getContext(), "region." + Twine(region), &entry_.function()));
  }
  IRBuilder<>(&entry_.group_body()).CreateBr(heads_[0]);
  for (unsigned region = 0; region < graph_.regions.size(); ++region) {
    Nest nest = make_nest(region);
    clone_region(region, nest);
    choose_next(region, nest);
  }
}

/// Addresses that hold for the whole launch: arrays in the context, variables in the frame.
void WorkItemLoops::make_slots() {
  IRBuilder<>& at = entry_.prologue();
  IRBuilder<> front(&entry_.entry(), entry_.entry().begin());
  Type* byte = at.getInt8Ty();
  for (AllocaInst* alloca : plan_.frame) {
    auto* copy = cast<AllocaInst>(alloca->clone());
    front.Insert(copy, alloca->getName());
    home_[alloca] = copy;
  }
  for (auto [alloca, offset] : plan_.fixed) {
    home_[alloca] =
        at.CreateConstInBoundsGEP1_64(byte, entry_.context_memory(), offset, alloca->getName());
  }
  fixed_ = alignTo(plan_.fixed_size, 128);
  per_item_ = plan_.per_item;
  for (Instruction& instruction : instructions(kernel_)) {
    if (isa<AllocaInst>(instruction)) allocas_.push_back(&instruction);
  }
  auto array = [&](uint64_t offset, const Twine& name) {
    Value* bytes = at.CreateMul(entry_.max_items(), at.getInt64(offset));
    return at.CreateInBoundsGEP(byte, entry_.context_memory(),
                                at.CreateAdd(bytes, at.getInt64(fixed_)), name);
  };
  if (plan_.scratch_offset) scratch_ = array(*plan_.scratch_offset, "scratch");
  for (auto& [value, slot] : plan_.slots) {
    if (slot.place == Slot::Place::PerItem) {
      home_[value] = array(slot.offset, value->getName() + ".slot");
    } else {
      home_[value] = front.CreateAlloca(slot.type, nullptr, value->getName() + ".uniform");
    }
  }
  if (items_may_part_) {
    returned_ = array(per_item_, "returned");
    per_item_ += 1;
    furthest_ = front.CreateAlloca(front.getInt32Ty(), nullptr, "furthest");
  }
}

WorkItemLoops::Nest WorkItemLoops::make_nest(unsigned region) {
  LLVMContext& context = kernel_.getContext();
  Function* function = &entry_.function();
  IRBuilder<> builder(context);
  Type* word = builder.getInt64Ty();
  Value* one = builder.getInt64(1);
  Nest nest;
  nest.preheader = heads_[region];
  std::array<BasicBlock*, 3> head, latch;
  for (int d = 2; d >= 0; --d) head[d] = BasicBlock::Create(context, "item", function);
  nest.body = head[0];
  for (int d = 0; d < 3; ++d) latch[d] = BasicBlock::Create(context, "item.next", function);
  nest.latch = latch[0];
  nest.after = BasicBlock::Create(context, "region.end", function);
  // Tested at their ends: no group is empty. The linear id counts along.
  builder.SetInsertPoint(nest.preheader);
  builder.CreateBr(head[2]);
  std::array<PHINode*, 3> linear;
  for (int d = 2; d >= 0; --d) {
    BasicBlock* outer = d == 2 ? nest.preheader : head[d + 1];
    builder.SetInsertPoint(head[d]);
    PHINode* id = builder.CreatePHI(word, 2, "local_id");
    linear[d] = builder.CreatePHI(word, 2, "linear_id");
    id->addIncoming(builder.getInt64(0), outer);
    linear[d]->addIncoming(d == 2 ? cast<Value>(builder.getInt64(0)) : linear[d + 1], outer);
    nest.local_id[d] = id;
    if (d > 0) builder.CreateBr(head[d - 1]);
    builder.SetInsertPoint(latch[d]);
    if (d == 0) nest.next = builder.CreatePHI(builder.getInt32Ty(), 2, "next");
    Value* next = builder.CreateAdd(id, one, "", /*HasNUW=*/true, /*HasNSW=*/true);
    id->addIncoming(next, latch[d]);
    builder.CreateCondBr(builder.CreateICmpULT(next, entry_.local_size(d)), head[d],
                         d == 2 ? nest.after : latch[d + 1]);
  }
  nest.linear_id = linear[0];
  builder.SetInsertPoint(latch[0], latch[0]->getFirstInsertionPt());
  Value* following = builder.CreateAdd(linear[0], one, "", /*HasNUW=*/true, /*HasNSW=*/true);
  for (int d = 0; d < 3; ++d) linear[d]->addIncoming(following, latch[d]);
  return nest;
}

Value* WorkItemLoops::slot_address(const Instruction& value, IRBuilder<>& at, const Nest& nest) {
  auto slot = plan_.slots.find(&value);
  Value* home = home_.lookup(&value);
  if (slot == plan_.slots.end() || slot->second.place == Slot::Place::Uniform) return home;
  Value* bytes = at.CreateMul(nest.linear_id, at.getInt64(slot->second.size), "", true, true);
  return at.CreateInBoundsGEP(at.getInt8Ty(), home, bytes);
}

void WorkItemLoops::clone_region(unsigned index, Nest& nest) {
  ValueToValueMapTy map;
  kept_.clear();
  for (Argument& argument : kernel_.args()) map[&argument] = entry_.argument(argument.getArgNo());
  load_live_in(index, nest, map);
  clone_blocks(graph_.regions[index], nest, map);
  end_items(index, nest, map);
  merge_definitions(index, nest, map);
  store_live_out(index, nest, map);
}

/// What words, allocas and values that live at the start of the region are in this region.
void WorkItemLoops::load_live_in(unsigned index, Nest& nest, ValueToValueMapTy& map) {
  IRBuilder<> uniform(nest.preheader->getTerminator());
  IRBuilder<> at(nest.body);
  if (items_may_part_) uniform.CreateStore(uniform.getInt32(RegionGraph::kReturn), furthest_);
  if (items_may_part_ && index > 0) {
    BasicBlock* present =
        BasicBlock::Create(kernel_.getContext(), "item.present", &entry_.function());
    Value* flag = at.CreateLoad(at.getInt8Ty(),
                                at.CreateInBoundsGEP(at.getInt8Ty(), returned_, nest.linear_id));
    at.CreateCondBr(at.CreateIsNotNull(flag), nest.latch, present);
    nest.next->addIncoming(at.getInt32(RegionGraph::kReturn), nest.body);
    nest.body = present;
    at.SetInsertPoint(present);
  }
  for (Instruction* alloca : allocas_) map[alloca] = slot_address(*alloca, at, nest);
  for (Instruction* value : plan_.live_in[index]) {
    auto slot = plan_.slots.find(value);
    if (slot == plan_.slots.end()) continue;
    // A uniform value is read before the first item: an item may set it for the region behind.
    IRBuilder<>& where = slot->second.place == Slot::Place::Uniform ? uniform : at;
    kept_[value] =
        where.CreateLoad(slot->second.type, slot_address(*value, where, nest), value->getName());
    map[value] = kept_[value];
  }
  for (Instruction* value : plan_.live_in[index]) {
    if (!plan_.slots.contains(value)) map[value] = recompute(*value, at, map, nest);
  }
  at.CreateUnreachable();  // until the region's first block is there
}

Value* WorkItemLoops::recompute(Instruction& value, IRBuilder<>& at, ValueToValueMapTy& map,
                                Nest& nest) {
  if (Value* known = map.lookup(&value)) return known;
  if (called_word(value) != Word::None)
    return entry_.word(cast<CallBase>(value), at, nest.local_id, scratch_);
  Instruction* copy = value.clone();
  for (Use& operand : copy->operands()) {
    if (auto* argument = dyn_cast<Argument>(operand.get())) {
      operand.set(map[argument]);
    } else if (auto* instruction = dyn_cast<Instruction>(operand.get())) {
      operand.set(recompute(*instruction, at, map, nest));
    }
  }
  at.Insert(copy, value.getName());
  return map[&value] = copy;
}

void WorkItemLoops::clone_blocks(const Region& region, Nest& nest, ValueToValueMapTy& map) {
  // What is recomputed at the start is not computed again; what is kept and defined here has two
  // definitions, merged later.
  SmallVector<std::pair<Instruction*, Value*>> known_at_start;
  for (Instruction* alloca : allocas_) known_at_start.push_back({alloca, map[alloca]});
  for (Instruction* value : plan_.live_in[&region - graph_.regions.data()]) {
    if (!plan_.slots.contains(value)) known_at_start.push_back({value, map[value]});
  }
  SmallVector<BasicBlock*> clones;
  for (BasicBlock* block : region.blocks) {
    BasicBlock* clone = CloneBasicBlock(block, map, "", &entry_.function());
    map[block] = clone;
    clones.push_back(clone);
  }
  for (auto [value, known] : known_at_start) map[value] = known;
  for (BasicBlock* clone : clones) {
    for (Instruction& instruction : make_early_inc_range(*clone)) {
      instruction.dropDbgRecords();
      if (auto* phi = dyn_cast<PHINode>(&instruction)) {
        for (int i = phi->getNumIncomingValues() - 1; i >= 0; --i) {
          if (!region.blocks.contains(phi->getIncomingBlock(i)))
            phi->removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
        }
      }
      RemapInstruction(&instruction, map, kRemap);
      if (isa<AllocaInst>(instruction)) instruction.eraseFromParent();
    }
  }
  nest.body->getTerminator()->eraseFromParent();
  IRBuilder<>(nest.body).CreateBr(cast<BasicBlock>(map[region.start]));
  // Words last: some need their operands as they are in this region.
  for (BasicBlock* clone : clones) {
    for (Instruction& instruction : make_early_inc_range(*clone)) {
      Word word = called_word(instruction);
      if (word == Word::None || word == Word::Barrier) continue;
      IRBuilder<> at(&instruction);
      instruction.replaceAllUsesWith(
          entry_.word(cast<CallBase>(instruction), at, nest.local_id, scratch_));
      instruction.eraseFromParent();
    }
  }
}

/// Every way out of the region leads to the latch, with the region that follows.
void WorkItemLoops::end_items(unsigned index, Nest& nest, ValueToValueMapTy& map) {
  for (BasicBlock* block : graph_.regions[index].blocks) {
    auto* clone = cast<BasicBlock>(map[block]);
    Instruction* end = clone->getTerminator();
    auto behind = graph_.behind.find(block);
    bool returns = behind == graph_.behind.end() && succ_empty(block);
    if (behind == graph_.behind.end() && !returns) continue;
    unsigned next = returns ? RegionGraph::kReturn : behind->second;
    IRBuilder<> at(end);
    if (items_may_part_ && (returns || index == 0)) {
      at.CreateStore(at.getInt8(returns),
                     at.CreateInBoundsGEP(at.getInt8Ty(), returned_, nest.linear_id));
    }
    if (items_may_part_ && !returns) at.CreateStore(at.getInt32(next), furthest_);
    at.CreateBr(nest.latch);
    end->eraseFromParent();
    nest.next->addIncoming(at.getInt32(next), clone);
    if (!returns) {
      for (Instruction& instruction : make_early_inc_range(*clone)) {
        if (called_word(instruction) == Word::Barrier) instruction.eraseFromParent();
      }
    }
  }
}

/// Kept values that the region defines anew: uses see whichever definition reaches them.
void WorkItemLoops::merge_definitions(unsigned index, Nest& nest, ValueToValueMapTy& map) {
  const Region& region = graph_.regions[index];
  for (Instruction* value : plan_.live_in[index]) {
    if (!kept_.contains(value) || !region.blocks.contains(value->getParent())) continue;
    auto* definition = dyn_cast_or_null<Instruction>(map.lookup(value));
    if (!definition) continue;
    SSAUpdater updater;
    updater.Initialize(definition->getType(), definition->getName());
    updater.AddAvailableValue(nest.body, kept_[value]);
    updater.AddAvailableValue(definition->getParent(), definition);
    SmallVector<Use*> uses;
    for (Use& use : definition->uses()) {
      auto* user = cast<Instruction>(use.getUser());
      if (isa<PHINode>(user) || user->getParent() != definition->getParent()) uses.push_back(&use);
    }
    for (Use* use : uses) updater.RewriteUse(*use);
  }
}

/// In front of each barrier: what lives behind it and has changed in this region is written to its
/// home.
void WorkItemLoops::store_live_out(unsigned index, Nest& nest, ValueToValueMapTy& map) {
  const Region& region = graph_.regions[index];
  for (Instruction& value : instructions(kernel_)) {
    auto slot = plan_.slots.find(&value);
    if (slot == plan_.slots.end() || isa<AllocaInst>(value) ||
        !region.blocks.contains(value.getParent()))
      continue;
    Value* definition = map[&value];
    SSAUpdater updater;
    updater.Initialize(definition->getType(), value.getName());
    auto kept = kept_.find(&value);
    if (kept != kept_.end()) updater.AddAvailableValue(nest.body, kept->second);
    updater.AddAvailableValue(cast<BasicBlock>(map[value.getParent()]), definition);
    for (BasicBlock* block : region.blocks) {
      auto behind = graph_.behind.find(block);
      if (behind == graph_.behind.end() || !plan_.live_in[behind->second].contains(&value))
        continue;
      auto* clone = cast<BasicBlock>(map[block]);
      Value* reaching = updater.GetValueAtEndOfBlock(clone);
      if (kept != kept_.end() && reaching == kept->second) continue;
      IRBuilder<> at(clone->getTerminator());
      at.CreateStore(reaching, slot_address(value, at, nest));
    }
  }
}

/// After the last item: on to the next region. All items agree, so the last one's word counts. A
/// barrier that also orders memory for other groups is a fence; for its own group the order of the
/// code is enough.
void WorkItemLoops::choose_next(unsigned index, Nest& nest) {
  const auto& next = graph_.regions[index].next;
  IRBuilder<> at(nest.after);
  if (graph_.regions[index].ends_in_fence) at.CreateFence(AtomicOrdering::AcquireRelease);
  auto target = [&](unsigned region) {
    return region == RegionGraph::kReturn ? &entry_.group_latch() : heads_[region];
  };
  if (next.empty()) {  // an endless loop without a barrier
    at.CreateUnreachable();
    return;
  }
  if (next.size() == 1) {
    at.CreateBr(target(next[0]));
    return;
  }
  Value* chosen =
      items_may_part_ ? cast<Value>(at.CreateLoad(at.getInt32Ty(), furthest_)) : nest.next;
  SwitchInst* choice = at.CreateSwitch(chosen, target(next[0]), next.size());
  for (unsigned region : drop_begin(next)) choice->addCase(at.getInt32(region), target(region));
}

}  // namespace heddle::compiler
