// SPDX-License-Identifier: Apache-2.0
// Trees are built from the stores upwards (Larsen and Amarasinghe, "Exploiting superword level
// parallelism", PLDI 2000; LLVM's SLPVectorizer): operations of one kind for all members, up to the
// members of loads, constants and uniform values. Masks of lanes are never part of a tree: in
// registers that are as memory is, lanes lie elsewhere. Picks (dynamic_permute.h) look at all
// members of a lane, which lie side by side there.
#include "compiler/vectorize/access/structure_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/analysis/texels.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/vectorize/access/dynamic_permute.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_number(const Type* type) {
  return type->isIntegerTy() || type->isFloatingPointTy();
}

bool is_by_lane(const Instruction& instruction) {
  if (!is_number(instruction.getType())) return false;
  if (instruction.isIntDivRem()) return false;  // lanes that are left out divide by one
  if (isa<BinaryOperator, UnaryOperator, SelectInst, PHINode>(instruction)) return true;
  if (isa<CmpInst, CastInst>(instruction)) return is_number(instruction.getOperand(0)->getType());
  if (called_opaque(instruction) != Opaque::None) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && !call->mayReadOrWriteMemory() && isTriviallyVectorizable(call->getIntrinsicID());
}

/// Tells whether the elements of each lane lie one after the other, and those of all lanes lane by
/// lane, or in structures of which some make a register of `width` elements.
bool is_dense(const AccessGroup& group, const DataLayout& layout, unsigned width) {
  Type* element = getLoadStoreType(group.members[0]);
  const unsigned count = group.members.size();
  const uint64_t size = layout.getTypeStoreSize(element).getFixedValue();
  if (!is_number(element)) return false;
  if (group.stride != 0) return group.stride == static_cast<int64_t>(count * size);
  // Elements of images have a way of their own (gather_to_permute.cpp).
  return group.offsets.back() == (count - 1) * size && isPowerOf2_32(count) && width % count == 0 &&
         !texel_number(*group.place);
}

/// Returns the elements that a pick picks from.
auto table_of(const Instruction& pick) {
  return drop_end(cast<CallBase>(pick).args());
}

/// The tree of isomorphic operations from one group of stores up to groups of loads, as LLVM's
/// SLPVectorizer builds it; a node has one value for each member.
class MemberTree {
 public:
  using Members = StructureGroups::Members;

  MemberTree(const AccessGroup& stores, const Shapes& shapes, const AccessGroups& groups,
             unsigned width, const InstructionSet& isa, bool may_permute)
      : stores_(&stores),
        shapes_(shapes),
        groups_(groups),
        layout_(cast<StoreInst>(stores.members[0])->getDataLayout()),
        width_(width),
        isa_(isa),
        may_permute_(may_permute) {
    Members values;
    for (Instruction* store : stores.members)
      values.push_back(cast<StoreInst>(store)->getValueOperand());
    is_flat_ = build(values, 0);
  }

  bool is_flat() const { return is_flat_; }
  const AccessGroup& stores() const { return *stores_; }
  const DenseSet<const AccessGroup*>& loads() const { return loads_; }
  const DenseMap<const Value*, unsigned>& places() const { return places_; }
  ArrayRef<Members> steps() const { return steps_; }

 private:
  bool build(ArrayRef<Value*> values, unsigned depth) {
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
    steps_.emplace_back(values);
    if (isa<LoadInst>(first)) return build_loads(values);
    return called_internal(*first) == Internal::Pick ? build_picks(*first, values, depth)
                                                     : build_operands(*first, values, depth);
  }

  bool are_known(ArrayRef<Value*> values) const {
    return all_of(enumerate(values), [&](const auto& value) {
      const auto known = places_.find(value.value());
      return known != places_.end() && known->second == value.index();
    });
  }

  bool build_loads(ArrayRef<Value*> values) {
    const AccessGroup* group = groups_.of(*cast<Instruction>(values[0]));
    if (!group || !is_dense(*group, layout_, width_) || !equal(group->members, values))
      return false;
    loads_.insert(group);
    return true;
  }

