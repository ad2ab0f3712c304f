// SPDX-License-Identifier: Apache-2.0
// Emits accesses along piecewise affine addresses (piecewise_affine.h): a test at run time whether
// all lanes lie on one piece, an access along an affine address, and one along any addresses.
#include "compiler/vectorize/widen/piecewise_accesses.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/analysis/modular_affine.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/vectorize/access/strided.h"
#include "compiler/vectorize/access/structure_memory.h"
#include "compiler/vectorize/access/widen_access.h"
#include "compiler/vectorize/widen/recomputed.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr int64_t kMaxPiecewiseStride = 16;  // elements

bool is_stride(int64_t step, int64_t size) {
  return step % size == 0 && std::abs(step) <= kMaxPiecewiseStride * size;
}

}  // namespace

/// Emits a test whether `select` yields the same side for all lanes, and one that changes from lane
/// to lane.
Value* PiecewiseAccesses::is_one_side(const SelectInst& select, unsigned row) {
  const auto& compare = cast<ICmpInst>(*select.getCondition());
  Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  const int64_t step = wide_.shapes.of(left).stride - wide_.shapes.of(right).stride;
  auto at_lane = [&](Value* value, unsigned index) { return affine_at(value, row, index); };
  auto goes_on = [&](const Value* value) { return !wide_.shapes.of(value).is_uniform(); };
  bool yes = goes_on(select.getTrueValue()), no = goes_on(select.getFalseValue());
  if (!yes && !no) yes = no = true;
  if (compare.isEquality()) {  // which one lane decides at most
    const bool other = compare.getPredicate() == CmpInst::ICMP_EQ ? no : yes;
    if (!other) return wide_.at.getFalse();
    Value* distance = step == 1 ? wide_.at.CreateSub(at_lane(right, 0), at_lane(left, 0))
                                : wide_.at.CreateSub(at_lane(left, 0), at_lane(right, 0));
    return wide_.at.CreateICmpUGE(distance, ConstantInt::get(distance->getType(), wide_.width));
  }
  auto asked = [&](unsigned index) {
    return wide_.at.CreateICmp(compare.getPredicate(), at_lane(left, index), at_lane(right, index));
  };
  Value *first = asked(0), *last = asked(wide_.width - 1);
  Value* result = yes && no ? wide_.at.CreateICmpEQ(first, last)
                  : yes     ? wide_.at.CreateAnd(first, last)
                            : wide_.at.CreateNot(wide_.at.CreateOr(first, last));
  // The numbers may wrap between the first and the last lane.
  Value* affine = wide_.shapes.of(left).is_uniform() ? right : left;
  Value *from = at_lane(affine, 0), *to = at_lane(affine, wide_.width - 1);
  if (wide_.shapes.of(affine).stride < 0) std::swap(from, to);
  const auto ordered = compare.isSigned() ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
  return wide_.at.CreateAnd(result, wide_.at.CreateICmp(ordered, from, to));
}

/// Emits lane `index` of an affine value.
Value* PiecewiseAccesses::affine_at(Value* affine, unsigned row, unsigned index) {
  Value* base = wide_.scalar(affine, row);
  const int64_t step = wide_.shapes.of(affine).stride * index;
  return step == 0 ? base : wide_.at.CreateAdd(base, ConstantInt::getSigned(base->getType(), step));
}

Value* PiecewiseAccesses::value_at(Value* value, unsigned row, unsigned index) {
  return recomputed(wide_, value, [&](Value* part) {
    return wide_.shapes.of(part).is_piecewise() ? nullptr : affine_at(part, row, index);
  });
}

/// Emits a test whether x / n is the same for the first and the last lane, without a wrap between
/// them.
Value* PiecewiseAccesses::is_one_quotient(const Breakpoint& at, unsigned row) {
  const unsigned opcode = at.value->getOpcode();
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::AShr;
  Value *from = value_at(at.number, row, 0), *to = value_at(at.number, row, wide_.width - 1);
  if (wide_.shapes.of(at.number).stride < 0) std::swap(from, to);
  Value* is_ordered =
      wide_.at.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, from, to);
  Value* is_same =
      wide_.at.CreateICmpEQ(value_at(at.value, row, 0), value_at(at.value, row, wide_.width - 1));
  return wide_.at.CreateAnd(is_ordered, is_same);
}

/// Emits a test whether x % n begins no new period between the first and the last lane. x must not
/// be negative.
Value* PiecewiseAccesses::is_one_period(const Breakpoint& at, unsigned row) {
  const int64_t step = wide_.shapes.of(at.value).stride * (wide_.width - 1);
  const bool is_signed = at.value->getOpcode() == Instruction::SRem;
  Value *from = value_at(at.number, row, 0), *to = value_at(at.number, row, wide_.width - 1);
  if (step < 0) std::swap(from, to);
  Type* type = from->getType();
  Value* goes_on = wide_.at.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, from, to);
  if (is_signed)
    goes_on = wide_.at.CreateAnd(goes_on, wide_.at.CreateICmpSGE(from, ConstantInt::get(type, 0)));
  Value* first = value_at(at.value, row, 0);
  Value* distance = ConstantInt::get(type, std::abs(step));
  Value* fits = nullptr;
  if (step < 0) {
    fits = wide_.at.CreateICmpUGE(first, distance, "is_affine");
  } else {
    Value* size = wide_.scalar(at.limit, row);
    if (is_signed) size = wide_.at.CreateBinaryIntrinsic(Intrinsic::abs, size, wide_.at.getFalse());
    Value* last = wide_.at.CreateBinaryIntrinsic(Intrinsic::usub_sat, size, distance);
    fits = wide_.at.CreateICmpULT(first, last, "is_affine");
  }
  return wide_.at.CreateAnd(goes_on, fits);
}

