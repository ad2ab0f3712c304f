// SPDX-License-Identifier: Apache-2.0
// Which way each load and store goes: one scalar access, a vector access (LaneMemory), one for
// each lane.
#include <llvm/Analysis/ValueTracking.h>

#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// What holds for the memory of all members.
AAMDNodes scopes_of(const AccessGroup& group) {
  AAMDNodes scopes = group.members[0]->getAAMetadata();
  for (const Instruction* member : ArrayRef(group.members).drop_front())
    scopes = scopes.merge(member->getAAMetadata());
  return scopes;
}

}  // namespace

/// The lanes that are active in the current block; null for all.
Value* Widener::mask(unsigned row) {
  if (!block_mask_) return nullptr;
  if (auto* constant = dyn_cast<ConstantInt>(block_mask_); constant && constant->isOne())
    return nullptr;
  return vector(block_mask_, row);
}

/// The same as an integer, bit l for lane l.
Value* Widener::bits_of_mask(unsigned row) {
  Type* type = at_.getIntNTy(width_);
  Value* lanes = mask(row);
  return lanes ? at_.CreateBitCast(lanes, type) : Constant::getAllOnesValue(type);
}

/// For the active `lanes` (null: all).
LaneAddress Widener::address(Value* pointer, unsigned row, Value* lanes) {
  Shape shape = shapes_.of(pointer);
  if (shapes_.is_near(pointer))
    return LaneAddress::strided(modular_pointer(pointer, row, lanes), shape.stride);
  return shape.is_affine()
             ? LaneAddress::strided(scalar(pointer, row), shape.stride)
             : LaneAddress::of(vector(pointer, row), shapes_.interleaved_base(pointer) != nullptr);
}

/// Volatile accesses of neighbours, each to an element of its own, are one where all lanes are
/// active: no element is read or written twice.
bool Widener::volatile_line(Instruction& access) {
  Value* pointer = getLoadStorePointerOperand(&access);
  Type* type = getLoadStoreType(&access);
  if (access.isAtomic() || !is_volatile_line(access, shapes_)) return false;
  ++report_.contiguous;
  const Align align = getLoadStoreAlignment(&access);
  for (unsigned row = 0; row < lanes_.rows; ++row) {
    const auto line = [&]() -> LaneMemory::Values {
      Value* base = address(pointer, row, nullptr).base;
      if (isa<LoadInst>(access))
        return {at_.CreateAlignedLoad(widened(type), base, align, /*isVolatile=*/true)};
      at_.CreateAlignedStore(vector(access.getOperand(0), row), base, align, /*isVolatile=*/true);
      return {};
    };
    const auto each = [&]() -> LaneMemory::Values {
      Value* values = lane_loop(access, row);
      return isa<LoadInst>(access) ? LaneMemory::Values{values} : LaneMemory::Values{};
    };
    Value* lanes = mask(row);
    const LaneMemory::Values values =
        lanes ? memory_.if_line(at_, at_.CreateAndReduce(lanes), line, each) : line();
    if (isa<LoadInst>(access)) set_vector(access, values[0]);
  }
  return true;
}

void Widener::load(LoadInst& load) {
  if (!load.isSimple()) {
    if (!volatile_line(load)) lane_loop(load);
    return;
  }
  Shape pointer = shapes_.of(load.getPointerOperand());
  if (pointer.is_uniform()) {
    ++report_.uniform;
    return scalar_instruction(load);
  }
  if (const AccessGroup* group = groups_.of(load)) {
    if (group->place == &load) load_group(*group);
    return;
  }
  if (!is_vectorizable(load.getType()) || load.getType()->isIntegerTy(1)) return lane_loop(load);
  memory_.set_scopes(load.getAAMetadata());
  memory_.set_neighbours(may_read_neighbours(load));
  for (unsigned row = 0; row < rows_of(load); ++row) {
    Value* lanes = is_own_row(load) ? nullptr : mask_of_load(load, row);
    if (butterfly(load, lanes) || piecewise_load(load, row, lanes)) continue;
    LaneAddress from = address(load.getPointerOperand(), row, lanes);
    set_vector(load, memory_.load(at_, load.getType(), from, load.getAlign(), lanes));
  }
}

/// Built-ins mark the loads of an image's elements: lanes that read along one row of it probably
/// read neighbours. Not so where the rows' part of an element's number, a product, is each lane's
/// own.
bool Widener::may_read_neighbours(const LoadInst& load) const {
  if (!load.hasMetadata(LLVMContext::MD_nontemporal)) return false;
  auto* address = dyn_cast<GetElementPtrInst>(load.getPointerOperand());
  while (address && address->hasAllConstantIndices())
    address = dyn_cast<GetElementPtrInst>(address->getPointerOperand());
  if (!address || address->getNumIndices() != 1) return false;
  constexpr unsigned kMaxTerms = 8;
  SmallVector<Value*> terms{address->getOperand(1)};
  for (unsigned seen = 0; !terms.empty(); ++seen) {
    Value* term = terms.pop_back_val();
    if (seen == kMaxTerms) return false;
    if (shapes_.of(term).is_uniform()) continue;
    auto* instruction = dyn_cast<Instruction>(term);
    if (!instruction) continue;
    if (is_contained({Instruction::Mul, Instruction::Shl}, instruction->getOpcode())) return false;
    if (isa<SExtInst, ZExtInst>(instruction) || instruction->getOpcode() == Instruction::Add)
      append_range(terms, instruction->operands());
  }
  return true;
}

