// SPDX-License-Identifier: Apache-2.0
// Compress stores: active lanes store to neighbouring elements, as a selection does
// (`if (keep) out[sum - 1] = value`, `out[atomic_inc(count)] = value`). A test at run time tells
// whether they are neighbours. A scatter takes many times as long.
#include "compiler/vectorize/access/compress_stores.h"

#include <llvm/IR/Intrinsics.h>

#include "compiler/analysis/address.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/lane_masks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_splat(const Value* value) {
  const auto* constant = dyn_cast<Constant>(value);
  if (constant && constant->getSplatValue()) return true;
  const auto* shuffle = dyn_cast<ShuffleVectorInst>(value);
  return shuffle && shuffle->isZeroEltSplat();
}

/// Tells whether `index` may count the active lanes. Sums, loaded values and results of functions
/// may; products and truncated bits hardly do.
bool may_count(const Value* index) {
  constexpr unsigned kMaxTerms = 8;
  SmallVector<const Value*> terms{index};
  for (unsigned seen = 0; !terms.empty(); ++seen) {
    const Value* term = terms.pop_back_val();
    if (seen == kMaxTerms) return false;
    if (is_splat(term)) continue;
    if (isa<SExtInst, ZExtInst, TruncInst>(term)) {
      terms.push_back(cast<CastInst>(term)->getOperand(0));
    } else if (const auto* operation = dyn_cast<BinaryOperator>(term)) {
      const unsigned code = operation->getOpcode();
      if (code != Instruction::Add && code != Instruction::Sub) return false;
      append_range(terms, operation->operand_values());
    } else if (!isa<LoadInst, PHINode, CallInst, ShuffleVectorInst>(term)) {
      return false;
    }
  }
  return true;
}

/// Returns the address of lanes that may be neighbours; the number of its term has 32 or 64 bits.
std::optional<Address> countable_lanes(Value* pointers, const DataLayout& layout) {
  auto address = indexed_lanes(pointers, layout);
  if (!address || !may_count(address->terms[0].index)) return std::nullopt;
  AddressTerm& term = address->terms[0];
  if (term.number->getType()->getScalarSizeInBits() != 32) term.number = term.index;
  const unsigned bits = term.number->getType()->getScalarSizeInBits();
  return bits == 32 || bits == 64 ? std::move(address) : std::nullopt;
}

void compress_store_part(AccessEmitter& emit, IRBuilder<>& at, Value* value, const Address& lanes,
                         Align align, Value* mask) {
  const AddressTerm& term = lanes.terms[0];
  const bool is_signed = term.extension != Extension::Unsigned;
  const unsigned count = cast<FixedVectorType>(mask->getType())->getNumElements();
  const unsigned step = emit.size_of(at, value->getType()->getScalarType()) / term.scale;
  auto compressed = [&](Value* from) {
    return at.CreateIntrinsic(Intrinsic::experimental_vector_compress, {from->getType()},
                              {from, mask, Constant::getNullValue(from->getType())});
  };
  auto* bits = at.getIntNTy(count);
  Value* number = at.CreateUnaryIntrinsic(
      Intrinsic::ctpop, at.CreateZExt(at.CreateBitCast(mask, bits), at.getInt32Ty()));
  Value* ones = at.CreateSub(at.CreateShl(at.getInt32(1), number), at.getInt32(1));
  Value* active = at.CreateBitCast(at.CreateTrunc(ones, bits), mask->getType());

  Type* integer = term.number->getType()->getScalarType();
  Value* index = compressed(term.number);
  Value* first = at.CreateExtractElement(index, uint64_t{0});
  SmallVector<Constant*> steps;
  for (unsigned i = 0; i < count; ++i)
    steps.push_back(ConstantInt::get(integer, uint64_t{i} * step));
  Value* neighbours = at.CreateAdd(at.CreateVectorSplat(count, first), ConstantVector::get(steps));
  Value* others = at.CreateAnd(at.CreateICmpNE(index, neighbours), active);
  Value* are_neighbours = at.CreateIsNull(at.CreateBitCast(others, bits));
  if (integer->isIntegerTy(32)) {
    const APInt most = is_signed ? APInt::getSignedMaxValue(32) : APInt::getMaxValue(32);
    Value* end = ConstantInt::get(integer, most - uint64_t{count} * step);
    Value* stays = is_signed ? at.CreateICmpSLE(first, end) : at.CreateICmpULE(first, end);
    are_neighbours = at.CreateAnd(are_neighbours, stays);
  }
  auto extended = [&](Value* from) {
    Type* type = from->getType()->getWithNewBitWidth(64);
    return is_signed ? at.CreateSExt(from, type) : at.CreateZExt(from, type);
  };
  auto* element = ArrayType::get(at.getInt8Ty(), term.scale);
  emit.either(
      at, are_neighbours,
      [&]() -> LaneValues {
        Value* base = at.CreateGEP(element, lanes.base, extended(first));
        base = at.CreatePtrAdd(base, at.getInt64(lanes.offset));
        emit.with_scopes(at.CreateMaskedStore(compressed(value), base, align, active));
        return {};
      },
      [&]() -> LaneValues {
        Value* base = at.CreatePtrAdd(lanes.base, at.getInt64(lanes.offset));
        Value* pointers = at.CreateGEP(element, base, extended(term.number));
        emit.with_scopes(at.CreateMaskedScatter(value, pointers, align, mask));
        return {};
      });
}

}  // namespace

bool compress_store(AccessEmitter& emit, IRBuilder<>& at, Value* value, const LaneAddress& address,
                    Align align, Value* mask) {
  if (!emit.machine.has_compression() || !mask || is_of_lane_mask(mask) || address.is_private ||
      at.GetInsertPoint() != at.GetInsertBlock()->end())
    return false;
  const auto lanes = countable_lanes(address.pointers, emit.layout(at));
  const unsigned size = emit.size_of(at, value->getType()->getScalarType());
  if (!lanes || size < 4 || size > 8 || size % lanes->terms[0].scale != 0 ||
      !emit.machine.has_masked_memory(size * 8))
    return false;
  const unsigned number_bits = lanes->terms[0].number->getType()->getScalarSizeInBits();
  const unsigned count =
      std::min(emit.width, emit.machine.register_bits() / std::max(number_bits, size * 8));
  if (count < 8 || !emit.techniques.allow(Technique::CompressStores)) return false;
  for (unsigned first = 0; first < emit.width; first += count) {
    auto part = [&](Value* whole) {
      if (count == emit.width) return whole;
      SmallVector<int> numbers;
      for (unsigned i = 0; i < count; ++i) numbers.push_back(first + i);
      return at.CreateShuffleVector(whole, numbers);
    };
    Address some = *lanes;
    some.terms[0].number = part(some.terms[0].number);
    compress_store_part(emit, at, part(value), some, align, part(mask));
  }
  return true;
}

}  // namespace heddle::compiler
