// SPDX-License-Identifier: Apache-2.0
// Emits accesses along piecewise affine addresses (piecewise_affine.h): a test at run time whether
// all lanes lie on one piece, an access along an affine address, and one along any addresses.
#include "compiler/vectorize/widen/piecewise_accesses.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/analysis/modular_affine.h"
#include "compiler/analysis/piecewise_affine.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/vectorize/access/strided.h"
#include "compiler/vectorize/access/structure_memory.h"
#include "compiler/vectorize/access/widen_access.h"
#include "compiler/vectorize/widen/small_numbers.h"
#include "compiler/vectorize/widen/wide_division.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr int64_t kMaxPiecewiseStride = 16;  // elements

bool is_stride(int64_t step, int64_t size) {
  return step % size == 0 && std::abs(step) <= kMaxPiecewiseStride * size;
}

}  // namespace

/// Emits a piecewise affine value once more, from the affine ones that it is made of.
Value* PiecewiseAccesses::value_of(Value* value, function_ref<Value*(Value*)> affine) {
  if (!wide_.shapes.of(value).is_piecewise()) return affine(value);
  auto& instruction = cast<Instruction>(*value);
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    SmallVector<Value*> indices;
    for (Use& index : gep->indices()) indices.push_back(value_of(index.get(), affine));
    return wide_.at.CreateGEP(gep->getSourceElementType(),
                              value_of(gep->getPointerOperand(), affine), indices);
  }
  if (auto* select = dyn_cast<SelectInst>(&instruction)) {
    auto& compare = cast<ICmpInst>(*select->getCondition());
    Value *left = affine(compare.getOperand(0)), *right = affine(compare.getOperand(1));
    alike(left, right);
    Value* condition = wide_.at.CreateICmp(compare.getPredicate(), left, right);
    Value *yes = value_of(select->getTrueValue(), affine),
          *no = value_of(select->getFalseValue(), affine);
    alike(yes, condition);
    alike(no, condition);
    return wide_.at.CreateSelect(condition, yes, no);
  }
  Value* first = value_of(instruction.getOperand(0), affine);
  if (auto* cast = dyn_cast<CastInst>(&instruction)) {
    Type* type = first->getType()->isVectorTy() ? wide_.widened(cast->getType()) : cast->getType();
    return wide_.at.CreateCast(cast->getOpcode(), first, type);
  }
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      intrinsic && intrinsic->getIntrinsicID() == Intrinsic::abs)
    return wide_.at.CreateBinaryIntrinsic(Intrinsic::abs, first, wide_.at.getFalse());
  Value* second = value_of(instruction.getOperand(1), affine);
  auto* operation = dyn_cast<BinaryOperator>(&instruction);
  if (operation && operation->isIntDivRem() && first->getType()->isVectorTy())
    return remainder(*operation, first, second);
  alike(first, second);
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return wide_.at.CreateBinaryIntrinsic(intrinsic->getIntrinsicID(), first, second);
  return wide_.at.CreateBinOp(operation->getOpcode(), first, second);
}

/// Makes both vectors if one of them is.
void PiecewiseAccesses::alike(Value*& a, Value*& b) {
  if (a->getType()->isVectorTy() == b->getType()->isVectorTy()) return;
  Value*& scalar = a->getType()->isVectorTy() ? b : a;
  scalar = wide_.at.CreateVectorSplat(wide_.width, scalar);
}

/// Emits the remainders of a vector divided by a scalar.
Value* PiecewiseAccesses::remainder(const BinaryOperator& division, Value* dividend,
                                    Value* divisor) {
  if (divides_as_float(division)) return divide(wide_, division, dividend, divisor);
  if (!works_on_small(wide_, division)) {
    alike(dividend, divisor);
    return wide_.at.CreateBinOp(division.getOpcode(), dividend, divisor);
  }
  Type* word = wide_.at.getInt32Ty();
  Value* most = wide_.at.getInt64(UINT32_MAX);
  divisor =
      wide_.at.CreateTrunc(wide_.at.CreateBinaryIntrinsic(Intrinsic::umin, divisor, most), word);
  Value* rest =
      divide(wide_, division, wide_.at.CreateTrunc(dividend, wide_.widened(word)), divisor);
  return wide_.at.CreateZExt(rest, dividend->getType());
}