/// Emits a test whether all lanes lie on one piece of the result. It is right only if they lie on
/// one piece of each operand, and all lanes are active.
Value* PiecewiseAccesses::is_one_piece(const Breakpoint& at, unsigned row) {
  using Kind = Breakpoint::Kind;
  if (at.kind == Kind::Side) return is_one_side(cast<SelectInst>(*at.value), row);
  if (at.kind == Kind::Quotient) return is_one_quotient(at, row);
  if (at.kind == Kind::Period) return is_one_period(at, row);
  if (at.kind == Kind::Union)  // its operands are breakpoints, too
    return wide_.at.CreateIsNull(
        wide_.at.CreateAnd(value_at(at.number, row, 0), wide_.scalar(at.limit, row)));
  Value* distance =
      wide_.at.CreateSub(value_at(at.value, row, wide_.width - 1), value_at(at.value, row, 0));
  const int64_t step = wide_.shapes.of(at.value).stride * (wide_.width - 1);
  Value* is_affine = wide_.at.CreateICmpEQ(
      distance, ConstantInt::getSigned(distance->getType(), step), "is_affine");
  if (at.kind == Kind::Clamp) return is_affine;
  // Bits above those that count the lanes are all the same, or the first and last lane differ.
  Value* mask = wide_.scalar(at.limit, row);
  Value* lanes = ConstantInt::get(mask->getType(), wide_.width - 1);
  return wide_.at.CreateAnd(is_affine,
                            wide_.at.CreateICmpEQ(wide_.at.CreateAnd(mask, lanes), lanes));
}

/// Emits a test whether all `lanes` (null: all) are active, and `pointer` affine. Returns null if
/// it is not piecewise affine.
Value* PiecewiseAccesses::is_affine_now(Value* pointer, unsigned row, Value* lanes) {
  const Shape shape = wide_.shapes.of(pointer);
  if (!wide_.emit.techniques.allow(Technique::PiecewiseAccesses) || !shape.is_piecewise() ||
      shape.stride == 0 || shape.interleaved || !shape.breakpoints || shape.breakpoints->empty() ||
      !has_bounded_object(*pointer))
    return nullptr;
  // Within a group most of a sorting network's pairs are closer than a vector is wide.
  const auto* object = dyn_cast<CallBase>(getUnderlyingObject(pointer));
  const bool is_local = object && called_internal(*object) == Internal::LocalMemory;
  const auto is_union = [](const Breakpoint& at) { return at.kind == Breakpoint::Kind::Union; };
  if (is_local && any_of(*shape.breakpoints, is_union)) return nullptr;
  Value* result = lanes ? wide_.at.CreateAndReduce(lanes) : nullptr;
  for (const Breakpoint& at : *shape.breakpoints) {
    Value* is_affine = is_one_piece(at, row);
    result = result ? wide_.at.CreateAnd(result, is_affine) : is_affine;
  }
  return result;
}

LaneAddress PiecewiseAccesses::address(Value* pointer, unsigned row) {
  return LaneAddress::of(recomputed(wide_, pointer, [&](Value* part) -> Value* {
    const Shape shape = wide_.shapes.of(part);
    if (shape.is_piecewise()) return nullptr;
    return shape.is_uniform() ? wide_.scalar(part, row) : wide_.vector(part, row);
  }));
}

bool PiecewiseAccesses::load(LoadInst& load, unsigned row, Value* lanes) {
  Value* pointer = load.getPointerOperand();
  const int64_t step = wide_.shapes.of(pointer).stride;
  const int64_t size = wide_.layout.getTypeStoreSize(load.getType()).getFixedValue();
  Value* is_affine = is_stride(step, size) ? is_affine_now(pointer, row, lanes) : nullptr;
  if (!is_affine) return false;
  auto values = wide_.emit.if_likely(
      wide_.at, is_affine,
      [&]() -> LaneValues {
        auto affine = LaneAddress::strided(value_at(pointer, row, 0), step);
        return {widen_load(wide_.emit, wide_.at, load.getType(), affine, load.getAlign(), nullptr)};
      },
      [&]() -> LaneValues {
        LaneAddress address = this->address(pointer, row);
        return {widen_load(wide_.emit, wide_.at, load.getType(), address, load.getAlign(), lanes)};
      });
  wide_.set_vector(load, values[0]);
  return true;
}

