// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/exchanges.h"

#include "compiler/ir/marks.h"
#include "compiler/ir/shuffles.h"
#include "compiler/vectorize/access/dynamic_permute.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Emits a vector of `count` elements that repeats the scalars.
Value* repeated(IRBuilder<>& at, ArrayRef<Value*> scalars, unsigned count) {
  auto* type = FixedVectorType::get(scalars[0]->getType(), scalars.size());
  Value* all = PoisonValue::get(type);
  for (const auto& [i, scalar] : enumerate(scalars)) all = at.CreateInsertElement(all, scalar, i);
  SmallVector<int> places;
  for (unsigned i = 0; i < count; ++i) places.push_back(static_cast<int>(i % scalars.size()));
  return at.CreateShuffleVector(all, places);
}

}  // namespace

namespace {

/// Emits a broadcast. The number of the lane is the same for all active lanes.
Value* broadcast(WideKernel& wide, CallBase& call, unsigned row) {
  Value* number = call.getArgOperand(1);
  Value* lane = nullptr;
  if (wide.shapes.of(number).is_uniform()) {
    lane = wide.scalar(number, row);
  } else {
    Value* first =
        wide.at.CreateBinaryIntrinsic(Intrinsic::cttz, wide.bits_of_mask(row), wide.at.getFalse());
    first =
        wide.at.CreateAnd(wide.at.CreateZExtOrTrunc(first, wide.at.getInt32Ty()), wide.width - 1);
    lane = wide.at.CreateFreeze(wide.any_lane(number, row, first, wide.at));
  }
  lane = wide.at.CreateAnd(lane, wide.width - 1);
  return wide.at.CreateFreeze(wide.any_lane(call.getArgOperand(0), row, lane, wide.at));
}

/// Emits a permutation through memory, for machines without an instruction. An extractelement at a
/// variable index would copy the vector to the stack for each lane.
Value* through_memory(WideKernel& wide, Value* from, Value* lanes) {
  Type* type = cast<FixedVectorType>(from->getType())->getElementType();
  IRBuilder<> front(&wide.target.getEntryBlock(), wide.target.getEntryBlock().begin());
  AllocaInst* table = front.CreateAlloca(ArrayType::get(type, wide.width), nullptr, "table");
  table->setAlignment(Align(64));
  mark_transient(*table);
  wide.at.CreateAlignedStore(from, table, Align(64));
  Value* result = PoisonValue::get(from->getType());
  for (unsigned i = 0; i < wide.width; ++i) {
    Value* place = wide.at.CreateInBoundsGEP(type, table, wide.at.CreateExtractElement(lanes, i));
    result = wide.at.CreateInsertElement(result, wide.at.CreateLoad(type, place), i);
  }
  return result;
}

Value* shuffle(WideKernel& wide, CallBase& call, unsigned row) {
  // Poison in an inactive lane must not reach the active ones.
  Value* from = wide.at.CreateFreeze(wide.vector(call.getArgOperand(0), row));
  Value* lanes = wide.vector(call.getArgOperand(1), row);
  if (!isa<Constant>(lanes)) lanes = wide.at.CreateFreeze(lanes);
  lanes = wide.at.CreateAnd(lanes, ConstantInt::get(lanes->getType(), wide.width - 1));
  if (auto* known = dyn_cast<ConstantDataVector>(lanes)) {
    SmallVector<int> numbers;
    for (unsigned i = 0; i < wide.width; ++i)
      numbers.push_back(static_cast<int>(known->getElementAsInteger(i)));
    return wide.at.CreateShuffleVector(from, numbers);
  }
  if (isa<ConstantAggregateZero>(lanes))
    return wide.at.CreateVectorSplat(wide.width, wide.at.CreateExtractElement(from, uint64_t{0}));
  if (Value* result = wide.machine.permute_lanes(wide.at, from, lanes)) return result;
  return through_memory(wide, from, lanes);
}

Value* ballot(WideKernel& wide, CallBase& call, unsigned row) {
  Value* votes = wide.vector(call.getArgOperand(0), row);
  if (Value* active = wide.mask(row))
    votes = wide.at.CreateSelect(active, votes, Constant::getNullValue(votes->getType()));
  votes = wide.at.CreateBitCast(wide.at.CreateFreeze(votes), wide.at.getIntNTy(wide.width));
  return wide.at.CreateZExt(votes, wide.at.getInt64Ty());
}

}  // namespace

void exchange(WideKernel& wide, CallBase& call) {
  const Internal intrinsic = called_internal(call);
  for (unsigned row = 0; row < wide.lanes.rows; ++row) {
    if (intrinsic == Internal::LanesShuffle) {
      wide.set_vector(call, shuffle(wide, call, row));
    } else if (intrinsic == Internal::LanesFill) {
      Value* value = wide.vector(call.getArgOperand(0), row);
      if (Value* active = wide.mask(row))
        value = wide.at.CreateSelect(active, value, wide.vector(call.getArgOperand(1), row));
      wide.set_vector(call, value);
    } else {
      wide.set_base(call, intrinsic == Internal::LanesBallot ? ballot(wide, call, row)
                                                             : broadcast(wide, call, row));
    }
  }
}

void pick(WideKernel& wide, CallBase& call) {
  const unsigned count = call.arg_size() - 1, bits = call.getType()->getScalarSizeInBits();
  Value* number = call.getArgOperand(count);
  const bool is_one_number = wide.shapes.of(number).is_uniform();
  const bool is_one_table = all_of(drop_end(call.args()), [&](const Use& element) {
    return wide.shapes.of(element.get()).is_uniform();
  });
  const std::optional<unsigned> place =
      is_one_table ? std::nullopt : wide.structures.place_of(call);
  const bool may_permute = is_one_table && wide.machine.can_permute(count, bits) &&
                           wide.emit.techniques.allow(Technique::DynamicPermute);
  for (unsigned row = 0; row < wide.rows_of(call); ++row) {
    SmallVector<Value*> elements;
    for (const Use& element : drop_end(call.args()))
      elements.push_back(is_one_table ? wide.scalar(element, row) : wide.vector(element, row));
    if (is_one_table && is_one_number) {
      wide.set_base(call, picked(wide.at, elements, wide.scalar(number, row)));
    } else if (may_permute) {
      Value* table = repeated(wide.at, elements, std::max(wide.width, count));
      Value* numbers = cut(wide.at, wide.vector(number, row), 0, std::max(wide.width, count));
      Value* result = wide.machine.permute(wide.at, table, numbers, count);
      wide.set_vector(call, cut(wide.at, result, 0, wide.width));
    } else if (place) {
      wide.set_vector(
          call, wide.machine.permute(wide.at, elements[*place], wide.vector(number, row), count));
    } else {
      for (Value*& element : elements)
        if (is_one_table) element = wide.at.CreateVectorSplat(wide.width, element);
      wide.set_vector(call,
                      picked(wide.at, elements,
                             is_one_number ? wide.scalar(number, row) : wide.vector(number, row)));
    }
  }
}

}  // namespace heddle::compiler
