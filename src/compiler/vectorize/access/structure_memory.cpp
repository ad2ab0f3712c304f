// SPDX-License-Identifier: Apache-2.0
// Groups that need no order of their own (structure_groups.h): registers as memory is. A mask of
// lanes becomes one of elements.
#include <llvm/IR/Constants.h>

#include "compiler/ir/shuffles.h"
#include "compiler/vectorize/access/run.h"

namespace heddle::compiler {
using namespace llvm;

/// Of `count` elements for each lane, those of register number `index` on.
Value* LaneMemory::structure_mask(Builder& at, Value* mask, unsigned count, unsigned index) const {
  SmallVector<int> lanes;
  for (unsigned i = 0; i < width_; ++i) lanes.push_back((index * width_ + i) / count);
  return at.CreateShuffleVector(mask, lanes);
}

LaneMemory::Values LaneMemory::load_structures(Builder& at, Type* element, Value* base,
                                               unsigned count, Align align, Value* mask) {
  ++report_.contiguous;
  FixedVectorType* type = vector_of(carrier(element));
  const unsigned size = size_of(at, type->getElementType());
  auto each = [&](function_ref<Value*(unsigned, Value*, Align)> load) {
    Values values;
    for (unsigned i = 0; i < count; ++i) {
      const uint64_t offset = uint64_t{i} * width_ * size;
      Value* from = at.CreatePtrAdd(base, at.getInt64(offset));
      values.push_back(load(i, from, commonAlignment(align, offset)));
    }
    return values;
  };
  auto whole = [&] {
    return each([&](unsigned, Value* from, Align align) {
      return with_scopes(at.CreateAlignedLoad(type, from, align));
    });
  };
  auto masked = [&] {
    return each([&](unsigned i, Value* from, Align align) {
      return with_scopes(at.CreateMaskedLoad(type, from, align, structure_mask(at, mask, count, i),
                                             Constant::getNullValue(type)));
    });
  };
  auto lanes = [&] {
    return each([&](unsigned i, Value* from, Align) {
      const Align own = commonAlignment(align, size);
      return load_lanes(at, type, LaneAddress::strided(from, size), own,
                        structure_mask(at, mask, count, i));
    });
  };
  const uint64_t bytes = uint64_t{width_} * count * size;
  Values values = is_all_true(mask)          ? whole()
                  : isa_.has_masks(size * 8) ? masked()
                                             : if_readable(at, mask, base, bytes, whole, lanes);
  for (Value*& value : values) value = at.CreateBitCast(value, vector_of(element));
  return values;
}

void LaneMemory::store_structures(Builder& at, ArrayRef<Value*> values, Value* base, Align align,
                                  Value* mask) {
  ++report_.contiguous;
  const unsigned count = values.size();
  FixedVectorType* type = vector_of(carrier(values[0]->getType()->getScalarType()));
  const unsigned size = size_of(at, type->getElementType());
  auto each = [&](function_ref<void(unsigned, Value*, Value*, Align)> store) -> Values {
    for (unsigned i = 0; i < count; ++i) {
      const uint64_t offset = uint64_t{i} * width_ * size;
      Value* to = at.CreatePtrAdd(base, at.getInt64(offset));
      store(i, at.CreateBitCast(values[i], type), to, commonAlignment(align, offset));
    }
    return {};
  };
  auto whole = [&] {
    return each([&](unsigned, Value* value, Value* to, Align align) {
      with_scopes(at.CreateAlignedStore(value, to, align));
    });
  };
  auto masked = [&] {
    return each([&](unsigned i, Value* value, Value* to, Align align) {
      with_scopes(at.CreateMaskedStore(value, to, align, structure_mask(at, mask, count, i)));
    });
  };
  auto lanes = [&] {
    return each([&](unsigned i, Value* value, Value* to, Align) {
      const Align own = commonAlignment(align, size);
      store_lanes(at, value, LaneAddress::strided(to, size), own,
                  structure_mask(at, mask, count, i));
    });
  };
  if (is_all_true(mask)) {
    whole();
  } else if (!isa_.has_masks(size * 8)) {
    if_all(at, mask, whole, lanes);
  } else if (isa_.has_avx512() || is_of_lane_mask(mask)) {
    masked();
  } else {
    if_all(at, mask, whole, masked);
  }
}

LaneMemory::Values LaneMemory::load_structures_rows(Builder& at, Type* element,
                                                    const LaneAddress& address, unsigned count,
                                                    Align align, Value* mask) {
  ++report_.gathers;
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(element);
  const unsigned bits = size_of(at, type) * 8;
  Values values;
  if (count * bits <= 64) {
    Value* rows = gather(at, at.getIntNTy(count * bits), address, align, mask);
    rows = at.CreateBitCast(rows, FixedVectorType::get(type, width_ * count));
    for (unsigned i = 0; i < count; ++i) values.push_back(cut(at, rows, i * width_, width_));
  } else {
    if (mask) align = std::min(align, kIdleAlign);
    Value* idle = mask ? idle_source(at) : nullptr;
    Values rows;
    each_lane(at, address, width_, mask, idle, [&](unsigned, Value* place) {
      auto* row = FixedVectorType::get(type, count);
      rows.push_back(with_scopes(at.CreateAlignedLoad(row, place, align)));
    });
    for (unsigned lane = 0; lane < width_; lane += width_ / count)
      values.push_back(joined(at, ArrayRef(rows).slice(lane, width_ / count)));
  }
  for (Value*& value : values) value = at.CreateBitCast(value, vector_of(element));
  return values;
}

void LaneMemory::store_structures_rows(Builder& at, ArrayRef<Value*> values,
                                       const LaneAddress& address, Align align, Value* mask) {
  ++report_.scatters;
  if (is_all_true(mask)) mask = nullptr;
  const unsigned count = values.size();
  Type* type = carrier(values[0]->getType()->getScalarType());
  const unsigned row_bits = count * size_of(at, type) * 8;
  Values parts;
  for (Value* value : values) parts.push_back(at.CreateBitCast(value, vector_of(type)));
  if (row_bits <= 32 || scatters_rows(row_bits)) {
    Value* rows = at.CreateBitCast(joined(at, parts), vector_of(at.getIntNTy(row_bits)));
    return scatter(at, rows, address, align, mask);
  }
  if (mask) align = std::min(align, kIdleAlign);
  Value* idle = mask ? idle_target(at) : nullptr;
  each_lane(at, address, width_, mask, idle, [&](unsigned lane, Value* place) {
    Value* row = cut(at, parts[lane * count / width_], lane * count % width_, count);
    with_scopes(at.CreateAlignedStore(row, place, align));
  });
}

}  // namespace heddle::compiler
