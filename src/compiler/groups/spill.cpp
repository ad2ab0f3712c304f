// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/spill.h"

#include <llvm/ADT/SmallSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <functional>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/marks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kFrameBytes =
    8192;  // frames stay small: a worker's stack is not sized for kernels
constexpr uint64_t kLargeBytes = 1024;  // for one variable
/// The most bytes of a group's simultaneously live values that may become registers; those that are
/// spilled go to the frame.
constexpr uint64_t kMaxRegisterBytes = 6144;
/// The most instructions of a group's code whose loops over vectors are written out.
constexpr size_t kMaxWrittenOut = 10000;

/// Marks the blocks at whose start `value` lives (SSA: walks back from each use to the definition).
void find_live_blocks(Instruction& value, SmallPtrSetImpl<BasicBlock*>& live) {
  BasicBlock* definition = value.getParent();
  SmallVector<BasicBlock*> work;
  for (Use& use : value.uses()) {
    auto* user = cast<Instruction>(use.getUser());
    BasicBlock* block = user->getParent();
    if (auto* phi = dyn_cast<PHINode>(user)) {
      block = phi->getIncomingBlock(use);  // lives at the end of that block
      if (block == definition) continue;
    } else if (block == definition) {
      continue;
    }
    work.push_back(block);
  }
  while (!work.empty()) {
    BasicBlock* block = work.pop_back_val();
    if (!live.insert(block).second) continue;
    for (BasicBlock* predecessor : predecessors(block)) {
      if (predecessor != definition) work.push_back(predecessor);
    }
  }
}

/// Tells whether `user` puts the address `value` into memory, from where anything may take it.
bool stores_address(const Instruction& user, const Value& value) {
  if (const auto* store = dyn_cast<StoreInst>(&user)) return store->getValueOperand() == &value;
  if (const auto* update = dyn_cast<AtomicRMWInst>(&user)) return update->getValOperand() == &value;
  const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&user);
  return exchange && exchange->getPointerOperand() != &value;
}

/// Collects all blocks that may touch an alloca's memory; `pointer` carries its address.
void find_uses(const Value& pointer, SmallPtrSetImpl<const BasicBlock*>& blocks,
               SmallPtrSetImpl<const Value*>& seen) {
  if (!seen.insert(&pointer).second) return;
  for (const User* user : pointer.users()) {
    const auto* instruction = cast<Instruction>(user);
    blocks.insert(instruction->getParent());
    if (stores_address(*instruction, pointer)) {
      for (const BasicBlock& block : *instruction->getFunction()) blocks.insert(&block);
    }
    // A loaded value, or the result of a comparison, is no address of the memory.
    bool carries = !isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst, CmpInst>(instruction);
    if (carries && !instruction->getType()->isVoidTy()) find_uses(*instruction, blocks, seen);
  }
}

/// Tells whether the contents of `alloca` may have to survive a barrier.
bool lives_across(const AllocaInst& alloca, const RegionGraph& graph) {
  if (!graph.has_barriers() || is_transient(alloca)) return false;
  SmallPtrSet<const BasicBlock*, 16> blocks;
  SmallPtrSet<const Value*, 16> seen;
  find_uses(alloca, blocks, seen);
  const Region* only = nullptr;
  for (const Region& region : graph.regions) {
    bool used = any_of(region.blocks, [&](BasicBlock* block) { return blocks.contains(block); });
    if (!used) continue;
    if (only) return true;
    only = &region;
  }
  return only && only->reaches_itself;
}

class Planner {
 public:
  Planner(Function& kernel, const RegionGraph& graph, const Uniformity& uniformity,
          const SpillOptions& options)
      : kernel_(kernel),
        graph_(graph),
        uniformity_(uniformity),
        options_(options),
        layout_(kernel.getParent()->getDataLayout()) {}

  SpillPlan run() {
    plan_.live_in.resize(graph_.regions.size());
    place_allocas();
    if (graph_.has_barriers()) place_values();
    if (fits_registers()) use_registers();
    lay_out();
    return std::move(plan_);
  }

