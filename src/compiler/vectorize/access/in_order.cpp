// SPDX-License-Identifier: Apache-2.0
// Accesses of groups in the order of memory (structure_groups.h), lanes side by side. A mask of
// lanes becomes one of elements.
#include <llvm/IR/Constants.h>

#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Emits the mask for register number `index` of elements in the order of memory. Each lane has
/// `count` neighbouring elements, which have the lane's bit.
Value* structure_mask(AccessEmitter& emit, IRBuilder<>& at, Value* mask, unsigned count,
                      unsigned index) {
  SmallVector<int> lanes;
  for (unsigned i = 0; i < emit.width; ++i) lanes.push_back((index * emit.width + i) / count);
  return at.CreateShuffleVector(mask, lanes);
}

LaneValues load_in_order(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                         const LaneOperands& operands) {
  const Site& site = plan.site;
  Value* mask = operands.mask;
  const unsigned size = site.size, count = site.offsets.size();
  FixedVectorType* type = emit.vector_of(site.element);
  auto each = [&](function_ref<Value*(unsigned, Value*, Align)> load) {
    LaneValues values;
    for (unsigned i = 0; i < count; ++i) {
      const uint64_t offset = uint64_t{i} * emit.width * size;
      Value* from = at.CreatePtrAdd(operands.address.base, at.getInt64(offset));
      values.push_back(load(i, from, commonAlignment(site.align, offset)));
    }
    return values;
  };
  auto whole = [&] {
    return each([&](unsigned, Value* from, Align align) {
      return emit.with_scopes(at.CreateAlignedLoad(type, from, align));
    });
  };
  auto masked = [&] {
    return each([&](unsigned i, Value* from, Align align) {
      return emit.with_scopes(at.CreateMaskedLoad(type, from, align,
                                                  structure_mask(emit, at, mask, count, i),
                                                  Constant::getNullValue(type)));
    });
  };
  auto lanes = [&] {
    return each([&](unsigned i, Value* from, Align) {
      const Align own = commonAlignment(site.align, size);
      return load_lanes(emit, at, type, LaneAddress::strided(from, size), own,
                        structure_mask(emit, at, mask, count, i));
    });
  };
  if (!mask) return whole();
  if (emit.machine.has_masked_memory(site.bits())) return masked();
  const uint64_t bytes = uint64_t{emit.width} * count * size;
  return emit.if_readable(at, mask, operands.address.base, bytes, whole, lanes);
}

LaneValues store_in_order(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                          const LaneOperands& operands) {
  const Site& site = plan.site;
  Value* mask = operands.mask;
  const unsigned size = site.size, count = site.offsets.size();
  auto each = [&](function_ref<void(unsigned, Value*, Value*, Align)> store) -> LaneValues {
    for (unsigned i = 0; i < count; ++i) {
      const uint64_t offset = uint64_t{i} * emit.width * size;
      Value* to = at.CreatePtrAdd(operands.address.base, at.getInt64(offset));
      store(i, operands.values[i], to, commonAlignment(site.align, offset));
    }
    return {};
  };
  auto whole = [&] {
    return each([&](unsigned, Value* value, Value* to, Align align) {
      emit.with_scopes(at.CreateAlignedStore(value, to, align));
    });
  };
  auto masked = [&] {
    return each([&](unsigned i, Value* value, Value* to, Align align) {
      emit.with_scopes(
          at.CreateMaskedStore(value, to, align, structure_mask(emit, at, mask, count, i)));
    });
  };
  auto lanes = [&] {
    return each([&](unsigned i, Value* value, Value* to, Align) {
      const Align own = commonAlignment(site.align, size);
      store_lanes(emit, at, value, LaneAddress::strided(to, size), own,
                  structure_mask(emit, at, mask, count, i));
    });
  };
  if (!mask) return whole();
  if (!emit.machine.has_masked_memory(site.bits())) return emit.if_all(at, mask, whole, lanes);
  if (emit.machine.has_fast_masked_stores() || is_of_lane_mask(mask)) return masked();
  return emit.if_all(at, mask, whole, masked);
}

}  // namespace

const AccessStrategy kInOrder = {
    .name = "contiguous, structure",
    .counted = Counted::Contiguous,
    .fits =
        [](const Site& site, const InstructionSet&) {
          return site.is_in_order() &&
                 site.stride == static_cast<int64_t>(site.offsets.size() * site.size);
        },
    .price = [](const Site& site, const InstructionSet& machine) -> Price {
      const double bits = double(site.bits()) * site.offsets.size() * site.width;
      const double registers = std::max(1.0, bits / machine.register_bits());
      return {registers * (site.is_store ? 2 : 1), registers};
    },
    .emit =
        [](AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
           const LaneOperands& operands) {
          return plan.site.is_store ? store_in_order(emit, at, plan, operands)
                                    : load_in_order(emit, at, plan, operands);
        }};

}  // namespace heddle::compiler
