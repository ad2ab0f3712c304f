// SPDX-License-Identifier: Apache-2.0
// From the stores upwards, member by member in step: operations of one kind, down to the members of
// loads, constants and what all lanes share. What a mask of lanes has a part in is none of it: in
// registers that are as memory is, lanes lie elsewhere.
#include "compiler/passes/vectorize/flat_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_number(const Type* type) {
  return type->isIntegerTy() || type->isFloatingPointTy();
}

bool is_by_element(const Instruction& instruction) {
  if (!is_number(instruction.getType())) return false;
  if (instruction.isIntDivRem()) return false;  // lanes that are left out divide by one
  if (isa<BinaryOperator, UnaryOperator, SelectInst, PHINode>(instruction)) return true;
  if (isa<CmpInst, CastInst>(instruction)) return is_number(instruction.getOperand(0)->getType());
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && !call->mayReadOrWriteMemory() && isTriviallyVectorizable(call->getIntrinsicID());
}

/// Do all of the group's elements lie one behind the other, lane by lane?
bool is_dense(const AccessGroup& group, const DataLayout& layout) {
  Type* element = getLoadStoreType(group.members[0]);
  const uint64_t size = layout.getTypeStoreSize(element).getFixedValue();
  return group.stride > 0 && is_number(element) &&
         group.members.size() * size == static_cast<uint64_t>(group.stride);
}

/// What leads from groups of loads to one group of stores.
class Web {
 public:
  using Members = SmallVector<Value*, 16>;

  Web(const AccessGroup& stores, const Shapes& shapes, const AccessGroups& groups,
      const DataLayout& layout)
      : stores_(&stores), shapes_(shapes), groups_(groups), layout_(layout) {
    Members values;
    for (Instruction* store : stores.members)
      values.push_back(cast<StoreInst>(store)->getValueOperand());
    is_flat_ = take(values, 0);
  }

  bool is_flat() const { return is_flat_; }
  const AccessGroup& stores() const { return *stores_; }
  const DenseSet<const AccessGroup*>& loads() const { return loads_; }
  const DenseMap<const Value*, unsigned>& places() const { return places_; }

 private:
  bool take(ArrayRef<Value*> values, unsigned depth) {
    constexpr unsigned kMaxDepth = 64;
    if (all_equal(values))
      return isa<ConstantData>(values[0]) || shapes_.of(values[0]).is_uniform();
    const auto* first = dyn_cast<Instruction>(values[0]);
    if (!first || depth == kMaxDepth) return false;
    if (places_.contains(first)) return are_known(values);
    for (Value* value : values) {
      const auto* instruction = dyn_cast<Instruction>(value);
      if (!instruction ||
          !instruction->isSameOperationAs(first, Instruction::CompareIgnoringAlignment) ||
          !shapes_.of(instruction).is_varying())
        return false;
    }
    for (const auto& [place, value] : enumerate(values)) {
      if (!places_.insert({value, static_cast<unsigned>(place)}).second) return false;
    }
    return isa<LoadInst>(first) ? take_loads(values) : take_operands(*first, values, depth);
  }

  bool are_known(ArrayRef<Value*> values) const {
    return all_of(enumerate(values), [&](const auto& value) {
      const auto known = places_.find(value.value());
      return known != places_.end() && known->second == value.index();
    });
  }

  bool take_loads(ArrayRef<Value*> values) {
    const AccessGroup* group = groups_.of(*cast<Instruction>(values[0]));
    if (!group || !is_dense(*group, layout_) || !equal(group->members, values)) return false;
    loads_.insert(group);
    return true;
  }

  bool take_operands(const Instruction& first, ArrayRef<Value*> values, unsigned depth) {
    if (!is_by_element(first)) return false;
    const auto* phi = dyn_cast<PHINode>(&first);
    for (unsigned i = 0; i < first.getNumOperands(); ++i) {
      Members operands;
      for (Value* value : values) {
        const auto* other = dyn_cast<PHINode>(value);
        if (phi && (other->getParent() != phi->getParent() ||
                    other->getIncomingBlock(i) != phi->getIncomingBlock(i)))
          return false;
        operands.push_back(cast<Instruction>(value)->getOperand(i));
      }
      const bool is_callee = isa<Function>(operands[0]);
      if (is_callee ? !all_equal(operands) : !take(operands, depth + 1)) return false;
    }
    return true;
  }

  const AccessGroup* stores_;
  const Shapes& shapes_;
  const AccessGroups& groups_;
  const DataLayout& layout_;
  DenseMap<const Value*, unsigned> places_;  ///< the member that a value belongs to
  DenseSet<const AccessGroup*> loads_;
  bool is_flat_ = false;
};

/// Is nothing of `web` used by what is in none of `webs`?
bool is_closed(const Web& web, ArrayRef<std::unique_ptr<Web>> webs, const AccessGroups& groups) {
  return all_of(web.places(), [&](const auto& entry) {
    return all_of(entry.first->users(), [&](const User* user) {
      return any_of(webs, [&](const auto& other) {
        if (const auto* store = dyn_cast<StoreInst>(user))
          return groups.of(*store) == &other->stores() && store->getPointerOperand() != entry.first;
        const auto known = other->places().find(user);
        return known != other->places().end() && known->second == entry.second;
      });
    });
  });
}

}  // namespace

FlatGroups::FlatGroups(Function& kernel, const Shapes& shapes, const AccessGroups& groups) {
  const DataLayout& layout = kernel.getDataLayout();
  SmallVector<std::unique_ptr<Web>> webs;
  for (Instruction& instruction : instructions(kernel)) {
    const AccessGroup* group = isa<StoreInst>(instruction) ? groups.of(instruction) : nullptr;
    if (!group || group->place != &instruction || !is_dense(*group, layout)) continue;
    auto web = std::make_unique<Web>(*group, shapes, groups, layout);
    if (web->is_flat()) webs.push_back(std::move(web));
  }
  while (true) {
    const auto* open =
        find_if(webs, [&](const auto& web) { return !is_closed(*web, webs, groups); });
    if (open == webs.end()) break;
    webs.erase(open);
  }
  for (const auto& web : webs) {
    groups_.insert(&web->stores());
    groups_.insert(web->loads().begin(), web->loads().end());
  }
}

}  // namespace heddle::compiler