 private:
  void place_allocas() {
    uint64_t frame = 0;
    const MaybeAlign over = private_alignment(*kernel_.getParent());
    if (over) plan_.fixed_size = over->value();
    for (Instruction& instruction : instructions(kernel_)) {
      auto* alloca = dyn_cast<AllocaInst>(&instruction);
      if (!alloca) continue;
      uint64_t size = alloca->getAllocationSize(layout_)->getFixedValue();
      plan_.private_size += size;
      if (lives_across(*alloca, graph_)) {
        add_slot(*alloca, Slot::Place::PerVector,
                 ArrayType::get(Type::getInt8Ty(kernel_.getContext()), size), alloca->getAlign());
      } else if (size <= kLargeBytes * options_.width && frame + size <= kFrameBytes) {
        frame += size;
        plan_.frame.push_back(alloca);
      } else {
        plan_.fixed_size = alignTo(plan_.fixed_size, alloca->getAlign());
        plan_.fixed[alloca] = plan_.fixed_size;
        plan_.fixed_size += size;
      }
    }
    plan_.fixed_size = alignTo(plan_.fixed_size, over.valueOrOne());  // later ones are aligned, too
  }

  void place_values() {
    DenseMap<const BasicBlock*, unsigned> starts;
    for (unsigned region = 1; region < graph_.regions.size(); ++region)
      starts[graph_.regions[region].start] = region;
    for (Instruction& value : instructions(kernel_)) {
      if (value.getType()->isVoidTy() || isa<AllocaInst>(value)) continue;
      SmallPtrSet<BasicBlock*, 16> live;
      find_live_blocks(value, live);
      if (live.empty()) continue;
      bool crosses = false;
      for (const BasicBlock* block : live) {
        const auto region = starts.find(block);
        if (region == starts.end()) continue;
        plan_.live_in[region->second].insert(&value);
        crosses = true;
      }
      if (!crosses || is_recomputable(value)) continue;
      auto place = uniformity_.is_one_value(value) ? Slot::Place::Uniform : Slot::Place::PerVector;
      add_slot(value, place, value.getType(), layout_.getABITypeAlign(value.getType()));
    }
  }

  void add_slot(const Instruction& value, Slot::Place place, Type* type, Align align) {
    uint64_t size = alignTo(layout_.getTypeAllocSize(type), align);
    plan_.slots[&value] = {place, type, size, align, 0};
  }

  /// Returns the bytes that one vector keeps at the start of a region, without uniform values and
  /// allocas. Regions may use the same registers.
  uint64_t register_bytes(unsigned region) const {
    uint64_t bytes = 0;
    for (const Instruction* value : plan_.live_in[region]) {
      auto slot = plan_.slots.find(value);
      if (slot == plan_.slots.end() || isa<AllocaInst>(value)) continue;
      if (slot->second.place == Slot::Place::PerVector) bytes += slot->second.size;
    }
    return bytes;
  }

  bool fits_registers() const {
    uint64_t bytes = 0;
    size_t size = 0;
    for (unsigned region = 1; region < graph_.regions.size(); ++region)
      bytes = std::max(bytes, register_bytes(region));
    for (const Region& region : graph_.regions) {
      for (const BasicBlock* block : region.blocks) size += block->size();
    }
    // Vectors of which no two fit are best in a loop, where each finds the registers free: written
    // out, values that all of them read would be kept for the others, too.
    if (2 * bytes > usable_bytes(options_.register_bytes) &&
        bytes * options_.vectors > options_.register_bytes)
      return false;
    return bytes != 0 && options_.vectors != 0 && bytes * options_.vectors <= kMaxRegisterBytes &&
           size * options_.vectors <= kMaxWrittenOut;
  }

  void use_registers() {
    plan_.in_registers = true;
    for (auto& [value, slot] : plan_.slots) {
      if (slot.place == Slot::Place::PerVector && !isa<AllocaInst>(value))
        slot.place = Slot::Place::Register;
    }
  }

  /// A slot for values that are never kept across the same barrier.
  struct SharedSlot {
    Slot* slot;
    SmallVector<const Instruction*> values;
    SmallSet<unsigned, 8> regions;  ///< regions at whose start one of the values lives
  };

  std::vector<SharedSlot> separate_slots() {
    std::vector<SharedSlot> result;
    DenseMap<const Instruction*, size_t> places;
    for (auto& [value, slot] : plan_.slots) {
      if (slot.place != Slot::Place::PerVector) continue;
      places[value] = result.size();
      result.push_back({&slot, {value}, {}});
    }
    for (unsigned region = 0; region < plan_.live_in.size(); ++region) {
      for (const Instruction* value : plan_.live_in[region]) {
        const auto place = places.find(value);
        if (place != places.end()) result[place->second].regions.insert(region);
      }
    }
    return result;
  }

