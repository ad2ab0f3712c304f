// SPDX-License-Identifier: Apache-2.0
// Turns gathers from constant tables that fit into two registers into permutations of those: the
// tables of math built-ins, and small ones of programs. AVX2 has permutations of one register, of
// words.
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

/// Returns one half of the table as a register.
Constant* half_of(const ConstantDataArray& table, unsigned half, unsigned count) {
  SmallVector<Constant*> elements;
  for (unsigned i = half * count; i < (half + 1) * count; ++i) {
    elements.push_back(i < table.getNumElements() ? table.getElementAsConstant(i)
                                                  : PoisonValue::get(table.getElementType()));
  }
  return ConstantVector::get(elements);
}

/// Emits a permutation for as many numbers as a register has elements.
Value* permute(IRBuilder<>& at, const ConstantDataArray& table, Value* numbers) {
  const bool has_words = table.getElementType()->getScalarSizeInBits() == 32;
  const unsigned count = cast<FixedVectorType>(numbers->getType())->getNumElements();
  auto* floats = FixedVectorType::get(has_words ? at.getFloatTy() : at.getDoubleTy(), count);
  Value* low = at.CreateBitCast(half_of(table, 0, count), floats);
  if (table.getNumElements() <= count) {
    const auto name = count == 8 && has_words ? Intrinsic::x86_avx2_permps
                      : has_words             ? Intrinsic::x86_avx512_permvar_sf_512
                                              : Intrinsic::x86_avx512_permvar_df_512;
    return at.CreateIntrinsic(name, {}, {low, numbers});
  }
  Value* high = at.CreateBitCast(half_of(table, 1, count), floats);
  return at.CreateIntrinsic(
      has_words ? Intrinsic::x86_avx512_vpermi2var_ps_512 : Intrinsic::x86_avx512_vpermi2var_pd_512,
      {}, {low, numbers, high});
}

/// Returns the numbers without a mask that the permutation applies itself: it uses only their low
/// bits, as many as `size` elements need.
Value* without_mask(Value* numbers, unsigned size) {
  using namespace PatternMatch;
  Value* whole = nullptr;
  return match(numbers, m_And(m_Value(whole), m_SpecificInt(size - 1))) ? whole : numbers;
}

void replace(IntrinsicInst& gather, const ConstantDataArray& table, unsigned register_bits) {
  IRBuilder<> at(&gather);
  auto* type = cast<FixedVectorType>(gather.getType());
  const unsigned bits = type->getScalarSizeInBits(), lanes = type->getNumElements();
  const unsigned count = register_bits / bits;
  Value* numbers = cast<GEPOperator>(gather.getArgOperand(0))->getOperand(1);
  // The extension from the numbers' own size to that of an address is useless here.
  if (auto* extended = dyn_cast<CastInst>(numbers); extended && isa<ZExtInst, SExtInst>(extended))
    numbers = extended->getOperand(0);
  const unsigned size = table.getNumElements();
  if (size == count || size == 2 * count) numbers = without_mask(numbers, size);
  numbers = at.CreateZExtOrTrunc(numbers, FixedVectorType::get(at.getIntNTy(bits), lanes));
  Value* all = nullptr;
  for (unsigned begin = 0; begin < lanes; begin += count) {
    Value* found = cut(at, permute(at, table, cut(at, numbers, begin, count)), 0, lanes);
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
  // A table of words has two registers at the most with AVX-512, one with AVX2.
  const unsigned register_bits = std::min(512U, context.isa.lookup_bits(32));
  if (register_bits == 0) return PreservedAnalyses::all();
  SmallVector<IntrinsicInst*> gathers;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::masked_gather) gathers.push_back(call);
  }
  for (IntrinsicInst* gather : gathers) {
    const unsigned bits = gather->getType()->getScalarSizeInBits();
    if (const auto* table = table_in_registers(gather->getArgOperand(0), bits, context.isa))
      replace(*gather, *table, register_bits);
  }
  return control_flow_preserved(!gathers.empty());
}

}  // namespace heddle::compiler
