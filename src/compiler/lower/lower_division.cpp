// SPDX-License-Identifier: Apache-2.0
// Replaces divisors that would trap by one, before anything is optimised. Integer division by zero
// and INT_MIN / -1 give an unspecified value in OpenCL C (§6.3a) and must not trap; on the host
// they do, and LLVM takes them for unreachable.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_signed(const BinaryOperator& division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

/// Tells whether the divisor is known, and neither 0 nor -1 in any element.
bool is_safe(const BinaryOperator& division) {
  const APInt* divisor;
  return PatternMatch::match(division.getOperand(1), PatternMatch::m_APInt(divisor)) &&
         !divisor->isZero() && !(is_signed(division) && divisor->isAllOnes());
}

/// Guards a division. The new divisor depends on the old one alone: if all work-items share that,
/// they share this.
void guard(BinaryOperator& division) {
  IRBuilder<> at(&division);
  Type* type = division.getType();
  Value* divisor = at.CreateFreeze(division.getOperand(1));
  Value* negates = nullptr;
  Value* by_one = at.CreateICmpEQ(divisor, Constant::getNullValue(type));
  if (is_signed(division)) {
    negates = at.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
    by_one = at.CreateOr(by_one, negates);
  }
  division.setOperand(1, at.CreateSelect(by_one, ConstantInt::get(type, 1), divisor));
  division.dropPoisonGeneratingFlags();
  if (division.getOpcode() != Instruction::SDiv) return;  // x % -1 is x % 1
  at.SetInsertPoint(division.getNextNode());
  Value* negated = at.CreateNeg(&division);
  Value* result = at.CreateSelect(negates, negated, &division);
  division.replaceUsesWithIf(
      result, [&](const Use& use) { return use.getUser() != result && use.getUser() != negated; });
}

/// Replaces a test of x / y for zero by x < y. For y = 0 it has the result of GPUs, whose x / 0 is
/// never zero; programs depend on that.
bool compare_instead(BinaryOperator& division) {
  if (division.getOpcode() != Instruction::UDiv || !division.hasOneUse()) return false;
  auto* compare = dyn_cast<ICmpInst>(division.user_back());
  if (!compare || !compare->isEquality() ||
      !PatternMatch::match(compare->getOperand(1), PatternMatch::m_Zero()))
    return false;
  compare->setPredicate(compare->getPredicate() == ICmpInst::ICMP_EQ ? ICmpInst::ICMP_ULT
                                                                     : ICmpInst::ICMP_UGE);
  compare->setOperand(0, division.getOperand(0));
  compare->setOperand(1, division.getOperand(1));
  division.eraseFromParent();
  return true;
}

}  // namespace

PreservedAnalyses lower_division(Function& function, KernelContext& /*context*/,
                                 FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* division = dyn_cast<BinaryOperator>(&instruction);
    if (!division || !division->isIntDivRem() || is_safe(*division)) continue;
    if (!compare_instead(*division)) guard(*division);
    changed = true;
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
