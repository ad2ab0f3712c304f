// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/wide_accesses.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/analysis/texels.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/strided.h"
#include "compiler/vectorize/access/structure_memory.h"
#include "compiler/vectorize/access/widen_access.h"
#include "compiler/vectorize/widen/lane_addresses.h"
#include "compiler/vectorize/widen/lane_loop.h"
#include "compiler/vectorize/widen/scalar_instructions.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the scopes that hold for all members.
AAMDNodes scopes_of(const AccessGroup& group) {
  AAMDNodes scopes = group.members[0]->getAAMetadata();
  for (const Instruction* member : ArrayRef(group.members).drop_front())
    scopes = scopes.merge(member->getAAMetadata());
  return scopes;
}

}  // namespace

/// Says for the plan that lanes are left out of the current access, not by the range's end alone.
void WideAccesses::note_mask(Value* lanes) {
  if (lanes && !is_of_lane_mask(lanes)) wide_.emit.plan.mask();
}

/// Emits volatile accesses of neighbours as one vector access where all lanes are active: no
/// element is read or written twice. Returns false if they are no neighbours.
bool WideAccesses::contiguous_volatile(Instruction& access) {
  Value* pointer = getLoadStorePointerOperand(&access);
  Type* type = getLoadStoreType(&access);
  if (access.isAtomic() || !is_contiguous_volatile(access, wide_.shapes)) return false;
  wide_.emit.plan.begin(access);
  wide_.emit.uses(Strategy::Contiguous);
  const Align align = getLoadStoreAlignment(&access);
  for (unsigned row = 0; row < wide_.lanes.rows; ++row) {
    const auto together = [&]() -> LaneValues {
      Value* base = address_of(wide_, pointer, row, nullptr).base;
      if (isa<LoadInst>(access))
        return {wide_.at.CreateAlignedLoad(wide_.widened(type), base, align, /*isVolatile=*/true)};
      wide_.at.CreateAlignedStore(wide_.vector(access.getOperand(0), row), base, align,
                                  /*isVolatile=*/true);
      return {};
    };
    const auto each = [&]() -> LaneValues {
      Value* values = lane_loop(wide_, access, row);
      return isa<LoadInst>(access) ? LaneValues{values} : LaneValues{};
    };
    Value* lanes = wide_.mask(row);
    const LaneValues values =
        lanes ? wide_.emit.if_likely(wide_.at, wide_.at.CreateAndReduce(lanes), together, each)
              : together();
    if (isa<LoadInst>(access)) wide_.set_vector(access, values[0]);
  }
  return true;
}

void WideAccesses::load(LoadInst& load) {
  if (!load.isSimple()) {
    if (!contiguous_volatile(load)) lane_loop(wide_, load);
    return;
  }
  Shape pointer = wide_.shapes.of(load.getPointerOperand());
  if (pointer.is_uniform()) {
    wide_.emit.plan.begin(load);
    wide_.emit.uses(Strategy::Uniform);
    return scalar_instruction(wide_, load);
  }
  if (const AccessGroup* group = wide_.groups.of(load)) {
    if (group->place == &load) load_group(*group);
    return;
  }
  if (!wide_.is_vectorizable(load.getType()) || load.getType()->isIntegerTy(1))
    return lane_loop(wide_, load);
  wide_.emit.plan.begin(load);
  wide_.emit.set_scopes(load.getAAMetadata());
  wide_.emit.set_expects_neighbours(may_read_neighbours(load));
  for (unsigned row = 0; row < wide_.rows_of(load); ++row) {
    Value* lanes = stays_in_private_memory(load) ? nullptr : mask_of_load(load, row);
    note_mask(lanes);
    if (butterflies_.access(load, lanes) || piecewise_.load(load, row, lanes)) continue;
    LaneAddress from = address_of(wide_, load.getPointerOperand(), row, lanes);
    wide_.set_vector(
        load, widen_load(wide_.emit, wide_.at, load.getType(), from, load.getAlign(), lanes));
  }
}