/// Finds the clamps, quotients and remainders in `value`: it is affine if the lanes lie on one
/// piece of each. The test of a clamp holds for the clamps of its operand, too (`is_asked`: `value`
/// is such an operand). Returns false if there are too many, or no test is known for one.
bool PiecewiseAccesses::find_breakpoints(Value* value, bool is_asked, unsigned& steps,
                                         SetVector<Instruction*>& found) const {
  constexpr unsigned kMaxBreakpoints = 6, kMaxSteps = 24;  // all of them are computed anew
  if (!wide_.shapes.of(value).is_piecewise()) return true;
  if (++steps > kMaxSteps) return false;
  auto& instruction = cast<Instruction>(*value);
  bool is_one = false;  // a select that takes one side for all lanes
  if (auto* select = dyn_cast<SelectInst>(value)) {
    auto& compare = cast<ICmpInst>(*select->getCondition());
    const Shape left = wide_.shapes.of(compare.getOperand(0)),
                right = wide_.shapes.of(compare.getOperand(1));
    if (!left.has_base() || !right.has_base()) return false;
    is_one = left.is_uniform() && right.is_uniform();
  }
  if (may_have_breakpoints(instruction) && !is_one) {
    if (!is_asked || !is_clamp(instruction)) found.insert(&instruction);
    is_asked = is_clamp(instruction);
    if (found.size() > kMaxBreakpoints) return false;
  }
  auto is_piecewise = [&](const Use& operand) {
    return wide_.shapes.of(operand.get()).is_piecewise();
  };
  if (count_if(instruction.operands(), is_piecewise) > 1) is_asked = false;
  return all_of(instruction.operands(), [&](const Use& operand) {
    return find_breakpoints(operand.get(), is_asked, steps, found);
  });
}

/// Emits a test whether `select` yields the same side for all lanes, and one that changes from lane
/// to lane.
Value* PiecewiseAccesses::is_one_side(const SelectInst& select, unsigned row) {
  const auto& compare = cast<ICmpInst>(*select.getCondition());
  Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  const int64_t step = wide_.shapes.of(left).stride - wide_.shapes.of(right).stride;
  auto at_lane = [&](Value* value, unsigned index) { return affine_at(value, row, index); };
  auto goes_on = [&](const Value* value) {
    return !wide_.shapes.of(value).is_uniform() || wide_.shapes.of(value).is_piecewise();
  };
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
  return value_of(value, [&](Value* affine) { return affine_at(affine, row, index); });
}

/// Emits a test whether x / n is the same for the first and the last lane, without a wrap between
/// them.
Value* PiecewiseAccesses::is_one_quotient(Instruction& quotient, unsigned row) {
  Value* number = quotient.getOperand(0);
  const bool is_signed =
      quotient.getOpcode() == Instruction::SDiv || quotient.getOpcode() == Instruction::AShr;
  Value *from = value_at(number, row, 0), *to = value_at(number, row, wide_.width - 1);
  if (wide_.shapes.of(number).stride < 0) std::swap(from, to);
  Value* is_ordered =
      wide_.at.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, from, to);
  Value* is_same =
      wide_.at.CreateICmpEQ(value_at(&quotient, row, 0), value_at(&quotient, row, wide_.width - 1));
  return wide_.at.CreateAnd(is_ordered, is_same);
}

/// Emits a test whether x % n begins no new period between the first and the last lane. x must not
/// be negative.
Value* PiecewiseAccesses::is_one_period(Instruction& rest, unsigned row) {
  const int64_t step = wide_.shapes.of(&rest).stride * (wide_.width - 1);
  const bool is_signed = rest.getOpcode() == Instruction::SRem;
  Value *from = value_at(rest.getOperand(0), row, 0),
        *to = value_at(rest.getOperand(0), row, wide_.width - 1);
  if (step < 0) std::swap(from, to);
  Type* type = from->getType();
  Value* goes_on = wide_.at.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, from, to);
  if (is_signed)
    goes_on = wide_.at.CreateAnd(goes_on, wide_.at.CreateICmpSGE(from, ConstantInt::get(type, 0)));
  Value* first = value_at(&rest, row, 0);
  Value* distance = ConstantInt::get(type, std::abs(step));
  Value* fits = nullptr;
  if (step < 0) {
    fits = wide_.at.CreateICmpUGE(first, distance, "is_affine");
  } else {
    Value* size = wide_.scalar(rest.getOperand(1), row);
    if (is_signed) size = wide_.at.CreateBinaryIntrinsic(Intrinsic::abs, size, wide_.at.getFalse());
    Value* last = wide_.at.CreateBinaryIntrinsic(Intrinsic::usub_sat, size, distance);
    fits = wide_.at.CreateICmpULT(first, last, "is_affine");
  }
  return wide_.at.CreateAnd(goes_on, fits);
}

