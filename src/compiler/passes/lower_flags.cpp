// SPDX-License-Identifier: Apache-2.0
// Tests of bits of wide numbers: optimisation prefers to truncate first, which code generation does
// to vectors in steps of the element's size; a test of the number itself is one instruction.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/passes/passes.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// What `instruction` is as a test of the number that it or its operand truncates, or null.
Value* widened_test(Instruction& instruction) {
  if (!instruction.getType()->isVectorTy() || !instruction.getType()->isIntOrIntVectorTy(1))
    return nullptr;
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

}  // namespace

void lower_flags(Module& module, KernelContext&) {
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      Value* test = widened_test(instruction);
      if (!test) continue;
      instruction.replaceAllUsesWith(test);
      RecursivelyDeleteTriviallyDeadInstructions(&instruction);
    }
  }
}

}  // namespace heddle::compiler
