// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/scalar_parts.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include "compiler/analysis/same_in_group.h"
#include "compiler/ir/drop_lane_intrinsics.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr StringLiteral kSuffix = "scalar.part";

/// The instructions of a part that take as long as its call, which goes through memory for each
/// lane.
constexpr size_t kWorthCall = 24;
/// The instructions of a part after which another one begins: code generation takes longer for each
/// instruction of a large function. Loops stay whole.
constexpr size_t kEnough = 1000;

/// Tells whether the intrinsic has one value for a work-item wherever it is called.
bool is_fixed_intrinsic(const Instruction& instruction) {
  const Internal asked = called_internal(instruction);
  const bool is_fixed =
      is_same_in_group(asked) ||
      is_contained(
          {Internal::LocalId, Internal::GlobalId, Internal::GroupScratch, Internal::LocalMemory,
           Internal::Globals, Internal::Launch, Internal::VectorIndex, Internal::VectorCount,
           Internal::VectorLimit, Internal::LaneId, Internal::LaneCount, Internal::LaneLimit},
          asked);
  return is_fixed && all_of(cast<CallBase>(instruction).args(),
                            [](const Use& operand) { return isa<Constant>(operand.get()); });
}

/// Tells whether it calls a collective function, or an intrinsic that only the kernel itself can
/// call.
bool must_stay(const Instruction& instruction) {
  if (isa<AllocaInst>(instruction)) return true;
  const Internal intrinsic = called_internal(instruction);
  return intrinsic != Internal::None && intrinsic != Internal::Any && intrinsic != Internal::All &&
         intrinsic != Internal::DotBytes;
}

class Outliner {
 public:
  explicit Outliner(Function& kernel) : kernel_(kernel) {}

