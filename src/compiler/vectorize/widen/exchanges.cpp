// SPDX-License-Identifier: Apache-2.0
// Values that lanes of a vector take from each other: what sub-groups broadcast, shuffle and vote.
#include <llvm/IR/IntrinsicsX86.h>

#include "compiler/ir/shuffles.h"
#include "compiler/ir/vector_isa.h"
#include "compiler/vectorize/access/dynamic_permute.h"
#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Permutes the lanes of vectors by numbers that are known at run time only.
class Permuter {
 public:
  Permuter(IRBuilder<>& at, const TargetMachine& machine) : at_(at) {
    const VectorIsa isa(machine);
    has_512_ = isa.has_avx512();
    has_256_ = isa.register_bits() >= 256;
  }

  /// Null if the machine has no instruction for it. `lanes`: numbers below the width, in 32 bits.
  Value* run(Value* from, Value* lanes) {
    if (!has_256_) return nullptr;
    auto* type = cast<FixedVectorType>(from->getType());
    const unsigned bits = type->getScalarSizeInBits();
    auto* integers = FixedVectorType::get(at_.getIntNTy(bits), type->getNumElements());
    Value* value = type->getElementType()->isPointerTy() ? at_.CreatePtrToInt(from, integers)
                                                         : at_.CreateBitCast(from, integers);
    if (bits < 32) {
      auto* larger = FixedVectorType::get(at_.getInt32Ty(), type->getNumElements());
      value = at_.CreateTrunc(words(at_.CreateZExt(value, larger), lanes), integers);
    } else if (bits == 32) {
      value = words(value, lanes);
    } else if (bits == 64) {
      value = has_512_ ? quads(value, lanes) : as_words(value, lanes);
    } else {
      return nullptr;
    }
    return type->getElementType()->isPointerTy() ? at_.CreateIntToPtr(value, type)
                                                 : at_.CreateBitCast(value, type);
  }

 private:
  static unsigned width_of(const Value* value) {
    return cast<FixedVectorType>(value->getType())->getNumElements();
  }

  /// The same for a table that is a register (`count` elements) or some of it, or twice as large.
  Value* by_registers(Value* from, Value* lanes, unsigned count,
                      function_ref<Value*(Value* table, Value* numbers)> permute) {
    const unsigned width = width_of(from), results = width_of(lanes);
    if (width < count) return by_registers(cut(at_, from, 0, count), lanes, count, permute);
    if (results < count) {
      Value* filled = at_.CreateFreeze(cut(at_, lanes, 0, count));
      return cut(at_, by_registers(from, filled, count, permute), 0, results);
    }
    if (results > count) {
      Value* low = by_registers(from, cut(at_, lanes, 0, results / 2), count, permute);
      Value* high = by_registers(from, cut(at_, lanes, results / 2, results / 2), count, permute);
      SmallVector<int> both;
      for (unsigned i = 0; i < results; ++i) both.push_back(static_cast<int>(i));
      return at_.CreateShuffleVector(low, high, both);
    }
    if (width == count) return permute(from, lanes);
    Value* low = by_registers(cut(at_, from, 0, width / 2), lanes, count, permute);
    Value* high = by_registers(cut(at_, from, width / 2, width / 2), lanes, count, permute);
    Value* bit = at_.CreateAnd(lanes, ConstantInt::get(lanes->getType(), width / 2));
    return at_.CreateSelect(at_.CreateIsNotNull(bit), high, low);
  }

  Value* words(Value* from, Value* lanes) {
    const Intrinsic::ID id =
        has_512_ ? Intrinsic::x86_avx512_permvar_si_512 : Intrinsic::x86_avx2_permd;
    return by_registers(from, lanes, has_512_ ? 16 : 8, [&](Value* table, Value* numbers) {
      return at_.CreateIntrinsic(id, {table, numbers});
    });
  }

  Value* quads(Value* from, Value* lanes) {
    return by_registers(from, lanes, 8, [&](Value* table, Value* numbers) {
      Value* wide = at_.CreateZExt(numbers, table->getType());
      return at_.CreateIntrinsic(Intrinsic::x86_avx512_permvar_di_512, {table, wide});
    });
  }

  /// Each element is two words.
  Value* as_words(Value* from, Value* lanes) {
    const unsigned width = width_of(from);
    auto* type = FixedVectorType::get(at_.getInt32Ty(), 2 * width);
    SmallVector<int> twice;
    SmallVector<Constant*> halves;
    for (unsigned i = 0; i < 2 * width; ++i) {
      twice.push_back(static_cast<int>(i / 2));
      halves.push_back(at_.getInt32(i % 2));
    }
    Value* numbers = at_.CreateShuffleVector(at_.CreateShl(lanes, 1), twice);
    numbers = at_.CreateOr(numbers, ConstantVector::get(halves));
    return at_.CreateBitCast(words(at_.CreateBitCast(from, type), numbers), from->getType());
  }

  IRBuilder<>& at_;
  bool has_512_ = false, has_256_ = false;
};

