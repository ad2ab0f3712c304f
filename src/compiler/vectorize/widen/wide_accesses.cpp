// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/wide_accesses.h"

#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/widen/lane_addresses.h"
#include "compiler/vectorize/widen/lane_loop.h"
#include "compiler/vectorize/widen/private_updates.h"
#include "compiler/vectorize/widen/scalar_instructions.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the members of a site, in the order of memory.
ArrayRef<const Instruction*> members_of(const Site& site) {
  return site.is_group() ? ArrayRef<const Instruction*>(site.members.data(), site.members.size())
                         : ArrayRef(site.place);
}

/// Returns the scopes that hold for all members.
AAMDNodes scopes_of(const Site& site) {
  const auto members = members_of(site);
  AAMDNodes scopes = members[0]->getAAMetadata();
  for (const Instruction* member : members.drop_front())
    scopes = scopes.merge(member->getAAMetadata());
  return scopes;
}

}  // namespace

/// Counts an access for the report. What hardly ever runs does not count.
void WideAccesses::count(const Candidate& plan) {
  const AccessStrategy& strategy = *plan.strategy;
  const bool is_first_part = &strategy == &kIfAllLanes;
  for (const Candidate& part : plan.parts)
    if (!part.site.is_rare && (!is_first_part || &part == plan.parts.data())) count(part);
  LaneReport& report = wide_.report;
  const bool is_update = strategy.counted == Counted::Update;
  const bool is_anywhere = strategy.counted == Counted::Anywhere;
  report.uniform += strategy.counted == Counted::Uniform;
  report.contiguous += strategy.counted == Counted::Contiguous;
  report.strided += (strategy.counted == Counted::Strided) * (plan.site.first ? 2 : 1);
  report.gathers += is_update || (is_anywhere && !plan.site.is_store);
  report.scatters += is_update || (is_anywhere && plan.site.is_store);
}

/// Emits volatile accesses of neighbours as one vector access where all lanes are active: no
/// element is read or written twice.
void WideAccesses::contiguous_volatile(Instruction& access) {
  Value* pointer = getLoadStorePointerOperand(&access);
  Type* type = getLoadStoreType(&access);
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
        lanes ? wide_.emit.either(wide_.at, wide_.at.CreateAndReduce(lanes), together, each)
              : together();
    if (isa<LoadInst>(access)) wide_.set_vector(access, values[0]);
  }
}

void WideAccesses::access(Instruction& access) {
  const Candidate* plan = wide_.plan.of(access);
  if (!plan) return;
  const AccessStrategy* strategy = plan->strategy;
  if (strategy == &kFirstOfExchange) return;
  if (strategy == &kLaneLoop) return lane_loop(wide_, access);
  if (strategy == &kVolatile) contiguous_volatile(access);
  if (strategy == &kUpdate) private_update(wide_, cast<StoreInst>(access));
  if (strategy == &kUniform && isa<LoadInst>(access)) scalar_instruction(wide_, access);
  const bool is_by_row = strategy != &kVolatile && strategy != &kUpdate &&
                         (strategy != &kUniform || isa<StoreInst>(access));
  wide_.emit.set_scopes(scopes_of(plan->site));
  for (unsigned row = 0; row < rows_of(plan->site); ++row) {
    if (row == 0 || is_by_row) count(*plan);
    if (!is_by_row) continue;
    if (strategy == &kUniform)
      uniform_store(cast<StoreInst>(access), row);
    else
      lanes_access(*plan, row);
  }
}

/// Returns the rows that are accessed each for itself.
unsigned WideAccesses::rows_of(const Site& site) const {
  if (!site.is_store) return wide_.rows_of(*members_of(site)[0]);
  unsigned rows = wide_.block_mask() ? wide_.rows_of(*wide_.block_mask()) : 1;
  for (const Instruction* member : members_of(site))
    for (const Value* operand : member->operand_values())
      rows = std::max(rows, wide_.rows_of(*operand));
  return rows;
}

/// Returns the mask of a load. Rows that share it need it where any of them is active.
Value* WideAccesses::mask_of_load(const Instruction& load, unsigned row) {
  Value* lanes = wide_.mask(row);
  if (!lanes || wide_.rows_of(load) > 1) return lanes;
  for (unsigned other = 1; other < wide_.rows_of(*wide_.block_mask()); ++other)
    lanes = wide_.at.CreateOr(lanes, wide_.mask(other));
  return lanes;
}

/// Emits one row of an access.
void WideAccesses::lanes_access(const Candidate& plan, unsigned row) {
  const Site& site = plan.site;
  const auto members = members_of(site);
  LaneValues values;
  for (const Instruction* member : members) {
    if (!site.is_store) break;
    Value* value = wide_.vector(member->getOperand(0), row);
    values.push_back(wide_.at.CreateBitCast(value, wide_.widened(site.element)));
  }
  Value* mask = site.mask == MaskKind::None ? nullptr
                : site.is_store             ? wide_.mask(row)
                                            : mask_of_load(*members[0], row);
  if (is_all_true(mask)) mask = nullptr;
  if (plan.strategy == &kExchange) return butterflies_.access(plan, mask);
  const LaneValues loaded = plan.strategy == &kPiecewise
                                ? piecewise_.access(plan, row, values, mask)
                                : emit_access(wide_.emit, wide_.at, plan,
                                              {address_of(wide_, site, row, mask), values, mask});
  for (const auto [member, value] : zip(members, loaded)) wide_.set_loaded(*member, value);
}

/// Emits a store of all lanes to one address: the last active one wins, as any may.
void WideAccesses::uniform_store(StoreInst& store, unsigned row) {
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
