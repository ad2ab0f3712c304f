// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/scattered.h"

#include <llvm/IR/Constants.h>

#include "compiler/analysis/constant_tables.h"
#include "compiler/vectorize/access/compress_stores.h"
#include "compiler/vectorize/access/gather_to_permute.h"
#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/narrow_gathers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the pointers of lanes a constant stride apart, in the form of the addressing modes of
/// gathers.
Value* spread(IRBuilder<>& at, const LaneAddress& address, unsigned lanes) {
  if (address.pointers) return address.pointers;
  SmallVector<Constant*> offsets;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    offsets.push_back(
        ConstantInt::getSigned(at.getInt64Ty(), static_cast<int64_t>(lane) * address.stride));
  }
  return at.CreateGEP(at.getInt8Ty(), address.base, ConstantVector::get(offsets));
}

}  // namespace

Value* gather(AccessEmitter& emit, IRBuilder<>& at, Type* element, const LaneAddress& address,
              Align align, Value* mask) {
  FixedVectorType* type = emit.vector_of(element);
  AccessPlan& plan = emit.plan;
  auto lanes = [&](Value* mask) -> LaneValues {
    plan.by(Strategy::LaneByLane);
    return {load_lanes(emit, at, type, address, align, mask)};
  };
  const auto lanes_at_base = indexed(at, address);
  // lower-tables makes a permutation of the gather.
  const bool is_lookup =
      lanes_at_base && bool(table_in_registers(*lanes_at_base, element->getPrimitiveSizeInBits(),
                                               emit.width, emit.machine));
  // Scalar loads take half as long, but a branch for each lane that may be left out, and they are
  // longer.
  const bool is_better = emit.is_rare() || (mask && !is_of_lane_mask(mask));
  if (!is_lookup && is_better && has_narrow_gather(emit, at, element, address, align)) {
    plan.by(Strategy::Narrow);
    return gather_narrow(emit, at, element, address, mask);
  }
  if (!is_lookup && !emit.machine.has_gather(emit.size_of(at, element) * 8, emit.width)) {
    return by_lanes(emit, at, address, mask, lanes)[0];
  }
  auto gathered_from = [&](const LaneAddress& from) -> Value* {
    Value* active = mask ? mask : Constant::getAllOnesValue(emit.vector_of(at.getInt1Ty()));
    return emit.with_scopes(at.CreateMaskedGather(type, spread(at, from, emit.width), align, active,
                                                  Constant::getNullValue(type)));
  };
  auto gathered = [&]() -> LaneValues { return {gathered_from(address)}; };
  if (is_lookup) {
    plan.by(Strategy::Table);
    return gathered()[0];
  }
  // Scalar loads are twice as fast if the addresses are known but for one register. They are, too,
  // if numbers leave a vector two at a time, and each load brings two words.
  const bool has_short_numbers =
      lanes_at_base && lanes_at_base->terms[0].number->getType()->getScalarSizeInBits() == 32;
  const bool is_fast = address.base || (address.is_private && lanes_at_base) ||
                       (emit.size_of(at, element) == 8 && has_short_numbers);
  if (is_fast && !mask) return lanes(nullptr)[0];
  if (is_fast && is_of_lane_mask(mask))
    return emit.if_all(
        at, mask, [&] { return lanes(nullptr); }, gathered)[0];
  if (emit.size_of(at, element) == 4 && may_permute_two_registers(emit, at, address) &&
      (!mask || is_of_lane_mask(mask))) {
    plan.by(Strategy::TwoRegisterPermute);
    Value* words = permute_two_registers(
        emit, at, address, 1, align, mask, [&](const LaneAddress& from) -> LaneValues {
          return {at.CreateBitCast(gathered_from(from), emit.vector_of(at.getInt32Ty()))};
        })[0];
    return at.CreateBitCast(words, type);
  }
  return gathered()[0];
}

void scatter(AccessEmitter& emit, IRBuilder<>& at, Value* value, const LaneAddress& address,
             Align align, Value* mask) {
  AccessPlan& plan = emit.plan;
  auto lanes = [&](Value* mask) -> LaneValues {
    plan.by(Strategy::LaneByLane);
    store_lanes(emit, at, value, address, align, mask);
    return {};
  };
  if (!emit.machine.has_scatter(emit.size_of(at, value->getType()->getScalarType()) * 8,
                                emit.width)) {
    by_lanes(emit, at, address, mask, lanes);
    return;
  }
  if (compress_store(emit, at, value, address, align, mask)) {
    plan.by(Strategy::Compress);
    return;
  }
  auto scattered = [&]() -> LaneValues {
    Value* active = mask ? mask : Constant::getAllOnesValue(emit.vector_of(at.getInt1Ty()));
    emit.with_scopes(at.CreateMaskedScatter(value, spread(at, address, emit.width), align, active));
    return {};
  };
  const bool is_fast = address.base || (address.is_private && indexed(at, address));
  if (is_fast && !mask) {
    lanes(nullptr);
  } else if (is_fast && is_of_lane_mask(mask)) {
    emit.if_all(
        at, mask, [&] { return lanes(nullptr); }, scattered);
  } else {
    scattered();
  }
}

}  // namespace heddle::compiler