  void run(FunctionAnalysisManager& analyses) {
    set_apart();
    analyses.invalidate(kernel_, PreservedAnalyses::none());
    tree_ = &analyses.getResult<DominatorTreeAnalysis>(kernel_);
    joins_ = &analyses.getResult<PostDominatorTreeAnalysis>(kernel_);
    SmallVector<Part, 0> parts;
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&kernel_)) {
      Part part = largest_from(*block);
      if (!is_worth_call(part)) continue;
      taken_.insert(part.begin(), part.end());
      parts.push_back(std::move(part));
    }
    const CodeExtractorAnalysisCache cache(kernel_);
    for (const Part& part : parts) outline(part, cache);
    release_variables();
  }

 private:
  using Part = SmallSetVector<BasicBlock*, 8>;

  /// Splits blocks with instructions that must stay from all others. The entry keeps the variables
  /// and the fixed intrinsics, which parts get as arguments.
  void set_apart() {
    for (Instruction& each : make_early_inc_range(instructions(kernel_)))
      if (isa<LifetimeIntrinsic>(each)) each.eraseFromParent();
    BasicBlock& entry = kernel_.getEntryBlock();
    SmallVector<Instruction*> first;
    for (Instruction& each : instructions(kernel_)) {
      if (isa<AllocaInst>(each) || is_fixed_intrinsic(each)) first.push_back(&each);
    }
    Instruction* at = SplitBlock(&entry, entry.begin())->getSinglePredecessor()->getTerminator();
    for (Instruction* each : first) each->moveBefore(at->getIterator());
    for (Instruction* each : first) {
      if (isa<AllocaInst>(each)) hide(*each);
    }
    SmallVector<BasicBlock*> blocks;
    for (BasicBlock& block : kernel_) {
      if (&block != &entry) blocks.push_back(&block);
    }
    for (BasicBlock* block : blocks) split(block);
  }

  /// Keeps variables in the kernel: one that only a part uses would be on the stack, whatever its
  /// size.
  void hide(Instruction& variable) {
    IRBuilder<> at(kernel_.getEntryBlock().getTerminator());
    auto* alias = cast<Instruction>(at.Insert(new FreezeInst(&variable)));
    variable.replaceUsesWithIf(alias, [&](const Use& use) { return use.getUser() != alias; });
    aliases_.push_back(alias);
  }

  void release_variables() {
    for (Instruction* alias : aliases_) {
      alias->replaceAllUsesWith(alias->getOperand(0));
      alias->eraseFromParent();
    }
  }

  /// Splits phis from the rest of their block, so that a part begins with none.
  void split(BasicBlock* block) {
    const auto kind = [](const Instruction& each) {
      return isa<PHINode>(each) ? 2 : must_stay(each) || isa<ReturnInst>(each) ? 1 : 0;
    };
    int last = kind(block->front());
    size_t size = 0;
    for (auto it = block->begin(); it != block->end();) {
      Instruction& each = *it++;
      if (each.isTerminator() && !isa<ReturnInst>(each)) return;
      const int now = kind(each);
      if (now == last && ++size < kEnough) continue;
      last = now;
      size = 0;
      block = SplitBlock(block, each.getIterator());
      it = std::next(each.getIterator());
    }
  }

  static bool is_free(const BasicBlock& block) {
    return none_of(block, must_stay) && !isa<ReturnInst>(block.getTerminator()) &&
           !block.hasAddressTaken();
  }

  /// Returns the largest single-entry single-exit region from `start` on.
  Part largest_from(BasicBlock& start) const {
    Part all;
    SmallPtrSet<BasicBlock*, 8> outside;  // blocks before those of `all`: rest of a loop
    size_t whole = 0, size = 0;
    if (isa<PHINode>(start.front())) return all;
    for (BasicBlock* end = &start;;) {
      const auto* node = joins_->getNode(end);
      BasicBlock* next = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      const size_t first = all.size();
      if (!next || !grow(all, start, *end, *next, outside)) break;
      for (size_t i = first; i < all.size(); ++i) size += all[i]->size();
      if (whole > 0 && size > kEnough) break;
      if (outside.empty()) whole = all.size();
      end = next;
    }
    return Part(all.begin(), all.begin() + whole);
  }

  /// Adds the blocks between `from` and `end`, if they may be in a part.
  bool grow(Part& all, BasicBlock& start, BasicBlock& from, const BasicBlock& end,
            SmallPtrSetImpl<BasicBlock*>& outside) const {
    SmallVector<BasicBlock*> work{&from};
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (block == &end || !all.insert(block)) continue;
      if (taken_.contains(block) || !tree_->dominates(&start, block) || !is_free(*block))
        return false;
      outside.erase(block);
      if (block != &start) {
        for (BasicBlock* before : predecessors(block))
          if (!all.contains(before)) outside.insert(before);
      }
      append_range(work, successors(block));
    }
    return true;
  }

  static bool is_worth_call(const Part& part) {
    size_t size = 0;
    for (const BasicBlock* block : part) size += block->size();
    return size >= kWorthCall;
  }

  void outline(const Part& part, const CodeExtractorAnalysisCache& cache) {
    CodeExtractor extractor(part.getArrayRef(), /*DT=*/nullptr, /*AggregateArgs=*/false, nullptr,
                            nullptr, nullptr, /*AllowVarArgs=*/false, /*AllowAlloca=*/false,
                            &kernel_.getEntryBlock(), kSuffix.str());
    if (!extractor.isEligible()) return;
    Function* function = extractor.extractCodeRegion(cache);
    if (!function) return;
    function->setLinkage(GlobalValue::InternalLinkage);
    function->addFnAttr(Attribute::NoInline);
    function->setDoesNotThrow();
    drop_lane_intrinsics(*function);
  }

  Function& kernel_;
  const DominatorTree* tree_ = nullptr;  ///< the kernel's, with blocks set apart
  const PostDominatorTree* joins_ = nullptr;
  SmallPtrSet<const BasicBlock*, 32> taken_;
  SmallVector<Instruction*> aliases_;
};

}  // namespace

bool is_scalar_part(const Function& function) {
  return function.getName().contains(("." + kSuffix).str());
}

PreservedAnalyses outline_scalar_parts(Function& kernel, KernelContext& /*context*/,
                                       FunctionAnalysisManager& analyses) {
  Outliner(kernel).run(analyses);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
