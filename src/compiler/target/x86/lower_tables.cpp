// SPDX-License-Identifier: Apache-2.0
// Turns gathers from constant tables that fit into two registers, or 256 bytes, into permutations
// of those: the tables of math built-ins, and small ones of programs. AVX2 has permutations of one
// register, of words, and like SSE4.2 some of bytes within 128 bits.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/constant_tables.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/ir/shuffles.h"
#include "compiler/target/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns `count` elements of the table from `first` on, `repeats` times one after the other.
Constant* part_of(const LookupTable& table, unsigned first, unsigned count, unsigned repeats = 1) {
  SmallVector<Constant*> elements;
  for (unsigned i = 0; i < count * repeats; ++i) {
    const unsigned number = first + i % count;
    elements.push_back(number < table.size ? table.elements->getElementAsConstant(number)
                                           : PoisonValue::get(table.elements->getElementType()));
  }
  return ConstantVector::get(elements);
}

/// The permutations of one register, and of two, for elements of one size.
struct Permutations {
  Intrinsic::ID one, two;
};

Permutations permutations_of(unsigned bits, unsigned count) {
  switch (bits) {
    case 8:
      return {Intrinsic::x86_avx512_permvar_qi_512, Intrinsic::x86_avx512_vpermi2var_qi_512};
    case 16:
      return {Intrinsic::x86_avx512_permvar_hi_512, Intrinsic::x86_avx512_vpermi2var_hi_512};
    case 32:
      return {count == 8 ? Intrinsic::x86_avx2_permps : Intrinsic::x86_avx512_permvar_sf_512,
              Intrinsic::x86_avx512_vpermi2var_ps_512};
    default:
      return {Intrinsic::x86_avx512_permvar_df_512, Intrinsic::x86_avx512_vpermi2var_pd_512};
  }
}

/// Emits permutations for as many numbers as a register has elements.
Value* permute(IRBuilder<>& at, const LookupTable& table, Value* numbers) {
  const unsigned bits = table.elements->getElementType()->getScalarSizeInBits();
  const unsigned count = cast<FixedVectorType>(numbers->getType())->getNumElements();
  Type* element = bits == 32 ? at.getFloatTy() : bits == 64 ? at.getDoubleTy() : at.getIntNTy(bits);
  auto* type = FixedVectorType::get(element, count);
  const auto part = [&](unsigned index) {
    return at.CreateBitCast(part_of(table, index * count, count), type);
  };
  const Permutations permutations = permutations_of(bits, count);
  if (table.size <= count) return at.CreateIntrinsic(permutations.one, {}, {part(0), numbers});
  Value* low = at.CreateIntrinsic(permutations.two, {}, {part(0), numbers, part(1)});
  if (table.size <= 2 * count) return low;
  Value* high = at.CreateIntrinsic(permutations.two, {}, {part(2), numbers, part(3)});
  return at.CreateSelect(at.CreateIsNeg(numbers), high, low);  // 256 bytes: the highest bit says
}

/// Emits permutations of bytes within 128 bits. They give zero for a number of 128 or more.
Value* permute_blocks(IRBuilder<>& at, const LookupTable& table, Value* numbers) {
  constexpr unsigned kBlock = 16;
  const unsigned count = cast<FixedVectorType>(numbers->getType())->getNumElements();
  const Intrinsic::ID permutation = count == kBlock       ? Intrinsic::x86_ssse3_pshuf_b_128
                                    : count == 2 * kBlock ? Intrinsic::x86_avx2_pshuf_b
                                                          : Intrinsic::x86_avx512_pshuf_b_512;
  const auto all = [&](unsigned byte) { return ConstantInt::get(numbers->getType(), byte); };
  if (table.size <= kBlock)
    return at.CreateIntrinsic(permutation, {},
                              {part_of(table, 0, kBlock, count / kBlock), numbers});
  Value* result = nullptr;
  for (unsigned first = 0; first < table.size; first += kBlock) {
    // Numbers of other blocks become 128 or more.
    Value* place = at.CreateBinaryIntrinsic(Intrinsic::uadd_sat, at.CreateSub(numbers, all(first)),
                                            all(128 - kBlock));
    Value* found =
        at.CreateIntrinsic(permutation, {}, {part_of(table, first, kBlock, count / kBlock), place});
    result = result ? at.CreateOr(result, found) : found;
  }
  return result;
}

