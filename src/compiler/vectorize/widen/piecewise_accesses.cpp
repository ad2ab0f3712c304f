// SPDX-License-Identifier: Apache-2.0
// Accesses along piecewise affine values: is it a line this time, or does each lane go elsewhere?
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/analysis/modular_affine.h"
#include "compiler/analysis/piecewise_affine.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

/// A bent value, computed again from the lines that it is made of.
Value* Widener::piecewise_value(Value* value, function_ref<Value*(Value*)> line) {
  if (!shapes_.is_bent(value)) return line(value);
  auto& instruction = cast<Instruction>(*value);
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    SmallVector<Value*> indices;
    for (Use& index : gep->indices()) indices.push_back(piecewise_value(index.get(), line));
    return at_.CreateGEP(gep->getSourceElementType(),
                         piecewise_value(gep->getPointerOperand(), line), indices);
  }
  if (auto* select = dyn_cast<SelectInst>(&instruction)) {
    auto& compare = cast<ICmpInst>(*select->getCondition());
    Value *left = line(compare.getOperand(0)), *right = line(compare.getOperand(1));
    alike(left, right);
    Value* condition = at_.CreateICmp(compare.getPredicate(), left, right);
    Value *yes = piecewise_value(select->getTrueValue(), line),
          *no = piecewise_value(select->getFalseValue(), line);
    alike(yes, condition);
    alike(no, condition);
    return at_.CreateSelect(condition, yes, no);
  }
  Value* first = piecewise_value(instruction.getOperand(0), line);
  if (auto* cast = dyn_cast<CastInst>(&instruction)) {
    Type* type = first->getType()->isVectorTy() ? widened(cast->getType()) : cast->getType();
    return at_.CreateCast(cast->getOpcode(), first, type);
  }
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      intrinsic && intrinsic->getIntrinsicID() == Intrinsic::abs)
    return at_.CreateBinaryIntrinsic(Intrinsic::abs, first, at_.getFalse());
  Value* second = piecewise_value(instruction.getOperand(1), line);
  auto* operation = dyn_cast<BinaryOperator>(&instruction);
  if (operation && operation->isIntDivRem() && first->getType()->isVectorTy())
    return piecewise_rest(*operation, first, second);
  alike(first, second);
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return at_.CreateBinaryIntrinsic(intrinsic->getIntrinsicID(), first, second);
  return at_.CreateBinOp(operation->getOpcode(), first, second);
}

/// If one of them is a vector, both are.
void Widener::alike(Value*& a, Value*& b) {
  if (a->getType()->isVectorTy() == b->getType()->isVectorTy()) return;
  Value*& scalar = a->getType()->isVectorTy() ? b : a;
  scalar = at_.CreateVectorSplat(width_, scalar);
}

/// The rests of a division of vectors by one number.
Value* Widener::piecewise_rest(const BinaryOperator& division, Value* dividend, Value* divisor) {
  if (divides_as_float(division)) return divide(division, dividend, divisor);
  if (!works_on_small(division)) {
    alike(dividend, divisor);
    return at_.CreateBinOp(division.getOpcode(), dividend, divisor);
  }
  Type* word = at_.getInt32Ty();
  Value* most = at_.getInt64(UINT32_MAX);
  divisor = at_.CreateTrunc(at_.CreateBinaryIntrinsic(Intrinsic::umin, divisor, most), word);
  Value* rest = divide(division, at_.CreateTrunc(dividend, widened(word)), divisor);
  return at_.CreateZExt(rest, dividend->getType());
}

