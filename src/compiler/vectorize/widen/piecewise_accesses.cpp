// SPDX-License-Identifier: Apache-2.0
// Emits accesses along piecewise affine addresses (piecewise_affine.h): a test at run time whether
// all lanes lie on one piece, an access along an affine address, and one along any addresses.
#include "compiler/vectorize/widen/piecewise_accesses.h"

#include "compiler/vectorize/widen/lane_addresses.h"
#include "compiler/vectorize/widen/recomputed.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

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
/// one piece of each operand, and all lanes are active or it is a step function.
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

/// Emits a test whether all `lanes` (null: all) are active, and `pointer` affine. Where all have
/// one address, it is enough that one is active: the numbers of the others lie between those of the
/// first and the last lane, too.
Value* PiecewiseAccesses::is_affine_now(Value* pointer, unsigned row, Value* lanes) {
  const bool has_one_address = wide_.shapes.of(pointer).is_step_function;
  Value* result = !lanes            ? nullptr
                  : has_one_address ? wide_.at.CreateOrReduce(lanes)
                                    : wide_.at.CreateAndReduce(lanes);
  for (const Breakpoint& at : *wide_.shapes.of(pointer).breakpoints) {
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

LaneValues PiecewiseAccesses::access(const Candidate& plan, unsigned row, ArrayRef<Value*> values,
                                     Value* lanes) {
  const Site& site = plan.site;
  auto* pointer = const_cast<Value*>(getLoadStorePointerOperand(site.place));
  const int64_t own = own_offset(site);
  const auto affine = [&]() -> LaneValues {
    Value* base = value_at(pointer, row, 0);
    if (own != 0) base = wide_.at.CreatePtrAdd(base, wide_.at.getInt64(-own));
    LaneValues loaded;
    size_t member = 0;
    for (const Candidate& part : ArrayRef(plan.parts).drop_back()) {
      const uint64_t start = site.offsets[member];
      Value* first = start == 0 ? base : wide_.at.CreatePtrAdd(base, wide_.at.getInt64(start));
      const size_t count = part.site.offsets.size();
      const ArrayRef<Value*> own_values = values.empty() ? values : values.slice(member, count);
      loaded.append(emit_access(wide_.emit, wide_.at, part,
                                {LaneAddress::strided(first, site.piece_stride), own_values}));
      member += count;
    }
    return loaded;
  };
  const auto anywhere = [&]() {
    LaneAddress from = address(pointer, row);
    if (own != 0 || site.is_group())
      from.pointers = wide_.at.CreatePtrAdd(from.pointers, wide_.at.getInt64(-own));
    return emit_access(wide_.emit, wide_.at, plan.parts.back(), {from, values, lanes});
  };
  return wide_.emit.either(wide_.at, is_affine_now(pointer, row, lanes), affine, anywhere);
}

}  // namespace heddle::compiler