  static bool can_share(const SharedSlot& a, const SharedSlot& b) {
    const bool keeps_memory = isa<AllocaInst>(a.values[0]) || isa<AllocaInst>(b.values[0]);
    return !keeps_memory && a.slot->type == b.slot->type &&
           none_of(a.regions, [&](unsigned region) { return b.regions.contains(region); });
  }

  /// Tells whether one slot's phi receives the other's value: these share best, as nothing is
  /// copied then.
  static bool hands_on(const SharedSlot& from, const SharedSlot& to) {
    return any_of(to.values, [&](const Instruction* value) {
      const auto* phi = dyn_cast<PHINode>(value);
      return phi && any_of(phi->incoming_values(), [&](const Use& use) {
               return is_contained(from.values, dyn_cast<Instruction>(use.get()));
             });
    });
  }

  static void share(std::vector<SharedSlot>& slots,
                    function_ref<bool(const SharedSlot&, const SharedSlot&)> want) {
    for (size_t i = 0; i < slots.size(); ++i) {
      for (size_t j = i + 1; j < slots.size();) {
        if (!want(slots[i], slots[j]) || !can_share(slots[i], slots[j])) {
          ++j;
          continue;
        }
        append_range(slots[i].values, slots[j].values);
        slots[i].regions.insert(slots[j].regions.begin(), slots[j].regions.end());
        slots.erase(slots.begin() + static_cast<ptrdiff_t>(j));
        j = i + 1;
      }
    }
  }

  /// Lays the slots out, most aligned first: then each array begins aligned, for any number of
  /// vectors.
  void lay_out() {
    std::vector<SharedSlot> all = separate_slots();
    constexpr size_t kMany = 512;  // the search takes time that grows with their square
    if (all.size() < kMany) {
      share(all, [](const SharedSlot& a, const SharedSlot& b) {
        return hands_on(a, b) || hands_on(b, a);
      });
      share(all, [](const SharedSlot&, const SharedSlot&) { return true; });
    }
    std::ranges::stable_sort(all, std::greater<>(),
                             [](const SharedSlot& shared) { return shared.slot->align.value(); });
    for (const SharedSlot& shared : all) {
      for (const Instruction* value : shared.values)
        plan_.slots.find(value)->second.offset = plan_.per_vector;
      plan_.per_vector += shared.slot->size;
    }
    plan_.uses_scratch = any_of(instructions(kernel_), [](const Instruction& i) {
      return called_internal(i) == Internal::GroupScratch;
    });
  }

  Function& kernel_;
  const RegionGraph& graph_;
  const Uniformity& uniformity_;
  const SpillOptions& options_;
  const DataLayout& layout_;
  SpillPlan plan_;
};

bool recomputable(const Value& value, unsigned& budget) {
  if (isa<Constant>(value) || isa<Argument>(value)) return true;
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (!instruction) return false;
  if (isa<AllocaInst>(instruction)) return true;
  if (called_internal(*instruction) !=
      Internal::None) {  // an id or a size: no operand but a dimension
    return !instruction->getType()->isVoidTy() &&
           all_of(cast<CallBase>(instruction)->args(),
                  [](const Use& operand) { return isa<Constant>(operand.get()); });
  }
  if (budget == 0) return false;
  --budget;
  bool plain = isa<CastInst, GetElementPtrInst, CmpInst, InsertElementInst, ShuffleVectorInst>(
                   instruction) ||
               (isa<BinaryOperator>(instruction) && instruction->getType()->isIntOrIntVectorTy() &&
                !Instruction::isIntDivRem(instruction->getOpcode()));
  return plain && all_of(instruction->operands(),
                         [&](const Use& operand) { return recomputable(*operand.get(), budget); });
}

}  // namespace

bool is_recomputable(const Value& value, unsigned budget) {
  return recomputable(value, budget);
}

MaybeAlign private_alignment(const Module& module) {
  Align most = kWorkerBlockAlign;
  for (const Function& function : module) {
    for (const Instruction& instruction : instructions(function)) {
      if (const auto* alloca = dyn_cast<AllocaInst>(&instruction))
        most = std::max(most, alloca->getAlign());
    }
  }
  return most > kWorkerBlockAlign ? MaybeAlign(most) : std::nullopt;
}

SpillPlan plan_spills(Function& kernel, const RegionGraph& graph, const Uniformity& uniformity,
                      const SpillOptions& options) {
  return Planner(kernel, graph, uniformity, options).run();
}

}  // namespace heddle::compiler