/// Finds where `value` was bent: what must be asked so that it lies on a line. A clamp of clamps
/// (`is_asked`: the last one is asked) says it for all. False if that cannot be asked.
bool Widener::find_bends(Value* value, bool is_asked, unsigned& steps,
                         SetVector<Instruction*>& found) const {
  constexpr unsigned kMaxBends = 6, kMaxSteps = 24;  // all of them are computed anew
  if (!shapes_.is_bent(value)) return true;
  if (++steps > kMaxSteps) return false;
  auto& instruction = cast<Instruction>(*value);
  bool is_one = false;  // a select that takes one side for all lanes
  if (auto* select = dyn_cast<SelectInst>(value)) {
    auto& compare = cast<ICmpInst>(*select->getCondition());
    const Shape left = shapes_.of(compare.getOperand(0)), right = shapes_.of(compare.getOperand(1));
    if (!left.has_base() || !right.has_base()) return false;
    is_one = left.is_uniform() && right.is_uniform();
  }
  if (bends(instruction) && !is_one) {
    if (!is_asked || !is_clamp(instruction)) found.insert(&instruction);
    is_asked = is_clamp(instruction);
    if (found.size() > kMaxBends) return false;
  }
  auto is_bent = [&](const Use& operand) { return shapes_.is_bent(operand.get()); };
  if (count_if(instruction.operands(), is_bent) > 1) is_asked = false;
  return all_of(instruction.operands(), [&](const Use& operand) {
    return find_bends(operand.get(), is_asked, steps, found);
  });
}

/// Does `select` yield the same side for all lanes, and one that goes on from lane to lane?
Value* Widener::is_one_side(const SelectInst& select, unsigned row) {
  const auto& compare = cast<ICmpInst>(*select.getCondition());
  Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  const int64_t step = shapes_.of(left).stride - shapes_.of(right).stride;
  auto at_lane = [&](Value* value, unsigned index) { return line_at(value, row, index); };
  auto goes_on = [&](const Value* value) {
    return !shapes_.of(value).is_uniform() || shapes_.is_bent(value);
  };
  bool yes = goes_on(select.getTrueValue()), no = goes_on(select.getFalseValue());
  if (!yes && !no) yes = no = true;
  if (compare.isEquality()) {  // which one lane decides at most
    const bool other = compare.getPredicate() == CmpInst::ICMP_EQ ? no : yes;
    if (!other) return at_.getFalse();
    Value* distance = step == 1 ? at_.CreateSub(at_lane(right, 0), at_lane(left, 0))
                                : at_.CreateSub(at_lane(left, 0), at_lane(right, 0));
    return at_.CreateICmpUGE(distance, ConstantInt::get(distance->getType(), width_));
  }
  auto asked = [&](unsigned index) {
    return at_.CreateICmp(compare.getPredicate(), at_lane(left, index), at_lane(right, index));
  };
  Value *first = asked(0), *last = asked(width_ - 1);
  Value* result = yes && no ? at_.CreateICmpEQ(first, last)
                  : yes     ? at_.CreateAnd(first, last)
                            : at_.CreateNot(at_.CreateOr(first, last));
  // The numbers may wrap between the first and the last lane.
  Value* line = shapes_.of(left).is_uniform() ? right : left;
  Value *from = at_lane(line, 0), *to = at_lane(line, width_ - 1);
  if (shapes_.of(line).stride < 0) std::swap(from, to);
  const auto ordered = compare.isSigned() ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
  return at_.CreateAnd(result, at_.CreateICmp(ordered, from, to));
}

/// What lane `index` has of a line.
Value* Widener::line_at(Value* line, unsigned row, unsigned index) {
  Value* base = scalar(line, row);
  const int64_t step = shapes_.of(line).stride * index;
  return step == 0 ? base : at_.CreateAdd(base, ConstantInt::getSigned(base->getType(), step));
}

Value* Widener::piecewise_at(Value* value, unsigned row, unsigned index) {
  return piecewise_value(value, [&](Value* line) { return line_at(line, row, index); });
}

