// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/work_item_loops.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "compiler/groups/whole_vectors.h"

namespace heddle::compiler {
using namespace llvm;

WorkItemLoops::WorkItemLoops(Function& kernel, GroupEntry& entry, const RegionGraph& graph,
                             const SpillPlan& plan, const Uniformity& uniformity, Meeting meeting)
    : kernel_(kernel),
      entry_(entry),
      graph_(graph),
      plan_(plan),
      uniformity_(uniformity),
      meeting_(meeting) {
  make_slots();
}

void WorkItemLoops::build(MakeNest make_nest) {
  const size_t heads = meeting_ == Meeting::Apart ? 1 : graph_.regions.size();
  for (unsigned region = 0; region < heads; ++region) {
    heads_.push_back(
        BasicBlock::Create(kernel_.getContext(), "region." + Twine(region), &entry_.function()));
  }
  IRBuilder<> begin(&entry_.body());
  forget_last_group(begin);
  begin.CreateBr(heads_[0]);
  for (unsigned region = 0; region < graph_.regions.size(); ++region) {
    if (graph_.regions[region].loop != region) continue;
    Nest nest = make_nest(region, preheader(region));
    for (Body& body : nest.bodies) copy_region(region, nest, body);
    choose_next(region, nest);
  }
}

void WorkItemLoops::build(Nest& nest, Body& body) {
  copy_region(0, nest, body);
}

/// Makes the variables poison at a group's end, as the next group needs none. Otherwise they would
/// be values of every loop over groups, on which SCEV spends time that doubles with each of them.
void WorkItemLoops::forget_last_group(IRBuilder<>& at) {
  for (AllocaInst* each : variables_)
    at.CreateStore(PoisonValue::get(each->getAllocatedType()), each);
}

AllocaInst* WorkItemLoops::variable(Type* type, const Twine& name) {
  IRBuilder<> front(&entry_.entry(), entry_.entry().begin());
  variables_.push_back(front.CreateAlloca(type, nullptr, name));
  return variables_.back();
}

/// Makes addresses that hold for the whole launch: arrays in the context, variables in the frame.
void WorkItemLoops::make_slots() {
  IRBuilder<>& at = entry_.prologue();
  IRBuilder<> front(&entry_.entry(), entry_.entry().begin());
  Type* byte = at.getInt8Ty();
  for (AllocaInst* alloca : plan_.frame) {
    auto* copy = cast<AllocaInst>(alloca->clone());
    front.Insert(copy, alloca->getName());
    storage_[alloca] = copy;
  }
  for (auto [alloca, offset] : plan_.fixed) {
    storage_[alloca] =
        at.CreateConstInBoundsGEP1_64(byte, entry_.context_memory(), offset, alloca->getName());
  }
  fixed_ = alignTo(plan_.fixed_size, kWorkerBlockAlign);
  for (Instruction& instruction : instructions(kernel_)) {
    if (isa<AllocaInst>(instruction))
      allocas_.push_back(&instruction);
    else if (plan_.slots.contains(&instruction))
      kept_.try_emplace(instruction.getParent(), KeptInBlock{kept_.size()})
          .first->second.values.push_back(&instruction);
  }
  auto array = [&](uint64_t offset, const Twine& name) {
    Value* bytes = at.CreateMul(entry_.max_vectors(), at.getInt64(offset));
    return at.CreateInBoundsGEP(byte, entry_.context_memory(),
                                at.CreateAdd(bytes, at.getInt64(fixed_)), name);
  };
  for (auto& [value, slot] : plan_.slots) {
    if (slot.place == Slot::Place::PerVector) {
      storage_[value] = array(slot.offset, value->getName() + ".slot");
    } else if (slot.place == Slot::Place::Uniform) {
      storage_[value] = variable(slot.type, value->getName() + ".uniform");
    }
  }
  per_vector_ = plan_.per_vector;
  const bool meet_together = meeting_ == Meeting::Together;
  if (!meet_together) {
    per_vector_ = alignTo(per_vector_, 4);
    own_next_ = array(per_vector_, "own_next");
    per_vector_ += 4;
  }
  if (plan_.uses_scratch) {
    per_vector_ = alignTo(per_vector_, HD_GROUP_SCRATCH_BYTES);
    scratch_ = array(per_vector_, "scratch");
  }
  bool chooses =
      any_of(graph_.regions, [](const Region& region) { return region.next.size() > 1; });
  if (!meet_together || chooses) next_ = variable(at.getInt32Ty(), "next_region");
}

Value* WorkItemLoops::slot_address(const Instruction& value, IRBuilder<>& at, const Copy& copy) {
  auto slot = plan_.slots.find(&value);
  Value* storage = storage_.lookup(&value);
  if (slot == plan_.slots.end() || slot->second.place == Slot::Place::Uniform) return storage;
  if (slot->second.place == Slot::Place::Register) {
    AllocaInst*& own = registers_[{&value, *copy.number}];
    if (!own) own = variable(slot->second.type, value.getName() + ".register");
    return own;
  }
  Value* bytes = at.CreateMul(copy.place->vector, at.getInt64(slot->second.size), "", true, true);
  return at.CreateInBoundsGEP(at.getInt8Ty(), storage, bytes);
}

/// Tells whether the value is the same for all places of a body.
bool WorkItemLoops::is_shared(const Instruction& value) const {
  return !value.getType()->isVoidTy() && !isa<AllocaInst>(value) && uniformity_.is_one_value(value);
}

void WorkItemLoops::copy_region(unsigned index, const Nest& nest, Body& body) {
  const Region& region = graph_.regions[index];
  Copies copies;
  for (unsigned i = 0; i < body.places.size(); ++i) {
    std::optional<unsigned> number;
    if (body.first) number = *body.first + i;
    copies.push_back(std::make_unique<Copy>(&body.places[i], number, i == 0));
    Copy& copy = *copies.back();
    for (Argument& argument : kernel_.args())
      copy.map[&argument] = entry_.argument(argument.getArgNo());
    load_live_in(index, nest, body, copy);
  }
  clone_blocks(region, copies);
  remap(region, copies);
  choose_start(index, nest, body, *copies[0]);
  replace_intrinsics(copies);
  if (body.is_partial) {
    for (BasicBlock* block : region.blocks)
      drop_whole_vectors(*cast<BasicBlock>(copies[0]->map.lookup(block)));
  }
  end_items(index, nest, body, *copies[0]);
  for (auto& copy : copies) {
    merge_definitions(index, body, *copy);
    store_live_out(index, body, *copy);
  }
}

/// Returns the values that live at the start of one of the regions in a loop. The other regions
/// load them in vain: none of their code uses a value before it is defined.
SetVector<Instruction*> WorkItemLoops::live_in(unsigned loop) const {
  SetVector<Instruction*> result;
  for (unsigned region : graph_.run_in(loop)) result.insert_range(plan_.live_in[region]);
  return result;
}

/// Gives a copy the values that live at the start of the loop's regions: loads those with a slot,
/// computes the others anew, and replaces allocas by their addresses. Skips the vectors that do not
/// run now.
void WorkItemLoops::load_live_in(unsigned index, const Nest& nest, Body& body, Copy& copy) {
  if (meeting_ == Meeting::Apart)
    skip_waiting(nest, body, copy);
  else if (meeting_ != Meeting::Together)
    skip_absent(index, nest, body, copy);
  const auto live = live_in(index);
  IRBuilder<> uniform(nest.preheader->getTerminator());
  IRBuilder<> at(body.start);
  for (Instruction* alloca : allocas_) copy.map[alloca] = slot_address(*alloca, at, copy);
  for (Instruction* value : live) {
    auto slot = plan_.slots.find(value);
    if (slot == plan_.slots.end()) continue;
    // A uniform value is loaded before the first item: an item may set it for the next region.
    IRBuilder<>& where = slot->second.place == Slot::Place::Uniform ? uniform : at;
    copy.kept[value] =
        where.CreateAlignedLoad(slot->second.type, slot_address(*value, where, copy),
                                std::min(slot->second.align, kWorkerBlockAlign), value->getName());
    copy.map[value] = copy.kept[value];
  }
  for (Instruction* value : live) {
    if (!plan_.slots.contains(value)) recompute(*value, at, copy);
  }
}

Value* WorkItemLoops::recompute(Instruction& value, IRBuilder<>& at, Copy& copy) {
  if (Value* known = copy.map.lookup(&value)) return known;
  if (called_internal(value) != Internal::None)
    return copy.map[&value] = entry_.intrinsic(cast<CallBase>(value), at, *copy.place, scratch_);
  Instruction* clone = value.clone();
  for (Use& operand : clone->operands()) {
    if (auto* argument = dyn_cast<Argument>(operand.get())) {
      operand.set(copy.map[argument]);
    } else if (auto* instruction = dyn_cast<Instruction>(operand.get())) {
      operand.set(recompute(*instruction, at, copy));
    }
  }
  at.Insert(clone, value.getName());
  return copy.map[&value] = clone;
}

void WorkItemLoops::clone_blocks(const Region& region, Copies& copies) {
  for (BasicBlock* block : region.blocks) {
    BasicBlock* clone =
        BasicBlock::Create(kernel_.getContext(), block->getName(), &entry_.function());
    for (auto& copy : copies) copy->map[block] = clone;
  }
  for (BasicBlock* block : region.blocks) clone_block(*block, copies);
}

/// Clones a block for the places in turns. Values that several of them need (loads from memory that
/// is the same for all) are close to each other then, and few temporary values live at a time.
void WorkItemLoops::clone_block(BasicBlock& block, Copies& copies) {
  constexpr unsigned kTurn = 3;  // vector instructions: two loads and their use
  auto& into = *cast<BasicBlock>(copies[0]->map[&block]);
  auto clone_all = [&](ArrayRef<Instruction*> turn) {
    for (auto& copy : copies) {
      for (Instruction* instruction : turn) clone_instruction(*instruction, into, *copy, copies);
    }
  };
  SmallVector<Instruction*, 16> turn;
  unsigned weight = 0;
  for (Instruction& instruction : block) {
    if (isa<PHINode>(instruction)) {
      clone_all(&instruction);
    } else if (instruction.isTerminator()) {
      clone_all(turn);
      clone_instruction(instruction, into, *copies[0], copies);
    } else {
      turn.push_back(&instruction);
      weight += instruction.getType()->isVectorTy();
      bool goes_on = weight < kTurn && instruction.hasOneUse() &&
                     instruction.user_back()->getParent() == &block;
      if (goes_on) continue;
      clone_all(turn);
      turn.clear();
      weight = 0;
    }
  }
}

void WorkItemLoops::clone_instruction(Instruction& instruction, BasicBlock& into, Copy& copy,
                                      const Copies& copies) {
  if (!copy.is_first && is_shared(instruction)) {
    copy.map[&instruction] = copies[0]->map[&instruction];
    return;
  }
  // Allocas, and values that were recomputed at the start.
  if (copy.map.lookup(&instruction) && !copy.kept.contains(&instruction)) return;
  Instruction* clone = instruction.clone();
  clone->insertInto(&into, into.end());
  clone->setName(instruction.getName());
  if (copies.size() == 1) clone->cloneDebugInfoFrom(&instruction);  // for -g: variables
  copy.clones.push_back(clone);
  copy.map[&instruction] = clone;
}

void WorkItemLoops::remap(const Region& region, Copies& copies) {
  for (auto& copy : copies) {
    for (Instruction* clone : copy->clones) {
      if (auto* phi = dyn_cast<PHINode>(clone)) {
        for (int i = phi->getNumIncomingValues() - 1; i >= 0; --i) {
          if (!region.blocks.contains(phi->getIncomingBlock(i)))
            phi->removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
        }
      }
      RemapInstruction(clone, copy->map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      RemapDbgRecordRange(kernel_.getParent(), clone->getDbgRecordRange(), copy->map,
                          RF_NoModuleLevelChanges);
    }
  }
}

/// Replaces intrinsics after everything else: some need their operands as they are in this region.
void WorkItemLoops::replace_intrinsics(Copies& copies) {
  for (auto& copy : copies) {
    for (Instruction* clone : copy->clones) {
      Internal intrinsic = called_internal(*clone);
      if (intrinsic == Internal::None || intrinsic == Internal::Barrier) continue;
      IRBuilder<> at(clone);
      if (intrinsic == Internal::VectorBarrier && is_fence(cast<CallBase>(*clone)))
        at.CreateFence(AtomicOrdering::AcquireRelease);
      if (intrinsic != Internal::Mask && intrinsic != Internal::VectorBarrier)
        clone->replaceAllUsesWith(
            entry_.intrinsic(cast<CallBase>(*clone), at, *copy->place, scratch_));
      clone->eraseFromParent();
    }
    copy->clones.clear();
  }
}

/// Merges kept values that the region defines anew: uses see the definition that reaches them.
void WorkItemLoops::merge_definitions(unsigned index, Body& body, Copy& copy) {
  const Region& region = graph_.regions[index];
  for (Instruction* value : live_in(index)) {
    if (!copy.kept.contains(value) || !region.blocks.contains(value->getParent())) continue;
    if (!copy.is_first && is_shared(*value)) continue;
    auto* definition = dyn_cast_or_null<Instruction>(copy.map.lookup(value));
    if (!definition) continue;
    SSAUpdater updater;
    updater.Initialize(definition->getType(), definition->getName());
    updater.AddAvailableValue(body.start, copy.kept[value]);
    updater.AddAvailableValue(definition->getParent(), definition);
    SmallVector<Use*> uses;
    for (Use& use : definition->uses()) {
      auto* user = cast<Instruction>(use.getUser());
      if (isa<PHINode>(user) || user->getParent() != definition->getParent()) uses.push_back(&use);
    }
    for (Use* use : uses) updater.RewriteUse(*use);
  }
}

/// Tells whether the present value of `value` was loaded from its slot, for it or for another value
/// that shares the slot.
bool WorkItemLoops::is_in_slot(const Instruction& value, const Value& now, const Copy& copy) const {
  const Value* from = &now;
  for (const auto* phi = dyn_cast<PHINode>(from); phi; phi = dyn_cast<PHINode>(from)) {
    if (phi->getNumIncomingValues() != 1) break;
    from = phi->getIncomingValue(0);
  }
  auto kept = copy.kept.find(&value);
  if (kept != copy.kept.end() && from == kept->second) return true;
  const Slot& own = plan_.slots.find(&value)->second;
  if (own.place != Slot::Place::PerVector) return false;
  return any_of(copy.kept, [&](const auto& other) {
    const Slot& slot = plan_.slots.find(other.first)->second;
    return other.second == from && slot.place == own.place && slot.offset == own.offset;
  });
}

/// Returns the values that have a slot and are defined in the region, in the order of the kernel.
SmallVector<Instruction*> WorkItemLoops::kept_in(const Region& region) const {
  SmallVector<const KeptInBlock*> blocks;
  for (const BasicBlock* block : region.blocks)
    if (auto kept = kept_.find(block); kept != kept_.end()) blocks.push_back(&kept->second);
  llvm::sort(blocks,
             [](const KeptInBlock* a, const KeptInBlock* b) { return a->number < b->number; });
  SmallVector<Instruction*> result;
  for (const KeptInBlock* block : blocks) append_range(result, block->values);
  return result;
}

/// Stores before each barrier the values that live after it and have changed in this region.
void WorkItemLoops::store_live_out(unsigned index, Body& body, Copy& copy) {
  const Region& region = graph_.regions[index];
  for (Instruction* value : kept_in(region)) {
    const Slot& slot = plan_.slots.find(value)->second;
    if (!copy.is_first && slot.place == Slot::Place::Uniform) continue;
    Value* definition = copy.map[value];
    SSAUpdater updater;
    updater.Initialize(definition->getType(), value->getName());
    auto kept = copy.kept.find(value);
    if (kept != copy.kept.end()) updater.AddAvailableValue(body.start, kept->second);
    updater.AddAvailableValue(cast<BasicBlock>(copy.map[value->getParent()]), definition);
    for (BasicBlock* block : region.blocks) {
      auto after = graph_.after.find(block);
      if (after == graph_.after.end() || !plan_.live_in[after->second].contains(value)) continue;
      auto* clone = cast<BasicBlock>(copy.map[block]);
      Value* reaching = updater.GetValueAtEndOfBlock(clone);
      if (is_in_slot(*value, *reaching, copy)) continue;
      IRBuilder<> at(clone->getTerminator());
      at.CreateAlignedStore(reaching, slot_address(*value, at, copy),
                            std::min(slot.align, kWorkerBlockAlign));
    }
  }
}

}  // namespace heddle::compiler