  bool build_picks(const Instruction& first, ArrayRef<Value*> values, unsigned depth) {
    const Members table(table_of(first));
    Members numbers;
    for (Value* value : values) {
      const auto& pick = cast<CallBase>(*value);
      if (called_internal(pick) != Internal::Pick || !equal(table_of(pick), table)) return false;
      numbers.push_back(pick.getArgOperand(table.size()));
    }
    if (!all_of(table, [&](Value* element) { return shapes_.of(element).is_uniform(); }) &&
        (table.size() != values.size() || width_ % table.size() != 0 || !may_permute_ ||
         !isa_.can_permute(table.size(), first.getType()->getIntegerBitWidth()) ||
         !build(table, depth + 1)))
      return false;
    return build(numbers, depth + 1);
  }

  bool build_operands(const Instruction& first, ArrayRef<Value*> values, unsigned depth) {
    if (!is_by_lane(first)) return false;
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
      if (is_callee ? !all_equal(operands) : !build(operands, depth + 1)) return false;
    }
    return true;
  }

  const AccessGroup* stores_;
  const Shapes& shapes_;
  const AccessGroups& groups_;
  const DataLayout& layout_;
  const unsigned width_;
  const InstructionSet& isa_;
  const bool may_permute_;
  DenseMap<const Value*, unsigned> places_;  ///< the member that a value belongs to
  DenseSet<const AccessGroup*> loads_;
  SmallVector<Members> steps_;
  bool is_flat_ = false;
};

/// Tells whether the member `place` of `user` looks at the member `own`, `value`, only where the
/// two lie in the same registers.
bool is_in_step(const User& user, unsigned place, const Value& value, unsigned own) {
  const auto* pick = cast<Instruction>(&user);
  if (called_internal(*pick) != Internal::Pick) return place == own;
  return all_of(pick->operands(), [&](const Use& operand) {
    const bool is_element = operand.getOperandNo() + 2 < pick->getNumOperands();
    return operand.get() != &value || own == (is_element ? operand.getOperandNo() : place);
  });
}

/// Tells whether all users of the values of `tree` are in one of `trees`.
bool is_closed(const MemberTree& tree, ArrayRef<std::unique_ptr<MemberTree>> trees,
               const AccessGroups& groups) {
  return all_of(tree.places(), [&](const auto& entry) {
    return all_of(entry.first->users(), [&](const User* user) {
      return any_of(trees, [&](const auto& other) {
        if (const auto* store = dyn_cast<StoreInst>(user))
          return groups.of(*store) == &other->stores() && store->getPointerOperand() != entry.first;
        const auto known = other->places().find(user);
        return known != other->places().end() &&
               is_in_step(*user, known->second, *entry.first, entry.second);
      });
    });
  });
}

}  // namespace

StructureGroups::StructureGroups(Function& kernel, const Shapes& shapes, const AccessGroups& groups,
                                 unsigned width, const InstructionSet& machine,
                                 const Techniques& allowed) {
  if (!allowed.allow(Technique::StructureGroups)) return;
  const bool may_permute = allowed.allow(Technique::DynamicPermute);
  const DataLayout& layout = kernel.getDataLayout();
  SmallVector<std::unique_ptr<MemberTree>> trees;
  for (Instruction& instruction : instructions(kernel)) {
    const AccessGroup* group = isa<StoreInst>(instruction) ? groups.of(instruction) : nullptr;
    if (!group || group->place != &instruction || !is_dense(*group, layout, width)) continue;
    auto tree = std::make_unique<MemberTree>(*group, shapes, groups, width, machine, may_permute);
    if (tree->is_flat()) trees.push_back(std::move(tree));
  }
  while (true) {
    const auto* open =
        find_if(trees, [&](const auto& tree) { return !is_closed(*tree, trees, groups); });
    if (open == trees.end()) break;
    trees.erase(open);
  }
  for (const auto& tree : trees) {
    groups_.insert(&tree->stores());
    append_range(steps_, tree->steps());
    groups_.insert(tree->loads().begin(), tree->loads().end());
    for (const auto& [value, place] : tree->places())
      if (called_internal(*cast<Instruction>(value)) == Internal::Pick)
        picks_.insert({value, place});
  }
}

}  // namespace heddle::compiler