/// Is x / n the same for the first and the last lane, and no wrap between them?
Value* Widener::is_one_quotient(Instruction& quotient, unsigned row) {
  Value* number = quotient.getOperand(0);
  const bool is_signed =
      quotient.getOpcode() == Instruction::SDiv || quotient.getOpcode() == Instruction::AShr;
  Value *from = piecewise_at(number, row, 0), *to = piecewise_at(number, row, width_ - 1);
  const int64_t step =
      shapes_.is_bent(number) ? shapes_.piecewise_step_of(number) : shapes_.of(number).stride;
  if (step < 0) std::swap(from, to);
  Value* is_ordered = at_.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, from, to);
  Value* is_same =
      at_.CreateICmpEQ(piecewise_at(&quotient, row, 0), piecewise_at(&quotient, row, width_ - 1));
  return at_.CreateAnd(is_ordered, is_same);
}

/// Is x % n without a turn between the first and the last lane? x must not be negative.
Value* Widener::is_one_turn(Instruction& rest, unsigned row) {
  const int64_t step = shapes_.piecewise_step_of(&rest) * (width_ - 1);
  const bool is_signed = rest.getOpcode() == Instruction::SRem;
  Value *from = piecewise_at(rest.getOperand(0), row, 0),
        *to = piecewise_at(rest.getOperand(0), row, width_ - 1);
  if (step < 0) std::swap(from, to);
  Type* type = from->getType();
  Value* goes_on = at_.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, from, to);
  if (is_signed)
    goes_on = at_.CreateAnd(goes_on, at_.CreateICmpSGE(from, ConstantInt::get(type, 0)));
  Value* first = piecewise_at(&rest, row, 0);
  Value* distance = ConstantInt::get(type, std::abs(step));
  Value* fits = nullptr;
  if (step < 0) {
    fits = at_.CreateICmpUGE(first, distance, "is_line");
  } else {
    Value* size = scalar(rest.getOperand(1), row);
    if (is_signed) size = at_.CreateBinaryIntrinsic(Intrinsic::abs, size, at_.getFalse());
    Value* last = at_.CreateBinaryIntrinsic(Intrinsic::usub_sat, size, distance);
    fits = at_.CreateICmpULT(first, last, "is_line");
  }
  return at_.CreateAnd(goes_on, fits);
}

/// n of x & n.
Value* Widener::piecewise_mask(const Instruction& rest, unsigned row) {
  return scalar(rest.getOperand(shapes_.of(rest.getOperand(1)).is_uniform() ? 1 : 0), row);
}

/// Are all lanes, of which all are active, on the line after this bend, if they are before it?
Value* Widener::is_straight(Instruction& bend, unsigned row) {
  if (auto* select = dyn_cast<SelectInst>(&bend)) return is_one_side(*select, row);
  if (is_quotient(bend)) return is_one_quotient(bend, row);
  if (bend.isIntDivRem()) return is_one_turn(bend, row);
  if (const Instruction* rest = rest_of_union(bend)) {  // the rest and the quotient are asked, too
    Value* quotient = bend.getOperand(rest == bend.getOperand(0) ? 1 : 0);
    return at_.CreateIsNull(
        at_.CreateAnd(piecewise_at(quotient, row, 0), piecewise_mask(*rest, row)));
  }
  Value* distance =
      at_.CreateSub(piecewise_at(&bend, row, width_ - 1), piecewise_at(&bend, row, 0));
  const int64_t step = shapes_.piecewise_step_of(&bend) * (width_ - 1);
  Value* is_line =
      at_.CreateICmpEQ(distance, ConstantInt::getSigned(distance->getType(), step), "is_line");
  if (bend.getOpcode() != Instruction::And) return is_line;
  // Bits above those that count the lanes are all the same, or the first and last lane differ.
  Value* mask = piecewise_mask(bend, row);
  Value* lanes = ConstantInt::get(mask->getType(), width_ - 1);
  return at_.CreateAnd(is_line, at_.CreateICmpEQ(at_.CreateAnd(mask, lanes), lanes));
}

