// SPDX-License-Identifier: Apache-2.0
#include "compiler/tune/nan_tests.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/preserved.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Proves by induction that a value is no NaN: phis in `assumed` are taken for none.
class Proof {
 public:
  explicit Proof(const SimplifyQuery& query) : query_(query) {}

  bool is_number(const Value& value) {
    constexpr size_t kMostValues = 32;
    if (assumed_.contains(&value)) return true;
    if (isKnownNeverNaN(&value, query_)) return true;
    if (isa<PHINode>(value)) {
      if (assumed_.size() == kMostValues) return false;
      assumed_.insert(&value);
      return all_of(cast<PHINode>(value).incoming_values(),
                    [&](const Value* each) { return is_number(*each); });
    }
    const auto* select = dyn_cast<SelectInst>(&value);
    return select && ++selects_ < kMostValues &&
           is_number_if(*select->getCondition(), true, *select->getTrueValue()) &&
           is_number_if(*select->getCondition(), false, *select->getFalseValue());
  }

 private:
  /// Tells whether `value` is a number where the condition is `is_true`.
  bool is_number_if(const Value& condition, bool is_true, const Value& value) {
    return is_ordered(condition, is_true, value) || is_number(value);
  }

  /// Tells whether the condition, if it is `is_true`, has compared `value` and found it ordered.
  bool is_ordered(const Value& condition, bool is_true, const Value& value) {
    const auto* compare = dyn_cast<FCmpInst>(&condition);
    if (compare) {
      const bool compares = is_contained(compare->operand_values(), &value);
      return compares && (is_true ? CmpInst::isOrdered(compare->getPredicate())
                                  : CmpInst::isUnordered(compare->getPredicate()));
    }
    // One of both holds: the first, if the second tests a number for NaN.
    const Value *a, *b;
    if (!is_true || !match(&condition, m_LogicalOr(m_Value(a), m_Value(b)))) return false;
    return (is_ordered(*a, true, value) && never_holds(*b)) ||
           (is_ordered(*b, true, value) && never_holds(*a));
  }

  bool never_holds(const Value& condition) {
    const auto* test = dyn_cast<FCmpInst>(&condition);
    return test && test->getPredicate() == CmpInst::FCMP_UNO && is_number(*test->getOperand(0)) &&
           is_number(*test->getOperand(1));
  }

  const SimplifyQuery& query_;
  SmallPtrSet<const Value*, 8> assumed_;
  size_t selects_ = 0;
};

/// Tells whether it tests what an iteration has handed on.
bool tests_phi(const FCmpInst& test) {
  const CmpInst::Predicate predicate = test.getPredicate();
  return (predicate == CmpInst::FCMP_UNO || predicate == CmpInst::FCMP_ORD) &&
         any_of(test.operand_values(), [](const Value* each) { return isa<PHINode>(each); });
}

}  // namespace

PreservedAnalyses NanTestsPass::run(Function& function, FunctionAnalysisManager& /*analyses*/) {
  const SimplifyQuery query(function.getDataLayout());
  bool changed = false;
  for (Instruction& each : make_early_inc_range(instructions(function))) {
    auto* const test = dyn_cast<FCmpInst>(&each);
    if (!test || !tests_phi(*test)) continue;
    Proof proof(query);
    if (!proof.is_number(*test->getOperand(0)) || !proof.is_number(*test->getOperand(1))) continue;
    const bool is_true = test->getPredicate() == CmpInst::FCMP_ORD;
    test->replaceAllUsesWith(ConstantInt::get(test->getType(), is_true));
    test->eraseFromParent();
    changed = true;
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