/// `count` scalars again and again.
Value* repeated(IRBuilder<>& at, ArrayRef<Value*> scalars, unsigned count) {
  auto* type = FixedVectorType::get(scalars[0]->getType(), scalars.size());
  Value* all = PoisonValue::get(type);
  for (const auto& [i, scalar] : enumerate(scalars)) all = at.CreateInsertElement(all, scalar, i);
  SmallVector<int> places;
  for (unsigned i = 0; i < count; ++i) places.push_back(static_cast<int>(i % scalars.size()));
  return at.CreateShuffleVector(all, places);
}

}  // namespace

void Widener::exchange(CallBase& call) {
  const Internal word = called_internal(call);
  for (unsigned row = 0; row < lanes_.rows; ++row) {
    if (word == Internal::LanesShuffle) {
      set_vector(call, shuffle(call, row));
    } else if (word == Internal::LanesFill) {
      Value* value = vector(call.getArgOperand(0), row);
      if (Value* active = mask(row))
        value = at_.CreateSelect(active, value, vector(call.getArgOperand(1), row));
      set_vector(call, value);
    } else {
      set_base(call, word == Internal::LanesBallot ? ballot(call, row) : broadcast(call, row));
    }
  }
}

/// The number of the lane is the same for all that are active.
Value* Widener::broadcast(CallBase& call, unsigned row) {
  Value* number = call.getArgOperand(1);
  Value* lane = nullptr;
  if (shapes_.of(number).is_uniform()) {
    lane = scalar(number, row);
  } else {
    Value* first = at_.CreateBinaryIntrinsic(Intrinsic::cttz, bits_of_mask(row), at_.getFalse());
    first = at_.CreateAnd(at_.CreateZExtOrTrunc(first, at_.getInt32Ty()), width_ - 1);
    lane = at_.CreateFreeze(any_lane(number, row, first, at_));
  }
  lane = at_.CreateAnd(lane, width_ - 1);
  return at_.CreateFreeze(any_lane(call.getArgOperand(0), row, lane, at_));
}

Value* Widener::shuffle(CallBase& call, unsigned row) {
  // What inactive lanes hold must not spoil what active ones get.
  Value* from = at_.CreateFreeze(vector(call.getArgOperand(0), row));
  Value* lanes = vector(call.getArgOperand(1), row);
  if (!isa<Constant>(lanes)) lanes = at_.CreateFreeze(lanes);
  lanes = at_.CreateAnd(lanes, ConstantInt::get(lanes->getType(), width_ - 1));
  if (auto* known = dyn_cast<ConstantDataVector>(lanes)) {
    SmallVector<int> numbers;
    for (unsigned i = 0; i < width_; ++i)
      numbers.push_back(static_cast<int>(known->getElementAsInteger(i)));
    return at_.CreateShuffleVector(from, numbers);
  }
  if (isa<ConstantAggregateZero>(lanes))
    return at_.CreateVectorSplat(width_, at_.CreateExtractElement(from, uint64_t{0}));
  if (Value* result = Permuter(at_, machine_).run(from, lanes)) return result;
  Value* result = PoisonValue::get(from->getType());
  for (unsigned i = 0; i < width_; ++i) {
    Value* one = at_.CreateExtractElement(from, at_.CreateExtractElement(lanes, i));
    result = at_.CreateInsertElement(result, one, i);
  }
  return result;
}

Value* Widener::ballot(CallBase& call, unsigned row) {
  Value* votes = vector(call.getArgOperand(0), row);
  if (Value* active = mask(row))
    votes = at_.CreateSelect(active, votes, Constant::getNullValue(votes->getType()));
  votes = at_.CreateBitCast(at_.CreateFreeze(votes), at_.getIntNTy(width_));
  return at_.CreateZExt(votes, at_.getInt64Ty());
}

void Widener::pick(CallBase& call) {
  const unsigned count = call.arg_size() - 1, bits = call.getType()->getScalarSizeInBits();
  Value* number = call.getArgOperand(count);
  const bool is_one_number = shapes_.of(number).is_uniform();
  const bool is_one_table = all_of(drop_end(call.args()), [&](const Use& element) {
    return shapes_.of(element.get()).is_uniform();
  });
  const std::optional<unsigned> place = is_one_table ? std::nullopt : structures_.place_of(call);
  for (unsigned row = 0; row < rows_of(call); ++row) {
    SmallVector<Value*> elements;
    for (const Use& element : drop_end(call.args()))
      elements.push_back(is_one_table ? scalar(element, row) : vector(element, row));
    if (is_one_table && is_one_number) {
      set_base(call, picked(at_, elements, scalar(number, row)));
    } else if (is_one_table && can_permute(count, bits, memory_.isa())) {
      Value* table = repeated(at_, elements, std::max(width_, count));
      Value* numbers = cut(at_, vector(number, row), 0, std::max(width_, count));
      Value* result = permuted(at_, table, numbers, count, memory_.isa());
      set_vector(call, cut(at_, result, 0, width_));
    } else if (place) {
      set_vector(call, permuted(at_, elements[*place], vector(number, row), count, memory_.isa()));
    } else {
      for (Value*& element : elements)
        if (is_one_table) element = at_.CreateVectorSplat(width_, element);
      set_vector(call,
                 picked(at_, elements, is_one_number ? scalar(number, row) : vector(number, row)));
    }
  }
}

}  // namespace heddle::compiler