/// Rows that share a load need it where any of them is active.
Value* Widener::mask_of_load(const LoadInst& load, unsigned row) {
  Value* lanes = mask(row);
  if (!lanes || rows_of(load) > 1) return lanes;
  for (unsigned other = 1; other < rows_of(*block_mask_); ++other)
    lanes = at_.CreateOr(lanes, mask(other));
  return lanes;
}

/// Is a lane of `mask` active wherever `block` runs, as far as that shows within a few steps?
bool Widener::has_active_lane(const Value* mask, const BasicBlock* block, unsigned steps) const {
  const auto guards = [](const BasicBlock& from, const BasicBlock& to, const Value* lanes) {
    const auto* branch = dyn_cast<BranchInst>(from.getTerminator());
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) != &to ||
        branch->getSuccessor(1) == &to)
      return false;
    const auto* any = dyn_cast<CallBase>(branch->getCondition());
    return any && called_internal(*any) == Internal::Any && any->getArgOperand(0) == lanes;
  };
  for (; steps > 0; --steps) {
    if (const auto* word = dyn_cast<CallBase>(mask);
        word && called_internal(*word) == Internal::LaneMask)
      return true;
    const auto* phi = dyn_cast<PHINode>(mask);
    if (phi && phi->getParent() == block) {
      return all_of(phi->blocks(), [&](const BasicBlock* from) {
        const Value* lanes = phi->getIncomingValueForBlock(from);
        return guards(*from, *block, lanes) || has_active_lane(lanes, from, steps / 2);
      });
    }
    const BasicBlock* before = block->getSinglePredecessor();
    if (before && guards(*before, *block, mask)) return true;
    const auto* node = tree_.getNode(block);
    if (!node || !node->getIDom()) return false;
    block = node->getIDom()->getBlock();
  }
  return false;
}

/// Does a vector load of all lanes stay within their private memory? So it does if one lane may
/// load what all would at this index, and then nobody has to wait for the mask.
bool Widener::is_own_row(const LoadInst& load) const {
  constexpr unsigned kSteps = 16;
  const Value* pointer = load.getPointerOperand();
  return block_mask_ && lanes_.rows == 1 && isa<AllocaInst>(getUnderlyingObject(pointer)) &&
         shapes_.of(pointer).is_affine() &&
         shapes_.of(pointer).stride ==
             static_cast<int64_t>(layout_.getTypeStoreSize(load.getType())) &&
         has_active_lane(block_mask_, load.getParent(), kSteps);
}

/// The group's first member for all lanes. Its own address may be computed after the place of the
/// access.
LaneAddress Widener::address(const AccessGroup& group, unsigned row, Value* lanes) {
  LaneAddress result = address(getLoadStorePointerOperand(group.place), row, lanes);
  uint64_t offset = group.offsets[find(group.members, group.place) - group.members.begin()];
  Value*& pointer = result.base ? result.base : result.pointers;
  if (offset == 0) return result;
  // Its place's own offset often is the same: what is left is a base and numbers.
  APInt known(64, 0);
  pointer = pointer->stripAndAccumulateConstantOffsets(layout_, known, /*AllowNonInbounds=*/true);
  const int64_t rest = known.getSExtValue() - static_cast<int64_t>(offset);
  if (rest != 0) pointer = at_.CreatePtrAdd(pointer, at_.getInt64(rest));
  return result;
}

/// Where a row reads that has one address for all its lanes. A row without an active lane must not
/// read there: it reads where one reads that has; some row has, or the block would not run.
Value* Widener::address_of_active_row(LoadInst& load, unsigned row) {
  Value* own = load.getPointerOperand();
  Value* address = scalar(own, row);
  if (rows_of(*own) == 1 || !block_mask_ || rows_of(*block_mask_) == 1) return address;
  auto is_active = [&](unsigned of) {
    return shapes_.of(block_mask_).is_uniform() ? scalar(block_mask_, of)
                                                : at_.CreateOrReduce(mask(of));
  };
  Value* other = scalar(own, lanes_.rows - 1);
  for (unsigned of = lanes_.rows - 1; of-- > 0;)
    other = at_.CreateSelect(is_active(of), scalar(own, of), other);
  return at_.CreateSelect(is_active(row), address, other);
}

/// Of lanes' groups that lie anywhere.
LaneMemory::Values Widener::load_rows(const AccessGroup& group, const LaneAddress& from,
                                      Value* lanes) {
  Type* element = getLoadStoreType(group.place);
  return structures_.has(group)
             ? memory_.load_structures_rows(at_, element, from, group.members.size(), group.align,
                                            lanes)
             : memory_.load_rows(at_, element, from, group.offsets, group.align, lanes);
}

