// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/mixed_bytes.h"

#include "compiler/ir/shuffles.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kBytes = 4;  // in a word

/// Tells whether `words` are every other word of `from`, beginning with `first`: an element of two
/// that were loaded together.
bool is_every_other(const Value* words, unsigned first, Value*& from) {
  const auto* shuffle = dyn_cast<ShuffleVectorInst>(words);
  if (!shuffle) return false;
  const ArrayRef<int> mask = shuffle->getShuffleMask();
  for (unsigned i = 0; i < mask.size(); ++i)
    if (mask[i] != static_cast<int>(2 * i + first)) return false;
  from = shuffle->getOperand(0);
  return cast<FixedVectorType>(from->getType())->getNumElements() == 2 * mask.size();
}

/// Returns a byte of each word of `left`, and 16 bits above it that of `right`.
Value* pairs(IRBuilder<>& at, Value* left, Value* right, unsigned channel) {
  auto* type = cast<FixedVectorType>(left->getType());
  const unsigned lanes = type->getNumElements();
  auto* bytes = FixedVectorType::get(at.getInt8Ty(), lanes * kBytes);
  Value *both = nullptr, *also_both = nullptr;
  const bool are_neighbours =
      is_every_other(left, 0, both) && is_every_other(right, 1, also_both) && both == also_both;
  SmallVector<int> mask;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned first = (are_neighbours ? 2 * lane : lane) * kBytes + channel;
    const unsigned second = first + (are_neighbours ? 1 : lanes) * kBytes;
    mask.append({static_cast<int>(first), -1, static_cast<int>(second), -1});
  }
  if (are_neighbours) {
    left = cut(at, both, 0, lanes);
    right = cut(at, both, lanes, lanes);
  }
  Value* chosen =
      at.CreateShuffleVector(at.CreateBitCast(left, bytes), at.CreateBitCast(right, bytes), mask);
  return at.CreateAnd(at.CreateBitCast(chosen, type), 0x00ff00ff);
}

/// Emits it for vectors that fill a register: two products for each word.
Value* in_register(IRBuilder<>& at, ArrayRef<Value*> operands, unsigned channel,
                   const InstructionSet& isa) {
  const unsigned lanes = cast<FixedVectorType>(operands[0]->getType())->getNumElements();
  auto* halves = FixedVectorType::get(at.getInt16Ty(), 2 * lanes);
  const auto row = [&](unsigned number) -> Value* {
    Value* bytes = pairs(at, operands[2 * number], operands[2 * number + 1], channel);
    Value* weights = at.CreateBitCast(operands[4 + number], halves);
    return isa.pair_products(at, at.CreateBitCast(bytes, halves), weights);
  };
  Value* upper = row(0);
  return at.CreateAdd(upper, row(1));
}

Value* in_words(IRBuilder<>& at, ArrayRef<Value*> operands, unsigned channel) {
  Value* sum = nullptr;
  for (unsigned i = 0; i < 4; ++i) {
    Value* byte = at.CreateAnd(at.CreateLShr(operands[i], 8 * channel), 0xff);
    Value* weights = operands[4 + i / 2];
    Value* weight = i % 2 ? at.CreateLShr(weights, 16) : at.CreateAnd(weights, 0xffff);
    Value* product = at.CreateMul(byte, weight);
    sum = sum ? at.CreateAdd(sum, product) : product;
  }
  return sum;
}

}  // namespace

unsigned mixed_channel(const CallBase& call) {
  return cast<ConstantInt>(call.getArgOperand(6))->getZExtValue() % kBytes;
}

Value* mixed_bytes(IRBuilder<>& at, ArrayRef<Value*> operands, unsigned channel,
                   const InstructionSet& isa) {
  const unsigned most = isa.register_bits() / 32;
  auto* type = dyn_cast<FixedVectorType>(operands[0]->getType());
  const unsigned lanes = type ? type->getNumElements() : 1;
  if (lanes < 4 || !isPowerOf2_32(lanes)) return in_words(at, operands, channel);
  if (lanes <= most) return in_register(at, operands, channel, isa);
  SmallVector<Value*> parts;
  for (unsigned start = 0; start < lanes; start += most) {
    SmallVector<Value*> part;
    for (unsigned i = 0; i < 6; ++i) part.push_back(cut(at, operands[i], start, most));
    parts.push_back(in_register(at, part, channel, isa));
  }
  return joined(at, parts);
}

}  // namespace heddle::compiler
