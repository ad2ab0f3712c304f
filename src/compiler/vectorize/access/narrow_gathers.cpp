// SPDX-License-Identifier: Apache-2.0
// Gathers of 8 and 16 bits, for machines that gather 32 bits and more. Each lane gathers the
// aligned 32 bits in which its element lies. They lie in one page with it and so may be read,
// wherever the object ends.
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kWord = 4;  ///< bytes gathered for each lane

/// The addresses of words, and the bit of each at which the element begins (numbers of 32 bits).
struct Words {
  Value* pointers;
  Value* shifts;
};

/// Emits the words of base[number] with numbers of 32 bits, without a sum that could wrap.
Words words_of(IRBuilder<>& at, Value* base, Value* numbers, bool is_signed, unsigned size) {
  const unsigned count = kWord / size;  // elements of a word
  Type* index_type = at.getInt64Ty();
  Value* start = at.CreateIntrinsic(Intrinsic::ptrmask, {base->getType(), index_type},
                                    {base, at.getInt64(-uint64_t{kWord})});
  Value* rest = at.CreateTrunc(at.CreatePtrToInt(base, index_type), at.getInt32Ty());
  rest = at.CreateLShr(at.CreateAnd(rest, kWord - 1), Log2_32(size));
  // The last of 2^32 halves may lie in word 2^31. Counted from the second word on, its number is
  // one less, and fits into a signed one.
  const bool is_from_second = !is_signed && count == 2;
  if (is_from_second) {
    start = at.CreateConstGEP1_32(at.getInt32Ty(), start, 1);
    rest = at.CreateSub(rest, at.getInt32(count));
  }
  const auto lanes = cast<VectorType>(numbers->getType())->getElementCount();
  Value* elements =
      at.CreateAdd(at.CreateAnd(numbers, count - 1), at.CreateVectorSplat(lanes, rest));
  Value* words =
      is_signed ? at.CreateAShr(numbers, Log2_32(count)) : at.CreateLShr(numbers, Log2_32(count));
  words = at.CreateAdd(words, is_from_second ? at.CreateAShr(elements, Log2_32(count))
                                             : at.CreateLShr(elements, Log2_32(count)));
  Value* indices = at.CreateSExt(words, VectorType::get(index_type, lanes));
  const unsigned bits = size * 8;
  Value* shifts = at.CreateAnd(at.CreateShl(elements, Log2_32(bits)), 32 - bits);
  return {at.CreateGEP(at.getInt32Ty(), start, indices), shifts};
}

Words words_of(IRBuilder<>& at, Value* pointers) {
  const auto lanes = cast<VectorType>(pointers->getType())->getElementCount();
  auto* numbers = VectorType::get(at.getInt64Ty(), lanes);
  Value* mask = ConstantInt::get(numbers, -uint64_t{kWord});
  Value* starts =
      at.CreateIntrinsic(Intrinsic::ptrmask, {pointers->getType(), numbers}, {pointers, mask});
  Value* rest =
      at.CreateTrunc(at.CreatePtrToInt(pointers, numbers), VectorType::get(at.getInt32Ty(), lanes));
  return {starts, at.CreateShl(at.CreateAnd(rest, kWord - 1), 3)};
}

bool has_narrow_gather(const Site& site, const InstructionSet& machine) {
  return site.is_element() && !site.is_store && site.stride == 0 && !site.is_private &&
         site.size <= 2 && site.align >= site.size && machine.has_gather(32, site.width);
}

Price price_of_words(const Site& site, const InstructionSet& machine) {
  // Somewhat more than loads one by one of lanes of which none is left out.
  const double lane = site.is_rare ? 1 : 2.35;
  return {lane * site.width, 3 + 4 * site.registers(machine)};
}

LaneValues gather_words(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                        const LaneOperands& operands) {
  const unsigned size = plan.site.size;
  const auto lanes = indexed(at, operands.address);
  const AddressTerm* term = lanes ? &lanes->terms[0] : nullptr;
  const bool is_short =
      term && term->scale == size && term->number->getType()->getScalarSizeInBits() == 32;
  const Words words =
      is_short ? words_of(at, lanes->base, term->number, term->extension == Extension::Signed, size)
               : words_of(at, operands.address.pointers);
  auto* type = emit.vector_of(at.getInt32Ty());
  Value* active =
      operands.mask ? operands.mask : Constant::getAllOnesValue(emit.vector_of(at.getInt1Ty()));
  Value* gathered = emit.with_scopes(at.CreateMaskedGather(type, words.pointers, Align(kWord),
                                                           active, Constant::getNullValue(type)));
  Value* elements =
      at.CreateTrunc(at.CreateLShr(gathered, words.shifts), emit.vector_of(at.getIntNTy(size * 8)));
  return {at.CreateBitCast(elements, emit.vector_of(plan.site.element))};
}

}  // namespace

const AccessStrategy kNarrowGather = {.name = "narrow",
                                      .counted = Counted::Anywhere,
                                      .technique = Technique::NarrowGathers,
                                      .fits = has_narrow_gather,
                                      .price = price_of_words,
                                      .emit = gather_words};

}  // namespace heddle::compiler
