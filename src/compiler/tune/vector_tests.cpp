// SPDX-License-Identifier: Apache-2.0
// Merges comparisons of the elements of vectors: `a.s0 == b.s0 || a.s1 == b.s1 || ...` becomes one
// comparison. Programs that are written in short vectors (hashcat) test so whether any element is
// the one they look for; taken literally each takes two extractions, a comparison and a branch.
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// The fewest tests: fewer are as cheap one by one.
constexpr size_t kFewest = 4;

/// A comparison of an element of `left` with the same one of `right`, or with a scalar.
struct Test {
  CmpInst::Predicate predicate;
  Value *left, *right;
  uint64_t element;
};

/// The common parts of merged tests: predicate, vector, vector or scalar.
using Kind = std::tuple<CmpInst::Predicate, Value*, Value*>;

std::optional<Test> test_of(Value& leaf) {
  auto* compare = dyn_cast<ICmpInst>(&leaf);
  if (!compare || !compare->hasOneUse()) return std::nullopt;
  CmpInst::Predicate predicate = compare->getPredicate();
  Value *first = compare->getOperand(0), *second = compare->getOperand(1);
  const auto element_of = [](Value* value, Value*& vector, uint64_t& element) {
    return match(value, m_ExtractElt(m_Value(vector), m_ConstantInt(element))) &&
           element < cast<FixedVectorType>(vector->getType())->getNumElements();
  };
  Value *left, *right;
  uint64_t element, other;
  if (!element_of(first, left, element)) {
    std::swap(first, second);
    predicate = CmpInst::getSwappedPredicate(predicate);
    if (!element_of(first, left, element)) return std::nullopt;
  }
  if (!element_of(second, right, other)) return Test{predicate, left, second, element};
  if (other != element || left->getType() != right->getType()) return std::nullopt;
  return Test{predicate, left, right, element};
}

/// A tree of `or` (is_any) or `and`, short-circuited or not.
class Tree {
 public:
  Tree(Instruction& root, bool is_any) : root_(root), is_any_(is_any) { add(root); }

  static bool is_node(const Value& value, bool is_any) {
    return is_any ? match(&value, m_LogicalOr(m_Value(), m_Value()))
                  : match(&value, m_LogicalAnd(m_Value(), m_Value()));
  }

  bool join() {
    MapVector<Kind, SmallVector<Test>> kinds;
    SmallVector<Value*> rest;
    for (Value* leaf : leaves_) {
      if (const auto test = test_of(*leaf))
        kinds[{test->predicate, test->left, test->right}].push_back(*test);
    }
    kinds.remove_if([](const auto& kind) { return kind.second.size() < kFewest; });
    if (kinds.empty()) return false;
    IRBuilder<> at(&root_);
    Value* all = nullptr;
    const auto add = [&](Value* one) {
      all = !all ? one : is_any_ ? at.CreateLogicalOr(all, one) : at.CreateLogicalAnd(all, one);
    };
    for (const auto& [kind, tests] : kinds) add(joined(kind, tests, at));
    for (Value* leaf : leaves_) {
      const auto test = test_of(*leaf);
      if (!test || !kinds.count({test->predicate, test->left, test->right})) add(leaf);
    }
    root_.replaceAllUsesWith(all);
    RecursivelyDeleteTriviallyDeadInstructions(&root_);
    return true;
  }

 private:
  void add(Instruction& node) {
    for (Value* operand : {node.getOperand(0), other(node)}) {
      auto* inner = dyn_cast<Instruction>(operand);
      if (inner && inner->hasOneUse() && is_node(*inner, is_any_))
        add(*inner);
      else
        leaves_.push_back(operand);
    }
  }
  /// Returns the second operand; for a select the one that is not a constant.
  Value* other(Instruction& node) const {
    return node.getOperand(isa<SelectInst>(node) && is_any_ ? 2 : 1);
  }

  /// Returns one test for all. Elements that nobody tested before may be poison.
  Value* joined(const Kind& kind, ArrayRef<Test> tests, IRBuilder<>& at) const {
    const auto& [predicate, left, right] = kind;
    auto* type = cast<FixedVectorType>(left->getType());
    const unsigned count = type->getNumElements();
    Value* other = right;
    if (!other->getType()->isVectorTy())
      other = at.CreateVectorSplat(count, at.CreateFreeze(other));
    Value* compared = at.CreateICmp(predicate, at.CreateFreeze(left), at.CreateFreeze(other));
    APInt wanted(count, 0);
    for (const Test& test : tests) wanted.setBit(test.element);
    Value* bits = at.CreateBitCast(compared, at.getIntNTy(count));
    Value* mask = at.getInt(wanted);
    if (!wanted.isAllOnes()) bits = at.CreateAnd(bits, mask);
    return is_any_ ? at.CreateICmpNE(bits, at.getInt(APInt(count, 0)))
                   : at.CreateICmpEQ(bits, mask);
  }

  Instruction& root_;
  const bool is_any_;
  SmallVector<Value*> leaves_;
};

bool is_root(const Instruction& instruction, bool is_any) {
  if (!instruction.getType()->isIntegerTy(1) || !Tree::is_node(instruction, is_any)) return false;
  return !instruction.hasOneUse() || !Tree::is_node(*instruction.user_back(), is_any);
}

}  // namespace

PreservedAnalyses vector_tests(Function& function, KernelContext& context,
                               FunctionAnalysisManager& /*analyses*/) {
  if (!context.options.optimize) return PreservedAnalyses::all();
  bool changed = false;
  for (const bool is_any : {true, false}) {
    SmallVector<WeakTrackingVH> roots;
    for (Instruction& instruction : instructions(function)) {
      if (is_root(instruction, is_any)) roots.push_back(&instruction);
    }
    changed |= !roots.empty();
    for (const WeakTrackingVH& root : roots) {
      if (root) Tree(*cast<Instruction>(root), is_any).join();
    }
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
