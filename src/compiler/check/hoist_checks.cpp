// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/hoist_checks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <optional>

#include "compiler/check/intervals.h"
#include "compiler/check/services.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr size_t kMostCopied = 4096;  ///< instructions, of all loops of a kernel

/// A comparison of a check: `number` is below `end`, if that is not null; else `number`, of which
/// the low bits count, is a multiple of `align`.
struct Test {
  const SCEV* number;
  const SCEV* end;
  uint64_t align;
};

/// A check whose comparisons a loop nest can do at its beginning.
struct Check {
  BranchInst* branch;
  SmallVector<Test, 2> tests;
};

/// Returns the branch of the check that a block ends in; null if there is none, or optimisation has
/// exchanged its sides.
BranchInst* check_of(BasicBlock& block) {
  auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  const bool is_one =
      branch && is_branch_of_check(*branch) && any_of(*branch->getSuccessor(1), is_of_check);
  return is_one ? branch : nullptr;
}

/// Returns the branches of checks in a loop and in those inside it.
SmallVector<BranchInst*> checks_in(const Loop& loop) {
  SmallVector<BranchInst*> found;
  for (BasicBlock* block : loop.blocks())
    if (BranchInst* branch = check_of(*block)) found.push_back(branch);
  return found;
}

/// Tells whether the loop may be in a kernel twice, and work-items of a vector may be in different
/// copies: none of its operations is one of the sub-group, and it waits for nobody.
bool may_be_versioned(const Loop& loop) {
  if (!loop.isLoopSimplifyForm()) return false;
  const auto may_be = [](const Instruction& each) {
    return may_be_copied(each) && called_internal(each) < Internal::VectorBarrier &&
           !each.isVolatile() && !each.isAtomic();
  };
  for (const BasicBlock* block : loop.blocks()) {
    if (isa<IndirectBrInst, CallBrInst>(block->getTerminator()) || !all_of(*block, may_be))
      return false;
  }
  return true;
}

size_t size_of(const Loop& loop) {
  size_t size = 0;
  for (const BasicBlock* block : loop.blocks()) size += block->size();
  return size;
}

/// Tells whether the check stays if the loop is unrolled: the object's size is not known.
bool is_worth_hoisting(const Check& check) {
  return any_of(check.tests,
                [](const Test& test) { return !isa_and_nonnull<SCEVConstant>(test.end); });
}

class Hoister {
 public:
  Hoister(Function& kernel, LoopInfo& loops, DominatorTree& tree, ScalarEvolution& evolution)
      : kernel_(kernel),
        loops_(loops),
        tree_(tree),
        evolution_(evolution),
        expander_(evolution, "hoisted") {}

  bool run() {
    if (none_of(kernel_, [](BasicBlock& block) { return check_of(block); })) return false;
    for (Loop* loop : loops_)
      simplifyLoop(loop, &tree_, &loops_, &evolution_, nullptr, nullptr, /*PreserveLCSSA=*/false);
    for (Loop* loop : loops_) choose(*loop);
    for (Version& each : versions_) emit_test(each);
    erase_if(versions_, [](const Version& each) { return !each.is_right; });
    for (Version& each : versions_) copy(each);
    for (Version& each : versions_) drop_checks(each);
    if (versions_.empty()) return true;
    removeUnreachableBlocks(kernel_);
    // Loops without checks are unrolled next, by their form.
    for (BasicBlock& block : make_early_inc_range(kernel_)) MergeBlockIntoPredecessor(&block);
    return true;
  }

 private:
  struct Version {
    Loop* loop;
    SmallVector<Check, 0> checks;
    Value* is_right = nullptr;  ///< all checks hold
  };

  /// Chooses the outermost loop of a nest for which as many checks can be done as for the loops
  /// inside it.
  void choose(Loop& loop) {
    const SmallVector<BranchInst*> all = checks_in(loop);
    if (all.empty()) return;
    SmallVector<Check, 0> here;
    size_t inside = 0;
    const bool may = may_be_versioned(loop);
    for (BranchInst* branch : all) {
      if (auto check = may ? hoistable(*branch, loop) : std::nullopt) here.push_back(*check);
      Loop* own = loops_.getLoopFor(branch->getParent());
      inside += own != &loop && hoistable(*branch, *own).has_value();
    }
    const size_t size = size_of(loop);
    if (any_of(here, is_worth_hoisting) && here.size() >= inside && copied_ + size <= kMostCopied) {
      copied_ += size;
      versions_.push_back({&loop, std::move(here)});
      return;
    }
    for (Loop* each : loop) choose(*each);
  }

  /// Returns the comparisons of a check, if they can all be done before the loop.
  std::optional<Check> hoistable(BranchInst& branch, const Loop& loop) {
    if (!loop.getLoopPreheader()) return std::nullopt;
    Check check{&branch, {}};
    Intervals intervals(evolution_, expander_, loop);
    SmallVector<Value*> parts{branch.getCondition()};
    while (!parts.empty()) {
      Value* part = parts.pop_back_val();
      Value *left = nullptr, *right = nullptr;
      using namespace PatternMatch;
      if (match(part, m_And(m_Value(left), m_Value(right)))) {
        parts.append({left, right});
        continue;
      }
      if (match(part, m_One())) continue;
      auto test = as_comparison(*part, intervals);
      if (!test) test = as_alignment(*part, intervals);
      if (!test) return std::nullopt;
      check.tests.push_back(std::move(*test));
    }
    return check;
  }