/// Returns the n of x & n.
Value* PiecewiseAccesses::mask_of(const Instruction& rest, unsigned row) {
  return wide_.scalar(rest.getOperand(wide_.shapes.of(rest.getOperand(1)).is_uniform() ? 1 : 0),
                      row);
}

/// Emits a test whether all lanes lie on one piece of the result. It is right only if they lie on
/// one piece of each operand, and all lanes are active.
Value* PiecewiseAccesses::is_one_piece(Instruction& instruction, unsigned row) {
  if (auto* select = dyn_cast<SelectInst>(&instruction)) return is_one_side(*select, row);
  if (is_quotient(instruction)) return is_one_quotient(instruction, row);
  if (instruction.isIntDivRem()) return is_one_period(instruction, row);
  if (const Instruction* rest =
          rest_of_union(instruction)) {  // the rest and the quotient are asked, too
    Value* quotient = instruction.getOperand(rest == instruction.getOperand(0) ? 1 : 0);
    return wide_.at.CreateIsNull(
        wide_.at.CreateAnd(value_at(quotient, row, 0), mask_of(*rest, row)));
  }
  Value* distance = wide_.at.CreateSub(value_at(&instruction, row, wide_.width - 1),
                                       value_at(&instruction, row, 0));
  const int64_t step = wide_.shapes.of(&instruction).stride * (wide_.width - 1);
  Value* is_affine = wide_.at.CreateICmpEQ(
      distance, ConstantInt::getSigned(distance->getType(), step), "is_affine");
  if (instruction.getOpcode() != Instruction::And) return is_affine;
  // Bits above those that count the lanes are all the same, or the first and last lane differ.
  Value* mask = mask_of(instruction, row);
  Value* lanes = ConstantInt::get(mask->getType(), wide_.width - 1);
  return wide_.at.CreateAnd(is_affine,
                            wide_.at.CreateICmpEQ(wide_.at.CreateAnd(mask, lanes), lanes));
}

/// Emits a test whether all `lanes` (null: all) are active, and `pointer` affine. Returns null if
/// it is not piecewise affine.
Value* PiecewiseAccesses::is_affine_now(Value* pointer, unsigned row, Value* lanes) {
  const Shape shape = wide_.shapes.of(pointer);
  if (!wide_.emit.techniques.allow(Technique::PiecewiseAccesses) || !shape.is_piecewise() ||
      shape.stride == 0 || shape.interleaved || !has_bounded_object(*pointer))
    return nullptr;
  SetVector<Instruction*> breakpoints;
  unsigned steps = 0;
  if (!find_breakpoints(pointer, false, steps, breakpoints) || breakpoints.empty()) return nullptr;
  // Within a group most of a sorting network's pairs are closer than a vector is wide.
  const auto* object = dyn_cast<CallBase>(getUnderlyingObject(pointer));
  const bool is_local = object && called_internal(*object) == Internal::LocalMemory;
  if (is_local && any_of(breakpoints, [](const Instruction* instruction) {
        return rest_of_union(*instruction);
      }))
    return nullptr;
  Value* result = lanes ? wide_.at.CreateAndReduce(lanes) : nullptr;
  for (Instruction* instruction : breakpoints) {
    Value* is_affine = is_one_piece(*instruction, row);
    result = result ? wide_.at.CreateAnd(result, is_affine) : is_affine;
  }
  return result;
}

/// Returns the addresses of all lanes, which need not lie on one piece.
LaneAddress PiecewiseAccesses::address(Value* pointer, unsigned row) {
  return LaneAddress::of(value_of(pointer, [&](Value* affine) {
    return wide_.shapes.of(affine).is_uniform() ? wide_.scalar(affine, row)
                                                : wide_.vector(affine, row);
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