/// Tells whether lanes probably read neighbours, as they do along one line of an image. They do not
/// where the product with the pitch varies in an element's number.
bool WideAccesses::may_read_neighbours(const LoadInst& load) const {
  Value* number = texel_number(load);
  if (!number) return false;
  constexpr unsigned kMaxTerms = 8;
  SmallVector<Value*> terms{number};
  for (unsigned seen = 0; !terms.empty(); ++seen) {
    Value* term = terms.pop_back_val();
    if (seen == kMaxTerms) return false;
    if (wide_.shapes.of(term).is_uniform()) continue;
    auto* instruction = dyn_cast<Instruction>(term);
    if (!instruction) continue;
    if (is_contained({Instruction::Mul, Instruction::Shl}, instruction->getOpcode())) return false;
    if (isa<SExtInst, ZExtInst>(instruction) || instruction->getOpcode() == Instruction::Add)
      append_range(terms, instruction->operands());
  }
  return true;
}

/// Returns the mask of a load. Rows that share it need it where any of them is active.
Value* WideAccesses::mask_of_load(const LoadInst& load, unsigned row) {
  Value* lanes = wide_.mask(row);
  if (!lanes || wide_.rows_of(load) > 1) return lanes;
  for (unsigned other = 1; other < wide_.rows_of(*wide_.block_mask()); ++other)
    lanes = wide_.at.CreateOr(lanes, wide_.mask(other));
  return lanes;
}

/// Tells whether a lane of `mask` is active wherever `block` runs, as far as `steps` show it.
bool WideAccesses::has_active_lane(const Value* mask, const BasicBlock* block,
                                   unsigned steps) const {
  const auto guards = [](const BasicBlock& from, const BasicBlock& to, const Value* lanes) {
    const auto* branch = dyn_cast<BranchInst>(from.getTerminator());
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) != &to ||
        branch->getSuccessor(1) == &to)
      return false;
    const auto* any = dyn_cast<CallBase>(branch->getCondition());
    return any && called_internal(*any) == Internal::Any && any->getArgOperand(0) == lanes;
  };
  for (; steps > 0; --steps) {
    if (const auto* call = dyn_cast<CallBase>(mask);
        call && called_internal(*call) == Internal::LaneMask)
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
    const auto* node = wide_.tree.getNode(block);
    if (!node || !node->getIDom()) return false;
    block = node->getIDom()->getBlock();
  }
  return false;
}

/// Tells whether a load of all lanes stays within their private memory, so that it need not wait
/// for the mask. It does if one lane is active: the others have an element at the same index.
bool WideAccesses::stays_in_private_memory(const LoadInst& load) const {
  constexpr unsigned kSteps = 16;
  const Value* pointer = load.getPointerOperand();
  return wide_.block_mask() && wide_.lanes.rows == 1 &&
         isa<AllocaInst>(getUnderlyingObject(pointer)) && wide_.shapes.of(pointer).is_affine() &&
         wide_.shapes.of(pointer).stride ==
             static_cast<int64_t>(wide_.layout.getTypeStoreSize(load.getType())) &&
         has_active_lane(wide_.block_mask(), load.getParent(), kSteps);
}

void WideAccesses::load_group(const AccessGroup& group) {
  auto& first = cast<LoadInst>(*group.members[0]);
  wide_.emit.plan.begin(*group.place, group.members.size());
  wide_.emit.set_scopes(scopes_of(group));
  wide_.emit.set_expects_neighbours(may_read_neighbours(*cast<LoadInst>(group.place)));
  for (unsigned row = 0; row < wide_.rows_of(first); ++row) {
    Value* lanes = mask_of_load(first, row);
    note_mask(lanes);
    if (piecewise_.load_group(group, row, lanes)) continue;
    LaneAddress at = address_of(wide_, group, row, lanes);
    auto values = group.stride == 0 ? wide_.gather_group(group, at, lanes)
                  : wide_.structures.has(group)
                      ? load_unordered(wide_.emit, wide_.at, first.getType(), at.base,
                                       group.members.size(), group.align, lanes)
                      : compiler::load_group(wide_.emit, wide_.at, first.getType(), at.base,
                                             group.stride, group.offsets, group.align, lanes);
    for (unsigned i = 0; i < group.members.size(); ++i)
      wide_.set_vector(*group.members[i], values[i]);
  }
}

