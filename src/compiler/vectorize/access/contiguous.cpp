// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/contiguous.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/run.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

Value* block_load(AccessEmitter& emit, IRBuilder<>& at, FixedVectorType* type, Value* base,
                  Align align, Value* mask) {
  auto whole = [&]() -> LaneValues {
    return {emit.with_scopes(at.CreateAlignedLoad(type, base, align))};
  };
  if (is_all_true(mask)) return whole()[0];
  const unsigned bits = emit.size_of(at, type->getElementType()) * 8;
  auto masked = [&]() -> LaneValues {
    return {emit.with_scopes(
        at.CreateMaskedLoad(type, base, align, mask, Constant::getNullValue(type)))};
  };
  if (emit.machine.has_masked_memory(bits)) return masked()[0];
  auto lanes = [&]() -> LaneValues {
    auto address = LaneAddress::strided(base, bits / 8);
    return {load_lanes(emit, at, type, address, align, mask)};
  };
  return emit.if_readable(at, mask, base, uint64_t{type->getNumElements()} * bits / 8, whole,
                          lanes)[0];
}

void block_store(AccessEmitter& emit, IRBuilder<>& at, Value* value, Value* base, Align align,
                 Value* mask) {
  auto whole = [&]() -> LaneValues {
    emit.with_scopes(at.CreateAlignedStore(value, base, align));
    return {};
  };
  if (is_all_true(mask)) {
    whole();
    return;
  }
  const unsigned bits = emit.size_of(at, value->getType()->getScalarType()) * 8;
  if (emit.machine.has_masked_memory(bits)) {
    auto masked = [&]() -> LaneValues {
      emit.with_scopes(at.CreateMaskedStore(value, base, align, mask));
      return {};
    };
    if (emit.machine.has_fast_masked_stores() || is_of_lane_mask(mask)) {
      masked();
    } else if (isa<AllocaInst>(getUnderlyingObject(base)) &&
               at.GetInsertPoint() == at.GetInsertBlock()->end()) {
      emit.if_any(at, mask, [&] {
        Value* old = emit.with_scopes(at.CreateAlignedLoad(value->getType(), base, align));
        emit.with_scopes(at.CreateAlignedStore(at.CreateSelect(mask, value, old), base, align));
      });
    } else {
      emit.if_all(at, mask, whole, masked);
    }
    return;
  }
  emit.if_all(at, mask, whole, [&]() -> LaneValues {
    store_lanes(emit, at, value, LaneAddress::strided(base, bits / 8), align, mask);
    return {};
  });
}

namespace {

bool is_neighbours(const Site& site, int64_t direction) {
  return site.is_element() && site.stride == direction * site.size;
}

Price price_of_vectors(const Site& site, const InstructionSet& machine) {
  const double registers = site.registers(machine), shuffles = site.stride < 0 ? 0.5 : 0;
  return {registers * ((site.is_store ? 2 : 1) + shuffles), registers * (site.stride < 0 ? 2 : 1)};
}

LaneValues emit_neighbours(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                           const LaneOperands& operands) {
  const Site& site = plan.site;
  const bool is_reversed = site.stride < 0;
  const auto in_order = [&](Value* lanes) { return is_reversed ? reversed(at, lanes) : lanes; };
  Value* first = operands.address.base;
  if (is_reversed) first = at.CreatePtrAdd(first, at.getInt64(site.stride * (site.width - 1)));
  Value* mask = in_order(operands.mask);
  if (site.is_store) {
    block_store(emit, at, in_order(operands.values[0]), first, site.align, mask);
    return {};
  }
  return {in_order(block_load(emit, at, emit.vector_of(site.element), first, site.align, mask))};
}

}  // namespace

const AccessStrategy kContiguous = {
    .name = "contiguous",
    .counted = Counted::Contiguous,
    .fits = [](const Site& site, const InstructionSet&) { return is_neighbours(site, 1); },
    .price = price_of_vectors,
    .emit = emit_neighbours};

const AccessStrategy kReversed = {
    .name = "reversed",
    .counted = Counted::Contiguous,
    .fits = [](const Site& site, const InstructionSet&) { return is_neighbours(site, -1); },
    .price = price_of_vectors,
    .emit = emit_neighbours};

}  // namespace heddle::compiler
