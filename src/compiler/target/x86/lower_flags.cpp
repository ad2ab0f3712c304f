// SPDX-License-Identifier: Apache-2.0
// Improves tests of bits of wide numbers, and masks. Optimisation prefers to truncate first, which
// code generation does to vectors in steps of the element's size; a test of the number itself is
// one instruction. It turns `live & ~leaves` into a form that takes one more instruction, in every
// iteration of a loop that lanes leave one by one, and negates a flag when it is a vector already.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/target/passes.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Returns `instruction` as a test of the number that it or its operand truncates, or null.
Value* widened_test(Instruction& instruction) {
  Value* number = nullptr;
  const APInt* bits = nullptr;
  CmpPredicate relation = CmpInst::ICMP_NE;
  if (match(&instruction, m_Trunc(m_Value(number)))) {
    if (number->getType()->getScalarSizeInBits() < 32) return nullptr;
  } else if (!match(&instruction,
                    m_ICmp(relation, m_And(m_Trunc(m_Value(number)), m_APInt(bits)), m_Zero())) ||
             !ICmpInst::isEquality(relation)) {
    return nullptr;
  }
  Type* type = number->getType();
  APInt mask =
      bits ? bits->zext(type->getScalarSizeInBits()) : APInt(type->getScalarSizeInBits(), 1);
  IRBuilder<> at(&instruction);
  Value* kept = at.CreateAnd(number, ConstantInt::get(type, mask));
  return at.CreateICmp(relation, kept, Constant::getNullValue(type));
}

/// Returns `live ^ (live & leaves)` as `live & ~leaves`.
Value* rest_of_mask(Instruction& instruction) {
  Value *live = nullptr, *leaves = nullptr;
  if (!match(&instruction,
             m_c_Xor(m_OneUse(m_LogicalAnd(m_Value(live), m_Value(leaves))), m_Deferred(live))))
    return nullptr;
  IRBuilder<> at(&instruction);
  return at.CreateLogicalAnd(live, at.CreateNot(leaves));
}

/// Returns a negated flag for all lanes.
Value* splat_of_negation(Instruction& instruction) {
  Value* flag = nullptr;
  Constant* ones = nullptr;
  if (!match(&instruction,
             m_Shuffle(m_Xor(m_InsertElt(m_Poison(), m_Value(flag), m_ZeroInt()), m_Constant(ones)),
                       m_Poison(), m_ZeroMask())))
    return nullptr;
  IRBuilder<> at(&instruction);
  const auto lanes = cast<FixedVectorType>(instruction.getType())->getElementCount();
  return at.CreateVectorSplat(lanes, at.CreateXor(flag, ones->getAggregateElement(0U)));
}

Value* better(Instruction& instruction) {
  if (!instruction.getType()->isVectorTy() || !instruction.getType()->isIntOrIntVectorTy(1))
    return nullptr;
  if (Value* rest = rest_of_mask(instruction)) return rest;
  if (Value* splat = splat_of_negation(instruction)) return splat;
  return widened_test(instruction);
}

}  // namespace

PreservedAnalyses lower_flags(Function& function, KernelContext& /*context*/,
                              FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    Value* mask = better(instruction);
    if (!mask) continue;
    instruction.replaceAllUsesWith(mask);
    RecursivelyDeleteTriviallyDeadInstructions(&instruction);
    changed = true;
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