  std::optional<Test> as_comparison(Value& value, Intervals& intervals) {
    using namespace PatternMatch;
    Value *offset = nullptr, *end = nullptr;
    if (!match(&value, m_SpecificICmp(ICmpInst::ICMP_ULT, m_Value(offset), m_Value(end))))
      return std::nullopt;
    if (!offset->getType()->isIntegerTy() || offset->getType()->getIntegerBitWidth() > 64)
      return std::nullopt;
    // InstCombine compares indices of 32 bits with constants.
    const auto word = [&](Value* number) {
      return evolution_.getNoopOrZeroExtend(evolution_.getSCEV(number),
                                            Type::getInt64Ty(kernel_.getContext()));
    };
    const Test test{word(offset), word(end), 0};
    if (!intervals.is_known(test.end) || !intervals.has(test.number)) return std::nullopt;
    return test;
  }

  /// Recognises the test of an address.
  std::optional<Test> as_alignment(Value& value, Intervals& intervals) {
    using namespace PatternMatch;
    Value* address = nullptr;
    const APInt* mask = nullptr;
    if (!match(&value, m_SpecificICmp(ICmpInst::ICMP_EQ,
                                      m_And(m_Value(address), m_LowBitMask(mask)), m_Zero())))
      return std::nullopt;
    const SCEV* low = intervals.low_bits(evolution_.getSCEV(address), mask->getActiveBits());
    if (!low) return std::nullopt;
    return Test{low, nullptr, mask->getZExtValue() + 1};
  }

  /// Emits whether a test holds in all iterations.
  Value* holds(IRBuilder<>& at, const Test& test, Intervals& intervals) {
    if (!test.end) {
      Value* low = intervals.expand(test.number, at);
      return at.CreateIsNull(at.CreateAnd(low, at.getInt64(test.align - 1)));
    }
    const auto [low, high] = intervals.emit(test.number, at);
    Value* end = intervals.expand(test.end, at);
    Value* is_right = at.CreateAnd(intervals.is_right(), at.CreateICmpULT(low, end));
    return high == low ? is_right : at.CreateAnd(is_right, at.CreateICmpULT(high, end));
  }

  void emit_test(Version& version) {
    Instruction* end = version.loop->getLoopPreheader()->getTerminator();
    IRBuilder<> at(end);
    Intervals intervals(evolution_, expander_, *version.loop);
    Value* is_right = at.getTrue();
    for (const Check& check : version.checks)
      for (const Test& test : check.tests)
        is_right = at.CreateAnd(is_right, holds(at, test, intervals));
    // Values that an iteration computes may be undefined if none runs.
    if (!isa<ConstantInt>(is_right)) version.is_right = at.CreateFreeze(is_right, "in.bounds");
  }

  /// Copies the loop: the copy checks.
  void copy(Version& version) {
    Loop& loop = *version.loop;
    formLCSSA(loop, tree_, &loops_, &evolution_);
    BasicBlock* test = loop.getLoopPreheader();
    BasicBlock* before =
        SplitBlock(test, test->getTerminator(), &tree_, &loops_, nullptr, "unchecked");
    ValueToValueMapTy map;
    SmallVector<BasicBlock*> blocks, exits;
    Loop* copied =
        cloneLoopWithPreheader(before, test, &loop, map, ".checked", &loops_, &tree_, blocks);
    remapInstructionsInBlocks(blocks, map);
    loop.getUniqueExitBlocks(exits);
    for (BasicBlock* exit : exits) {
      for (PHINode& phi : exit->phis()) {
        for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i) {
          Value* value = phi.getIncomingValue(i);
          auto known = map.find(value);
          phi.addIncoming(known == map.end() ? value : static_cast<Value*>(known->second),
                          cast<BasicBlock>(map.lookup(phi.getIncomingBlock(i))));
        }
      }
    }
    Instruction* end = test->getTerminator();
    IRBuilder<>(end).CreateCondBr(version.is_right, before, copied->getLoopPreheader());
    end->eraseFromParent();
    tree_.recalculate(kernel_);
  }

  static void drop_checks(Version& version) {
    for (const Check& check : version.checks) {
      BasicBlock* block = check.branch->getParent();
      check.branch->setCondition(ConstantInt::getTrue(block->getContext()));
      ConstantFoldTerminator(block, /*DeleteDeadConditions=*/true);
    }
  }

  Function& kernel_;
  LoopInfo& loops_;
  DominatorTree& tree_;
  ScalarEvolution& evolution_;
  SCEVExpander expander_;
  SmallVector<Version, 0> versions_;
  size_t copied_ = 0;
};

}  // namespace

PreservedAnalyses HoistChecksPass::run(Function& function, FunctionAnalysisManager& analyses) {
  if (!(checks_of(function) & kCheckMemory) || function.size() > kMaxBlocks)
    return PreservedAnalyses::all();
  Hoister hoister(function, analyses.getResult<LoopAnalysis>(function),
                  analyses.getResult<DominatorTreeAnalysis>(function),
                  analyses.getResult<ScalarEvolutionAnalysis>(function));
  return preserved_unless(hoister.run());
}

}  // namespace heddle::compiler
