// SPDX-License-Identifier: Apache-2.0
// Compress stores: active lanes store to neighbouring elements, as a selection does
// (`if (keep) out[sum - 1] = value`, `out[atomic_inc(count)] = value`). A test at run time tells
// whether they are neighbours. A scatter takes many times as long.
#include <llvm/IR/Intrinsics.h>

#include "compiler/analysis/address.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the address of lanes that may be neighbours; the number of its term has 32 or 64 bits.
Address countable_lanes(Value* pointers, const DataLayout& layout) {
  Address address = *indexed_lanes(pointers, layout);
  AddressTerm& term = address.terms[0];
  if (term.number->getType()->getScalarSizeInBits() != 32) term.number = term.index;
  return address;
}

/// Returns the lanes of one store. Numbers have 64 bits at most.
unsigned lanes_of_part(const Site& site, const InstructionSet& machine) {
  const unsigned bits = std::max(site.number_bits == 32 ? 32U : 64U, site.bits());
  return std::min(site.width, machine.register_bits() / bits);
}

bool may_compress(const Site& site, const InstructionSet& machine) {
  return site.is_element() && site.is_store && machine.has_compression() &&
         site.mask == MaskKind::Lanes && !site.is_private && site.index && site.may_count &&
         site.size >= 4 && site.size <= 8 && site.size % site.index->terms[0].scale == 0 &&
         machine.has_masked_memory(site.bits()) && machine.has_scatter(site.bits(), site.width) &&
         lanes_of_part(site, machine) >= 8;
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

LaneValues compress_store(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                          const LaneOperands& operands) {
  const Site& site = plan.site;
  const Address lanes = countable_lanes(operands.address.pointers, emit.layout(at));
  const unsigned count = lanes_of_part(site, emit.machine);
  for (unsigned first = 0; first < site.width; first += count) {
    auto part = [&](Value* whole) {
      if (count == site.width) return whole;
      SmallVector<int> numbers;
      for (unsigned i = 0; i < count; ++i) numbers.push_back(first + i);
      return at.CreateShuffleVector(whole, numbers);
    };
    Address some = lanes;
    some.terms[0].number = part(some.terms[0].number);
    compress_store_part(emit, at, part(operands.values[0]), some, site.align, part(operands.mask));
  }
  return {};
}

}  // namespace

const AccessStrategy kCompress = {
    .name = "compress",
    .condition = "active lanes are neighbours",
    .counted = Counted::Anywhere,
    .technique = Technique::CompressStores,
    .fits = may_compress,
    .price = [](const Site& site, const InstructionSet& machine) -> Price {
      return {machine.costs().scattered_lane / 5 * site.width, 20};
    },
    .emit = compress_store};

}  // namespace heddle::compiler
