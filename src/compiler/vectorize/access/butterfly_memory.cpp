// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/butterfly_memory.h"

#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/contiguous.h"
#include "compiler/vectorize/access/lane_masks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Emits the mask of the elements of a register that belong to active lanes.
Value* permuted_mask(AccessEmitter& emit, IRBuilder<>& at, Value* mask, Value* lanes) {
  if (is_all_true(mask)) return nullptr;
  Value* all = emit.machine.permute(at, at.CreateSExt(mask, lanes->getType()), lanes, emit.width);
  return at.CreateICmpSLT(all, Constant::getNullValue(all->getType()));
}

}  // namespace

bool can_permute_butterfly(AccessEmitter& emit, IRBuilder<>& at, Type* element) {
  const unsigned bits = emit.size_of(at, element) * 8;
  return bits >= 16 && isPowerOf2_32(bits) && element->getPrimitiveSizeInBits() == bits &&
         emit.machine.has_masked_memory(bits) &&
         emit.width * bits >= emit.machine.shortest_register_bits() &&
         emit.width * bits <= emit.machine.register_bits() &&
         at.GetInsertPoint() == at.GetInsertBlock()->end();
}

LaneValues load_butterfly(AccessEmitter& emit, IRBuilder<>& at, Type* element,
                          const ButterflyLanes& butterfly, Align align, Value* mask) {
  auto* numbers = cast<FixedVectorType>(butterfly.places[0]->getType());
  LaneValues registers, result;
  for (auto [base, lanes] : zip_equal(butterfly.bases, butterfly.lanes))
    registers.push_back(
        block_load(emit, at, numbers, base, align, permuted_mask(emit, at, mask, lanes)));
  for (Value* places : butterfly.places) {
    emit.uses(Strategy::Exchange);
    Value* all = registers.size() == 1
                     ? emit.machine.permute(at, registers[0], places, emit.width)
                     : emit.machine.permute_two(at, registers[0], registers[1], places);
    result.push_back(at.CreateBitCast(all, emit.vector_of(element)));
  }
  return result;
}

void store_butterfly(AccessEmitter& emit, IRBuilder<>& at, ArrayRef<Value*> values,
                     const ButterflyLanes& butterfly, Align align, Value* mask) {
  Type* numbers = butterfly.places[0]->getType();
  LaneValues members;
  for (Value* value : values) members.push_back(at.CreateBitCast(value, numbers));
  for (unsigned i = 0; i < values.size(); ++i) emit.uses(Strategy::Exchange);
  for (auto [base, lanes] : zip_equal(butterfly.bases, butterfly.lanes)) {
    Value* all = members.size() == 1 ? emit.machine.permute(at, members[0], lanes, emit.width)
                                     : emit.machine.permute_two(at, members[0], members[1], lanes);
    block_store(emit, at, all, base, align, permuted_mask(emit, at, mask, lanes));
  }
}

}  // namespace heddle::compiler