void Widener::store_rows(const AccessGroup& group, ArrayRef<Value*> values, const LaneAddress& to,
                         Value* lanes) {
  structures_.has(group) ? memory_.store_structures_rows(at_, values, to, group.align, lanes)
                         : memory_.store_rows(at_, values, to, group.align, lanes);
}

void Widener::load_group(const AccessGroup& group) {
  auto& first = cast<LoadInst>(*group.members[0]);
  memory_.set_scopes(scopes_of(group));
  memory_.set_neighbours(may_read_neighbours(*cast<LoadInst>(group.place)));
  for (unsigned row = 0; row < rows_of(first); ++row) {
    Value* lanes = mask_of_load(first, row);
    if (piecewise_load_group(group, row, lanes)) continue;
    LaneAddress at = address(group, row, lanes);
    auto values = group.stride == 0 ? load_rows(group, at, lanes)
                  : structures_.has(group)
                      ? memory_.load_structures(at_, first.getType(), at.base, group.members.size(),
                                                group.align, lanes)
                      : memory_.load_group(at_, first.getType(), at.base, group.stride,
                                           group.offsets, group.align, lanes);
    for (unsigned i = 0; i < group.members.size(); ++i) set_vector(*group.members[i], values[i]);
  }
}

void Widener::store(StoreInst& store) {
  if (!store.isSimple()) {
    if (!volatile_line(store)) lane_loop(store);
    return;
  }
  Value* value = store.getValueOperand();
  Value* pointer = store.getPointerOperand();
  if (const AccessGroup* group = groups_.of(store)) {
    if (group->place == &store) store_group(*group);
    return;
  }
  unsigned rows = std::max(rows_of(*value), rows_of(*pointer));
  if (block_mask_) rows = std::max(rows, rows_of(*block_mask_));
  Shape shape = shapes_.of(pointer);
  bool vectorizable = is_vectorizable(value->getType()) && !value->getType()->isIntegerTy(1);
  if (!shape.is_uniform() && !vectorizable) return lane_loop(store);
  memory_.set_scopes(store.getAAMetadata());
  for (unsigned row = 0; row < rows; ++row) {
    if (shape.is_uniform()) {
      uniform_store(store, row);
    } else {
      Value* lanes = mask(row);
      if (butterfly(store, lanes) || piecewise_store(store, row, lanes)) continue;
      memory_.store(at_, vector(value, row), address(pointer, row, lanes), store.getAlign(), lanes);
    }
  }
}

void Widener::store_group(const AccessGroup& group) {
  memory_.set_scopes(scopes_of(group));
  unsigned rows = block_mask_ ? rows_of(*block_mask_) : 1;
  for (Instruction* member : group.members) {
    auto* store = cast<StoreInst>(member);
    rows =
        std::max({rows, rows_of(*store->getValueOperand()), rows_of(*store->getPointerOperand())});
  }
  for (unsigned row = 0; row < rows; ++row) {
    SmallVector<Value*> values;
    for (Instruction* member : group.members)
      values.push_back(vector(cast<StoreInst>(member)->getValueOperand(), row));
    Value* lanes = mask(row);
    if (piecewise_store_group(group, values, row, lanes)) continue;
    LaneAddress to = address(group, row, lanes);
    if (group.stride == 0)
      store_rows(group, values, to, lanes);
    else if (structures_.has(group))
      memory_.store_structures(at_, values, to.base, group.align, lanes);
    else
      memory_.store_group(at_, values, to.base, group.stride, group.align, lanes);
  }
}

/// All lanes write to one address: the last active one wins, as any may.
void Widener::uniform_store(StoreInst& store, unsigned row) {
  ++report_.uniform;
  Value* value = store.getValueOperand();
  Value* bits = bits_of_mask(row);
  BasicBlock* after = nullptr;
  if (!isa<Constant>(bits)) {
    // Somewhere a lane is active, but perhaps not in this block.
    BasicBlock* body = BasicBlock::Create(kernel_.getContext(), "store.one", &target_);
    after = BasicBlock::Create(kernel_.getContext(), "stored", &target_);
    at_.CreateCondBr(at_.CreateIsNotNull(bits), body, after);
    at_.SetInsertPoint(body);
  }
  Value* one = nullptr;
  if (shapes_.of(value).is_uniform()) {
    one = scalar(value, row);
  } else {
    Value* unused = at_.CreateBinaryIntrinsic(Intrinsic::ctlz, bits, at_.getTrue());
    Value* last =
        at_.CreateSub(at_.getInt32(width_ - 1), at_.CreateZExtOrTrunc(unused, at_.getInt32Ty()));
    one = any_lane(value, row, last, at_);
  }
  auto* copy = cast<StoreInst>(store.clone());
  copy->setOperand(0, one);
  copy->setOperand(1, scalar(store.getPointerOperand(), row));
  at_.Insert(copy);
  if (after) {
    at_.CreateBr(after);
    at_.SetInsertPoint(after);
  }
}

}  // namespace heddle::compiler
