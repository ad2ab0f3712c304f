// SPDX-License-Identifier: Apache-2.0
// Compares unsigned vectors as signed ones. Without mask registers x86 compares signed integers
// only: x < y of unsigned ones becomes a comparison of x ^ 2^31 and y ^ 2^31, or a minimum. In a
// loop one of both is often invariant, and the other one the same for all lanes, so that only the
// comparison itself stays in the loop.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/target/passes.h"
#include "support/cpu_features.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_unsigned_test(const ICmpInst& compare) {
  const auto* type = dyn_cast<FixedVectorType>(compare.getOperand(0)->getType());
  return type && type->getElementType()->isIntegerTy() && compare.isUnsigned();
}

/// Tells whether its sign can be flipped without cost in each iteration.
bool is_cheap(Value* value, const Loop& loop) {
  return loop.isLoopInvariant(value) || getSplatValue(value);
}

/// Returns `value` with its sign flipped, before the loop or as one number for all lanes.
Value* with_other_sign(Value* value, ICmpInst& compare, const Loop& loop) {
  const unsigned bits = value->getType()->getScalarSizeInBits();
  const APInt sign = APInt::getSignMask(bits);
  if (loop.isLoopInvariant(value)) {
    IRBuilder<> in_front(loop.getLoopPreheader()->getTerminator());
    return in_front.CreateXor(value, ConstantInt::get(value->getType(), sign));
  }
  IRBuilder<> at(&compare);
  Value* all = getSplatValue(value);
  auto* type = cast<FixedVectorType>(value->getType());
  return at.CreateVectorSplat(type->getNumElements(),
                              at.CreateXor(all, ConstantInt::get(all->getType(), sign)));
}

void lower(ICmpInst& compare, const Loop& loop) {
  Value *first = compare.getOperand(0), *second = compare.getOperand(1);
  const DataLayout& layout = compare.getDataLayout();
  if (isKnownNonNegative(first, layout) && isKnownNonNegative(second, layout)) return;
  CmpInst::Predicate test = compare.getPredicate();
  const bool is_not = test == CmpInst::ICMP_ULE || test == CmpInst::ICMP_UGE;
  if (is_not) test = CmpInst::getInversePredicate(test);
  Value *low = with_other_sign(first, compare, loop),
        *high = with_other_sign(second, compare, loop);
  IRBuilder<> at(&compare);
  Value* result = at.CreateICmp(ICmpInst::getSignedPredicate(test), low, high);
  compare.replaceAllUsesWith(is_not ? at.CreateNot(result) : result);
  compare.eraseFromParent();
}

}  // namespace

PreservedAnalyses lower_comparisons(Function& function, KernelContext& context,
                                    FunctionAnalysisManager& analyses) {
  if (!context.options.optimize) return PreservedAnalyses::all();
  if (has_cpu_feature(context.target.getTargetFeatureString(), "avx512f"))
    return PreservedAnalyses::all();
  bool changed = false;
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* compare = dyn_cast<ICmpInst>(&instruction);
    if (!compare || !is_unsigned_test(*compare)) continue;
    const Loop* loop = loops.getLoopFor(compare->getParent());
    if (!loop || !loop->getLoopPreheader()) continue;
    if (!is_cheap(compare->getOperand(0), *loop) || !is_cheap(compare->getOperand(1), *loop))
      continue;
    lower(*compare, *loop);
    changed = true;
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