/// Are all `lanes` (null: all) active, and on the line that `pointer` lies on? Null: it lies on no
/// piecewise affine value.
Value* Widener::is_on_line(Value* pointer, unsigned row, Value* lanes) {
  if (shapes_.piecewise_step_of(pointer) == 0 || !shapes_.of(pointer).is_varying() ||
      shapes_.interleaved_base(pointer) || !has_bounded_object(*pointer))
    return nullptr;
  SetVector<Instruction*> bends;
  unsigned steps = 0;
  if (!find_bends(pointer, false, steps, bends) || bends.empty()) return nullptr;
  // Within a group most of a sorting network's pairs are closer than a vector is wide.
  const auto* object = dyn_cast<CallBase>(getUnderlyingObject(pointer));
  const bool is_local = object && called_internal(*object) == Internal::LocalMemory;
  if (is_local && any_of(bends, [](const Instruction* bend) { return rest_of_union(*bend); }))
    return nullptr;
  Value* result = lanes ? at_.CreateAndReduce(lanes) : nullptr;
  for (Instruction* bend : bends) {
    Value* is_line = is_straight(*bend, row);
    result = result ? at_.CreateAnd(result, is_line) : is_line;
  }
  return result;
}

/// All lanes of a bent pointer that is on no line.
LaneAddress Widener::piecewise_address(Value* pointer, unsigned row) {
  return LaneAddress::of(piecewise_value(pointer, [&](Value* line) {
    return shapes_.of(line).is_uniform() ? scalar(line, row) : vector(line, row);
  }));
}

namespace {

constexpr int64_t kMaxBentStride = 16;  // elements

bool is_stride(int64_t step, int64_t size) {
  return step % size == 0 && std::abs(step) <= kMaxBentStride * size;
}

}  // namespace

/// Loads from a piecewise affine value. False: it is no such load.
bool Widener::piecewise_load(LoadInst& load, unsigned row, Value* lanes) {
  Value* pointer = load.getPointerOperand();
  const int64_t step = shapes_.piecewise_step_of(pointer);
  const int64_t size = layout_.getTypeStoreSize(load.getType()).getFixedValue();
  Value* is_line = is_stride(step, size) ? is_on_line(pointer, row, lanes) : nullptr;
  if (!is_line) return false;
  auto values = memory_.if_line(
      at_, is_line,
      [&]() -> LaneMemory::Values {
        auto line = LaneAddress::strided(piecewise_at(pointer, row, 0), step);
        return {memory_.load(at_, load.getType(), line, load.getAlign(), nullptr)};
      },
      [&]() -> LaneMemory::Values {
        LaneAddress address = piecewise_address(pointer, row);
        return {memory_.load(at_, load.getType(), address, load.getAlign(), lanes)};
      });
  set_vector(load, values[0]);
  return true;
}

bool Widener::piecewise_store(StoreInst& store, unsigned row, Value* lanes) {
  Value* pointer = store.getPointerOperand();
  Value* value = store.getValueOperand();
  const int64_t step = shapes_.piecewise_step_of(pointer);
  const int64_t size = layout_.getTypeStoreSize(value->getType()).getFixedValue();
  Value* is_line = is_stride(step, size) ? is_on_line(pointer, row, lanes) : nullptr;
  if (!is_line) return false;
  Value* all = vector(value, row);
  memory_.if_line(
      at_, is_line,
      [&]() -> LaneMemory::Values {
        auto line = LaneAddress::strided(piecewise_at(pointer, row, 0), step);
        memory_.store(at_, all, line, store.getAlign(), nullptr);
        return {};
      },
      [&]() -> LaneMemory::Values {
        memory_.store(at_, all, piecewise_address(pointer, row), store.getAlign(), lanes);
        return {};
      });
  return true;
}