/// Tells whether it is a table of bytes for permutations within 128 bits: the only ones of bytes
/// before VBMI, and the cheapest where one of them is enough.
bool is_looked_up_in_blocks(const LookupTable& table, const InstructionSet& machine) {
  return table.elements->getElementType()->isIntegerTy(8) &&
         (machine.shuffle_bits(8) <= 128 || table.size <= 16);
}

/// Returns the elements of the register that looks up `lanes` elements of the table.
unsigned register_elements(const LookupTable& table, unsigned lanes,
                           const InstructionSet& machine) {
  const unsigned bits = table.elements->getElementType()->getScalarSizeInBits();
  if (!is_looked_up_in_blocks(table, machine))
    return std::min(512U, machine.lookup_bits(bits, lanes)) / bits;
  return std::clamp(unsigned(PowerOf2Ceil(lanes)), 128 / bits, machine.register_bits() / bits);
}

/// Returns the numbers without a mask that the permutation applies itself: it uses only their low
/// bits, as many as `size` elements need.
Value* without_mask(Value* numbers, unsigned size) {
  using namespace PatternMatch;
  Value* whole = nullptr;
  return match(numbers, m_And(m_Value(whole), m_SpecificInt(size - 1))) ? whole : numbers;
}

/// Replaces a gather of the table's elements. The extension of their numbers to the size of an
/// address is useless here.
void replace(IntrinsicInst& gather, const LookupTable& table, Value* numbers,
             const InstructionSet& machine) {
  IRBuilder<> at(&gather);
  auto* type = cast<FixedVectorType>(gather.getType());
  const unsigned bits = type->getScalarSizeInBits(), lanes = type->getNumElements();
  const unsigned count = register_elements(table, lanes, machine);
  const bool in_blocks = is_looked_up_in_blocks(table, machine);
  const unsigned size = table.size;
  if (!in_blocks && (size == count || size == 2 * count)) numbers = without_mask(numbers, size);
  numbers = at.CreateZExtOrTrunc(numbers, FixedVectorType::get(at.getIntNTy(bits), lanes));
  Value* all = nullptr;
  for (unsigned begin = 0; begin < lanes; begin += count) {
    Value* some = cut(at, numbers, begin, count);
    some = in_blocks ? permute_blocks(at, table, some) : permute(at, table, some);
    Value* found = cut(at, some, 0, lanes);
    SmallVector<int> places;
    for (unsigned i = 0; i < lanes; ++i)
      places.push_back(static_cast<int>(i < begin ? i : lanes + i - begin));
    all = all ? at.CreateShuffleVector(all, found, places) : found;
  }
  all = at.CreateBitCast(all, type);
  Value *mask = gather.getArgOperand(1), *other = gather.getArgOperand(2);
  if (!isa<PoisonValue>(other)) all = at.CreateSelect(mask, all, other);
  gather.replaceAllUsesWith(all);
  RecursivelyDeleteTriviallyDeadInstructions(&gather);
}

}  // namespace

PreservedAnalyses lower_tables(Function& function, KernelContext& context,
                               FunctionAnalysisManager& /*analyses*/) {
  SmallVector<IntrinsicInst*> gathers;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::masked_gather) gathers.push_back(call);
  }
  for (IntrinsicInst* gather : gathers) {
    const auto& type = cast<FixedVectorType>(*gather->getType());
    const Address address(*gather->getArgOperand(0), function.getDataLayout());
    if (const LookupTable table = table_in_registers(address, type.getScalarSizeInBits(),
                                                     type.getNumElements(), context.isa))
      replace(*gather, table, address.terms[0].number, context.isa);
  }
  return control_flow_preserved(!gathers.empty());
}

}  // namespace heddle::compiler
