// SPDX-License-Identifier: Apache-2.0
// Makes unsigned 32-bit indices of gathers and scatters signed, as the instructions take them. For
// unsigned ones code generation makes indices of 64 bits and two instructions. x ^ 2^31 as a signed
// number is x - 2^31, so base[x] is (base + 2^31)[x ^ 2^31].
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/address.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/target/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kHalf = uint64_t{1} << 31;

/// Returns the place after a value's definition; the function's beginning for arguments.
BasicBlock::iterator after(Value& value, Function& function) {
  if (auto* instruction = dyn_cast<Instruction>(&value)) {
    if (std::optional<BasicBlock::iterator> place = instruction->getInsertionPointAfterDef())
      return *place;
  }
  return function.getEntryBlock().getFirstInsertionPt();
}

void lower(IntrinsicInst& access, unsigned operand) {
  Value* pointers = access.getArgOperand(operand);
  const auto lanes = indexed_lanes(pointers, access.getDataLayout());
  if (!lanes || lanes->offset != 0 || lanes->terms[0].extension != Extension::Unsigned) return;
  const auto& [extended, element, scale, number, extension] = lanes->terms[0];
  if (number->getType()->getScalarSizeInBits() != 32 || cast<ZExtInst>(extended)->hasNonNeg() ||
      isKnownNonNegative(number, access.getDataLayout()))
    return;
  Value* base = lanes->base;
  IRBuilder<> at_base(access.getContext());
  BasicBlock::iterator place = after(*base, *access.getFunction());
  at_base.SetInsertPoint(place->getParent(), place);
  Value* middle = at_base.CreateGEP(element, base, at_base.getInt64(kHalf));
  IRBuilder<> at(&access);
  Value* from_middle = at.CreateXor(number, ConstantInt::get(number->getType(), kHalf));
  Value* index = at.CreateSExt(from_middle, extended->getType());
  access.setArgOperand(operand, at.CreateGEP(element, middle, index));
  RecursivelyDeleteTriviallyDeadInstructions(pointers);
}

}  // namespace

PreservedAnalyses lower_gathers(Function& function, KernelContext& /*context*/,
                                FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call) continue;
    const bool gathers = call->getIntrinsicID() == Intrinsic::masked_gather;
    if (!gathers && call->getIntrinsicID() != Intrinsic::masked_scatter) continue;
    lower(*call, gathers ? 0 : 1);
    changed = true;
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
