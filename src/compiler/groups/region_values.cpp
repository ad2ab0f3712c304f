// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/region_values.h"

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether a slot's value needs a register. Values kept in memory do only if the region uses
/// or changes them.
bool takes_register(const Slot& slot, const Instruction& value, const Region& region) {
  if (slot.place == Slot::Place::Register) return true;
  if (slot.place == Slot::Place::Uniform || isa<AllocaInst>(value)) return false;
  const auto is_here = [&](const Instruction& each) {
    return region.blocks.contains(const_cast<BasicBlock*>(each.getParent()));
  };
  return is_here(value) ||
         any_of(value.users(), [&](const User* user) { return is_here(*cast<Instruction>(user)); });
}

}  // namespace

bool shares_variables(const SpillPlan& plan, const Region& region) {
  return any_of(region.blocks, [&](const BasicBlock* block) {
    return any_of(*block, [&](const Instruction& instruction) {
      return any_of(instruction.operands(), [&](const Use& use) {
        auto* alloca = dyn_cast<AllocaInst>(use.get());
        return alloca && !plan.slots.contains(alloca);
      });
    });
  });
}

uint64_t registers_at_ends(const RegionGraph& graph, const SpillPlan& plan, unsigned region,
                           uint64_t bytes) {
  const Region& here = graph.regions[region];
  const auto registers = [&](unsigned start) {
    uint64_t count = 0;
    for (const Instruction* value : plan.live_in[start]) {
      auto slot = plan.slots.find(value);
      if (slot == plan.slots.end() || !takes_register(slot->second, *value, here)) continue;
      count += divideCeil(slot->second.size, bytes);
    }
    return count;
  };
  uint64_t live = registers(region);
  for (unsigned next : here.next)
    if (next != RegionGraph::kReturn) live = std::max(live, registers(next));
  return live;
}

}  // namespace heddle::compiler
