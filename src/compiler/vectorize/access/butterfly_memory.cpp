// SPDX-License-Identifier: Apache-2.0
// Lanes that fill one or two registers in another order (butterflies.cpp).
#include "compiler/vectorize/access/dynamic_permute.h"
#include "compiler/vectorize/access/run.h"

namespace heddle::compiler {
using namespace llvm;

bool LaneMemory::can_permute_butterfly(Builder& at, Type* element) const {
  constexpr unsigned kShortest = 128;
  const unsigned bits = size_of(at, element) * 8;
  return bits >= 16 && isPowerOf2_32(bits) && element->getPrimitiveSizeInBits() == bits &&
         isa_.has_masks(bits) && width_ * bits >= kShortest &&
         width_ * bits <= isa_.register_bits() && at.GetInsertPoint() == at.GetInsertBlock()->end();
}

/// Which elements of a register belong to active lanes.
Value* LaneMemory::permuted_mask(Builder& at, Value* mask, Value* lanes) const {
  if (is_all_true(mask)) return nullptr;
  Value* all = permuted(at, at.CreateSExt(mask, lanes->getType()), lanes, width_, isa_);
  return at.CreateICmpSLT(all, Constant::getNullValue(all->getType()));
}

LaneMemory::Values LaneMemory::load_butterfly(Builder& at, Type* element,
                                              const Butterfly& butterfly, Align align,
                                              Value* mask) {
  auto* numbers = cast<FixedVectorType>(butterfly.places[0]->getType());
  Values registers, result;
  for (auto [base, lanes] : zip_equal(butterfly.bases, butterfly.lanes))
    registers.push_back(block_load(at, numbers, base, align, permuted_mask(at, mask, lanes)));
  for (Value* places : butterfly.places) {
    ++report_.strided;
    Value* all = registers.size() == 1
                     ? permuted(at, registers[0], places, width_, isa_)
                     : permuted_of_two(at, registers[0], registers[1], places, isa_);
    result.push_back(at.CreateBitCast(all, vector_of(element)));
  }
  return result;
}

void LaneMemory::store_butterfly(Builder& at, ArrayRef<Value*> values, const Butterfly& butterfly,
                                 Align align, Value* mask) {
  Type* numbers = butterfly.places[0]->getType();
  Values members;
  for (Value* value : values) members.push_back(at.CreateBitCast(value, numbers));
  report_.strided += values.size();
  for (auto [base, lanes] : zip_equal(butterfly.bases, butterfly.lanes)) {
    Value* all = members.size() == 1 ? permuted(at, members[0], lanes, width_, isa_)
                                     : permuted_of_two(at, members[0], members[1], lanes, isa_);
    block_store(at, all, base, align, permuted_mask(at, mask, lanes));
  }
}

}  // namespace heddle::compiler
