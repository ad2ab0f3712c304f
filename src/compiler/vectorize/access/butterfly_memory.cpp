// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/butterfly_memory.h"

#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/contiguous.h"
#include "compiler/vectorize/access/lane_masks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Picks from one register, or from two that lie side by side.
Value* permuted(AccessEmitter& emit, IRBuilder<>& at, ArrayRef<Value*> from, Value* numbers) {
  const InstructionSet& machine = emit.machine;
  const unsigned bits = numbers->getType()->getScalarSizeInBits();
  const bool is_full = emit.width * bits == machine.register_bits();
  if (from.size() == 1) return machine.permute(at, from[0], numbers, emit.width);
  if (is_full && machine.has_two_register_permute(bits))
    return machine.permute_two(at, from[0], from[1], numbers);
  Value* is_second = at.CreateIsNotNull(at.CreateAnd(numbers, emit.width));
  return at.CreateSelect(is_second, machine.permute(at, from[1], numbers, emit.width),
                         machine.permute(at, from[0], numbers, emit.width));
}

/// Emits the mask of the elements of a register that belong to active lanes.
Value* permuted_mask(AccessEmitter& emit, IRBuilder<>& at, Value* mask, Value* lanes) {
  if (is_all_true(mask)) return nullptr;
  Value* all = permuted(emit, at, at.CreateSExt(mask, lanes->getType()), lanes);
  return at.CreateICmpSLT(all, Constant::getNullValue(all->getType()));
}

}  // namespace

LaneValues load_butterfly(AccessEmitter& emit, IRBuilder<>& at, Type* element,
                          const ButterflyLanes& butterfly, Align align, Value* mask) {
  auto* numbers = cast<FixedVectorType>(butterfly.places[0]->getType());
  LaneValues registers, result;
  for (auto [base, lanes] : zip_equal(butterfly.bases, butterfly.lanes))
    registers.push_back(
        block_load(emit, at, numbers, base, align, permuted_mask(emit, at, mask, lanes)));
  for (Value* places : butterfly.places) {
    result.push_back(
        at.CreateBitCast(permuted(emit, at, registers, places), emit.vector_of(element)));
  }
  return result;
}

void store_butterfly(AccessEmitter& emit, IRBuilder<>& at, ArrayRef<Value*> values,
                     const ButterflyLanes& butterfly, Align align, Value* mask) {
  Type* numbers = butterfly.places[0]->getType();
  LaneValues members;
  for (Value* value : values) members.push_back(at.CreateBitCast(value, numbers));
  for (auto [base, lanes] : zip_equal(butterfly.bases, butterfly.lanes)) {
    Value* all = permuted(emit, at, members, lanes);
    block_store(emit, at, all, base, align, permuted_mask(emit, at, mask, lanes));
  }
}

}  // namespace heddle::compiler
