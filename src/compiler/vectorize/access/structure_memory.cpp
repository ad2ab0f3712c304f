// SPDX-License-Identifier: Apache-2.0
// Accesses of groups in the order of memory (structure_groups.h). A mask of lanes becomes one of
// elements.
#include "compiler/vectorize/access/structure_memory.h"

#include <llvm/IR/Constants.h>

#include "compiler/ir/shuffles.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/run.h"
#include "compiler/vectorize/access/scattered.h"
#include "compiler/vectorize/access/structures.h"

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

}  // namespace

LaneValues load_unordered(AccessEmitter& emit, IRBuilder<>& at, Type* element, Value* base,
                          unsigned count, Align align, Value* mask) {
  emit.uses(Strategy::Contiguous);
  emit.plan.by(Strategy::Structure);
  FixedVectorType* type = emit.vector_of(carrier(element));
  const unsigned size = emit.size_of(at, type->getElementType());
  auto each = [&](function_ref<Value*(unsigned, Value*, Align)> load) {
    LaneValues values;
    for (unsigned i = 0; i < count; ++i) {
      const uint64_t offset = uint64_t{i} * emit.width * size;
      Value* from = at.CreatePtrAdd(base, at.getInt64(offset));
      values.push_back(load(i, from, commonAlignment(align, offset)));
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
      const Align own = commonAlignment(align, size);
      return load_lanes(emit, at, type, LaneAddress::strided(from, size), own,
                        structure_mask(emit, at, mask, count, i));
    });
  };
  const uint64_t bytes = uint64_t{emit.width} * count * size;
  LaneValues values = is_all_true(mask) ? whole()
                      : emit.machine.has_masked_memory(size * 8)
                          ? masked()
                          : emit.if_readable(at, mask, base, bytes, whole, lanes);
  for (Value*& value : values) value = at.CreateBitCast(value, emit.vector_of(element));
  return values;
}

void store_unordered(AccessEmitter& emit, IRBuilder<>& at, ArrayRef<Value*> values, Value* base,
                     Align align, Value* mask) {
  emit.uses(Strategy::Contiguous);
  emit.plan.by(Strategy::Structure);
  const unsigned count = values.size();
  FixedVectorType* type = emit.vector_of(carrier(values[0]->getType()->getScalarType()));
  const unsigned size = emit.size_of(at, type->getElementType());
  auto each = [&](function_ref<void(unsigned, Value*, Value*, Align)> store) -> LaneValues {
    for (unsigned i = 0; i < count; ++i) {
      const uint64_t offset = uint64_t{i} * emit.width * size;
      Value* to = at.CreatePtrAdd(base, at.getInt64(offset));
      store(i, at.CreateBitCast(values[i], type), to, commonAlignment(align, offset));
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
      const Align own = commonAlignment(align, size);
      store_lanes(emit, at, value, LaneAddress::strided(to, size), own,
                  structure_mask(emit, at, mask, count, i));
    });
  };
  if (is_all_true(mask)) {
    whole();
  } else if (!emit.machine.has_masked_memory(size * 8)) {
    emit.if_all(at, mask, whole, lanes);
  } else if (emit.machine.has_fast_masked_stores() || is_of_lane_mask(mask)) {
    masked();
  } else {
    emit.if_all(at, mask, whole, masked);
  }
}

LaneValues gather_unordered(AccessEmitter& emit, IRBuilder<>& at, Type* element,
                            const LaneAddress& address, unsigned count, Align align, Value* mask) {
  emit.uses(Strategy::Gather);
  emit.plan.by(Strategy::Structure);
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(element);
  const unsigned bits = emit.size_of(at, type) * 8;
  LaneValues values;
  if (count * bits <= 64) {
    Value* structures = gather(emit, at, at.getIntNTy(count * bits), address, align, mask);
    structures = at.CreateBitCast(structures, FixedVectorType::get(type, emit.width * count));
    for (unsigned i = 0; i < count; ++i)
      values.push_back(cut(at, structures, i * emit.width, emit.width));
  } else {
    if (mask) align = std::min(align, kIdleAlign);
    Value* idle = mask ? idle_source(at) : nullptr;
    LaneValues structures;
    each_lane(at, address, emit.width, mask, idle, [&](unsigned, Value* place) {
      auto* structure = FixedVectorType::get(type, count);
      structures.push_back(emit.with_scopes(at.CreateAlignedLoad(structure, place, align)));
    });
    for (unsigned lane = 0; lane < emit.width; lane += emit.width / count)
      values.push_back(joined(at, ArrayRef(structures).slice(lane, emit.width / count)));
  }
  for (Value*& value : values) value = at.CreateBitCast(value, emit.vector_of(element));
  return values;
}

void scatter_unordered(AccessEmitter& emit, IRBuilder<>& at, ArrayRef<Value*> values,
                       const LaneAddress& address, Align align, Value* mask) {
  emit.uses(Strategy::Scatter);
  emit.plan.by(Strategy::Structure);
  if (is_all_true(mask)) mask = nullptr;
  const unsigned count = values.size();
  Type* type = carrier(values[0]->getType()->getScalarType());
  const unsigned structure_bits = count * emit.size_of(at, type) * 8;
  LaneValues parts;
  for (Value* value : values) parts.push_back(at.CreateBitCast(value, emit.vector_of(type)));
  if (structure_bits <= 32 || scatters_structures(emit, structure_bits)) {
    Value* structures =
        at.CreateBitCast(joined(at, parts), emit.vector_of(at.getIntNTy(structure_bits)));
    return scatter(emit, at, structures, address, align, mask);
  }
  if (mask) align = std::min(align, kIdleAlign);
  Value* idle = mask ? emit.idle_target(at) : nullptr;
  each_lane(at, address, emit.width, mask, idle, [&](unsigned lane, Value* place) {
    Value* structure = cut(at, parts[lane * count / emit.width], lane * count % emit.width, count);
    emit.with_scopes(at.CreateAlignedStore(structure, place, align));
  });
}

}  // namespace heddle::compiler