/// A group of load_rows whose lanes lie on a piecewise affine value: the members that a lane's step
/// holds are loaded together, then those of the next.
bool Widener::piecewise_load_group(const AccessGroup& group, unsigned row, Value* lanes) {
  Value* pointer = getLoadStorePointerOperand(group.place);
  Type* element = getLoadStoreType(group.place);
  const int64_t step = shapes_.piecewise_step_of(pointer);
  const int64_t size = layout_.getTypeStoreSize(element).getFixedValue();
  const bool fits = group.stride == 0 && step > 0 && is_stride(step, size);
  Value* is_line = fits ? is_on_line(pointer, row, lanes) : nullptr;
  if (!is_line) return false;
  const uint64_t own = group.offsets[find(group.members, group.place) - group.members.begin()];
  auto line = [&]() -> LaneMemory::Values {
    Value* base = at_.CreatePtrAdd(piecewise_at(pointer, row, 0), at_.getInt64(-own));
    const unsigned count = group.members.size();
    if (structures_.has(group))
      return step == size * count
                 ? memory_.load_structures(at_, element, base, count, group.align, nullptr)
                 : load_rows(group, LaneAddress::strided(base, step), nullptr);
    LaneMemory::Values values;
    for (ArrayRef<uint64_t> rest = group.offsets; !rest.empty();) {
      const uint64_t start = rest[0];
      ArrayRef<uint64_t> members = rest.take_while([&](uint64_t offset) {
        return offset - start + size <= static_cast<uint64_t>(step) && (offset - start) % size == 0;
      });
      const Align align = commonAlignment(group.align, start);
      Value* first = at_.CreatePtrAdd(base, at_.getInt64(start));
      if (members.size() == 1) {
        values.push_back(
            memory_.load(at_, element, LaneAddress::strided(first, step), align, nullptr));
      } else {
        SmallVector<uint64_t> offsets;
        for (uint64_t offset : members) offsets.push_back(offset - start);
        values.append(memory_.load_group(at_, element, first, step, offsets, align, nullptr));
      }
      rest = rest.drop_front(members.size());
    }
    return values;
  };
  auto anywhere = [&]() -> LaneMemory::Values {
    LaneAddress address = piecewise_address(pointer, row);
    address.pointers = at_.CreatePtrAdd(address.pointers, at_.getInt64(-own));
    return load_rows(group, address, lanes);
  };
  auto values = memory_.if_line(at_, is_line, line, anywhere);
  for (unsigned i = 0; i < group.members.size(); ++i) set_vector(*group.members[i], values[i]);
  return true;
}

/// The same for stores; of all that lies within a step only.
bool Widener::piecewise_store_group(const AccessGroup& group, ArrayRef<Value*> values, unsigned row,
                                    Value* lanes) {
  Value* pointer = getLoadStorePointerOperand(group.place);
  const int64_t step = shapes_.piecewise_step_of(pointer);
  const int64_t size = layout_.getTypeStoreSize(getLoadStoreType(group.place)).getFixedValue();
  const bool fits = group.stride == 0 && step == size * static_cast<int64_t>(values.size()) &&
                    is_stride(step, size);
  Value* is_line = fits ? is_on_line(pointer, row, lanes) : nullptr;
  if (!is_line) return false;
  const uint64_t own = group.offsets[find(group.members, group.place) - group.members.begin()];
  auto line = [&]() -> LaneMemory::Values {
    Value* base = at_.CreatePtrAdd(piecewise_at(pointer, row, 0), at_.getInt64(-own));
    if (structures_.has(group))
      memory_.store_structures(at_, values, base, group.align, nullptr);
    else
      memory_.store_group(at_, values, base, step, group.align, nullptr);
    return {};
  };
  memory_.if_line(at_, is_line, line, [&]() -> LaneMemory::Values {
    LaneAddress address = piecewise_address(pointer, row);
    address.pointers = at_.CreatePtrAdd(address.pointers, at_.getInt64(-own));
    store_rows(group, values, address, lanes);
    return {};
  });
  return true;
}

}  // namespace heddle::compiler