void WideAccesses::store(StoreInst& store) {
  if (!store.isSimple()) {
    if (!contiguous_volatile(store)) lane_loop(wide_, store);
    return;
  }
  Value* value = store.getValueOperand();
  Value* pointer = store.getPointerOperand();
  if (const AccessGroup* group = wide_.groups.of(store)) {
    if (group->place == &store) store_group(*group);
    return;
  }
  unsigned rows = std::max(wide_.rows_of(*value), wide_.rows_of(*pointer));
  if (wide_.block_mask()) rows = std::max(rows, wide_.rows_of(*wide_.block_mask()));
  Shape shape = wide_.shapes.of(pointer);
  bool vectorizable = wide_.is_vectorizable(value->getType()) && !value->getType()->isIntegerTy(1);
  if (!shape.is_uniform() && !vectorizable) return lane_loop(wide_, store);
  wide_.emit.plan.begin(store);
  wide_.emit.set_scopes(store.getAAMetadata());
  for (unsigned row = 0; row < rows; ++row) {
    if (shape.is_uniform()) {
      uniform_store(store, row);
    } else {
      Value* lanes = wide_.mask(row);
      note_mask(lanes);
      if (butterflies_.access(store, lanes) || piecewise_.store(store, row, lanes)) continue;
      widen_store(wide_.emit, wide_.at, wide_.vector(value, row),
                  address_of(wide_, pointer, row, lanes), store.getAlign(), lanes);
    }
  }
}

void WideAccesses::store_group(const AccessGroup& group) {
  wide_.emit.plan.begin(*group.place, group.members.size());
  wide_.emit.set_scopes(scopes_of(group));
  unsigned rows = wide_.block_mask() ? wide_.rows_of(*wide_.block_mask()) : 1;
  for (Instruction* member : group.members) {
    auto* store = cast<StoreInst>(member);
    rows = std::max({rows, wide_.rows_of(*store->getValueOperand()),
                     wide_.rows_of(*store->getPointerOperand())});
  }
  for (unsigned row = 0; row < rows; ++row) {
    SmallVector<Value*> values;
    for (Instruction* member : group.members)
      values.push_back(wide_.vector(cast<StoreInst>(member)->getValueOperand(), row));
    Value* lanes = wide_.mask(row);
    note_mask(lanes);
    if (piecewise_.store_group(group, values, row, lanes)) continue;
    LaneAddress to = address_of(wide_, group, row, lanes);
    if (group.stride == 0)
      wide_.scatter_group(group, values, to, lanes);
    else if (wide_.structures.has(group))
      store_unordered(wide_.emit, wide_.at, values, to.base, group.align, lanes);
    else
      compiler::store_group(wide_.emit, wide_.at, values, to.base, group.stride, group.align,
                            lanes);
  }
}

/// Emits a store of all lanes to one address: the last active one wins, as any may.
void WideAccesses::uniform_store(StoreInst& store, unsigned row) {
  wide_.emit.uses(Strategy::Uniform);
  Value* value = store.getValueOperand();
  Value* bits = wide_.bits_of_mask(row);
  BasicBlock* after = nullptr;
  if (!isa<Constant>(bits)) {
    // Somewhere a lane is active, but perhaps not in this block.
    BasicBlock* body = BasicBlock::Create(wide_.kernel.getContext(), "store.one", &wide_.target);
    after = BasicBlock::Create(wide_.kernel.getContext(), "stored", &wide_.target);
    wide_.at.CreateCondBr(wide_.at.CreateIsNotNull(bits), body, after);
    wide_.at.SetInsertPoint(body);
  }
  Value* one = nullptr;
  if (wide_.shapes.of(value).is_uniform()) {
    one = wide_.scalar(value, row);
  } else {
    Value* unused = wide_.at.CreateBinaryIntrinsic(Intrinsic::ctlz, bits, wide_.at.getTrue());
    Value* last = wide_.at.CreateSub(wide_.at.getInt32(wide_.width - 1),
                                     wide_.at.CreateZExtOrTrunc(unused, wide_.at.getInt32Ty()));
    one = wide_.any_lane(value, row, last, wide_.at);
  }
  auto* copy = cast<StoreInst>(store.clone());
  copy->setOperand(0, one);
  copy->setOperand(1, wide_.scalar(store.getPointerOperand(), row));
  wide_.at.Insert(copy);
  if (after) {
    wide_.at.CreateBr(after);
    wide_.at.SetInsertPoint(after);
  }
}

}  // namespace heddle::compiler