bool PiecewiseAccesses::store(StoreInst& store, unsigned row, Value* lanes) {
  Value* pointer = store.getPointerOperand();
  Value* value = store.getValueOperand();
  const int64_t step = wide_.shapes.of(pointer).stride;
  const int64_t size = wide_.layout.getTypeStoreSize(value->getType()).getFixedValue();
  Value* is_affine = is_stride(step, size) ? is_affine_now(pointer, row, lanes) : nullptr;
  if (!is_affine) return false;
  Value* all = wide_.vector(value, row);
  wide_.emit.if_likely(
      wide_.at, is_affine,
      [&]() -> LaneValues {
        auto affine = LaneAddress::strided(value_at(pointer, row, 0), step);
        widen_store(wide_.emit, wide_.at, all, affine, store.getAlign(), nullptr);
        return {};
      },
      [&]() -> LaneValues {
        widen_store(wide_.emit, wide_.at, all, address(pointer, row), store.getAlign(), lanes);
        return {};
      });
  return true;
}

bool PiecewiseAccesses::load_group(const AccessGroup& group, unsigned row, Value* lanes) {
  Value* pointer = getLoadStorePointerOperand(group.place);
  Type* element = getLoadStoreType(group.place);
  const int64_t step = wide_.shapes.of(pointer).stride;
  const int64_t size = wide_.layout.getTypeStoreSize(element).getFixedValue();
  const bool fits = group.stride == 0 && step > 0 && is_stride(step, size);
  Value* is_affine = fits ? is_affine_now(pointer, row, lanes) : nullptr;
  if (!is_affine) return false;
  const uint64_t own = group.offsets[find(group.members, group.place) - group.members.begin()];
  auto affine = [&]() -> LaneValues {
    Value* base = wide_.at.CreatePtrAdd(value_at(pointer, row, 0), wide_.at.getInt64(-own));
    const unsigned count = group.members.size();
    if (wide_.structures.has(group))
      return step == size * count
                 ? load_unordered(wide_.emit, wide_.at, element, base, count, group.align, nullptr)
                 : wide_.gather_group(group, LaneAddress::strided(base, step), nullptr);
    LaneValues values;
    for (ArrayRef<uint64_t> rest = group.offsets; !rest.empty();) {
      const uint64_t start = rest[0];
      ArrayRef<uint64_t> members = rest.take_while([&](uint64_t offset) {
        return offset - start + size <= static_cast<uint64_t>(step) && (offset - start) % size == 0;
      });
      const Align align = commonAlignment(group.align, start);
      Value* first = wide_.at.CreatePtrAdd(base, wide_.at.getInt64(start));
      if (members.size() == 1) {
        values.push_back(widen_load(wide_.emit, wide_.at, element,
                                    LaneAddress::strided(first, step), align, nullptr));
      } else {
        SmallVector<uint64_t> offsets;
        for (uint64_t offset : members) offsets.push_back(offset - start);
        values.append(compiler::load_group(wide_.emit, wide_.at, element, first, step, offsets,
                                           align, nullptr));
      }
      rest = rest.drop_front(members.size());
    }
    return values;
  };
  auto anywhere = [&]() -> LaneValues {
    LaneAddress address = this->address(pointer, row);
    address.pointers = wide_.at.CreatePtrAdd(address.pointers, wide_.at.getInt64(-own));
    return wide_.gather_group(group, address, lanes);
  };
  auto values = wide_.emit.if_likely(wide_.at, is_affine, affine, anywhere);
  for (unsigned i = 0; i < group.members.size(); ++i)
    wide_.set_vector(*group.members[i], values[i]);
  return true;
}

bool PiecewiseAccesses::store_group(const AccessGroup& group, ArrayRef<Value*> values, unsigned row,
                                    Value* lanes) {
  Value* pointer = getLoadStorePointerOperand(group.place);
  const int64_t step = wide_.shapes.of(pointer).stride;
  const int64_t size = wide_.layout.getTypeStoreSize(getLoadStoreType(group.place)).getFixedValue();
  const bool fits = group.stride == 0 && step == size * static_cast<int64_t>(values.size()) &&
                    is_stride(step, size);
  Value* is_affine = fits ? is_affine_now(pointer, row, lanes) : nullptr;
  if (!is_affine) return false;
  const uint64_t own = group.offsets[find(group.members, group.place) - group.members.begin()];
  auto affine = [&]() -> LaneValues {
    Value* base = wide_.at.CreatePtrAdd(value_at(pointer, row, 0), wide_.at.getInt64(-own));
    if (wide_.structures.has(group))
      store_unordered(wide_.emit, wide_.at, values, base, group.align, nullptr);
    else
      compiler::store_group(wide_.emit, wide_.at, values, base, step, group.align, nullptr);
    return {};
  };
  wide_.emit.if_likely(wide_.at, is_affine, affine, [&]() -> LaneValues {
    LaneAddress address = this->address(pointer, row);
    address.pointers = wide_.at.CreatePtrAdd(address.pointers, wide_.at.getInt64(-own));
    wide_.scatter_group(group, values, address, lanes);
    return {};
  });
  return true;
}

}  // namespace heddle::compiler
