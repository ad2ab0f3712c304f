// SPDX-License-Identifier: Apache-2.0
// Versions code without masks. `if (i < n)` around a kernel, or around the inner part of an image,
// holds for all lanes of all vectors but a few. Vectors for which it does run a copy of the code
// that does not test it.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/marks.h"
#include "compiler/vectorize/linearize/linearize.h"
#include "compiler/vectorize/linearize/unmasked_loops.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kWorthIt =
    20;  // instructions; a loop always is, and a memory access if it is all
constexpr unsigned kBudget = 1500;  // instructions that are copied in one kernel

class Versioner {
 public:
  Versioner(Function& kernel, const Lanes& lanes, Value& mask, FunctionAnalysisManager& analyses)
      : kernel_(kernel),
        uniformity_(analyses.getResult<KernelUniformityAnalysis>(kernel).of_tile(lanes)),
        mask_(mask),
        joins_(analyses.getResult<PostDominatorTreeAnalysis>(kernel)),
        loops_(analyses.getResult<LoopAnalysis>(kernel)) {
    for (BasicBlock& block : kernel) originals_.push_back(&block);
  }

  void run() {
    for (BasicBlock* block : originals_) {
      auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || branch->isUnconditional() || loops_.getLoopFor(block)) continue;
      if (done_.contains(block) || !uniformity_.has_divergent_branch(*block)) continue;
      if (is_bound(branch->getCondition(), 0)) consider(*branch);
    }
  }

  /// Returns how many instructions were copied.
  unsigned copied() const { return copied_; }

 private:
  using Blocks = SetVector<BasicBlock*>;
  struct Side {
    Blocks blocks;
    unsigned size = 0;
    bool has_loop = false;
    bool has_access = false;
    bool has_barrier = false;
    bool is_large(bool is_rest) const {
      return has_loop || size > kWorthIt || (is_rest && has_access);
    }
  };

  /// Tells whether a number is made of ids and uniform values by sums and products.
  bool is_linear(const Value* value, unsigned depth) const {
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || uniformity_.is_uniform(*value)) return true;
    if (depth > 8) return false;
    switch (instruction->getOpcode()) {
      case Instruction::Call: {
        Internal intrinsic = called_internal(*instruction);
        if (intrinsic == Internal::LocalId || intrinsic == Internal::GlobalId) return true;
        if (!isa<MinMaxIntrinsic>(instruction)) return false;
        break;
      }
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Mul:
      case Instruction::Shl:
      case Instruction::Or:
      case Instruction::AShr:
      case Instruction::SExt:
      case Instruction::ZExt:
      case Instruction::Trunc:
      case Instruction::Freeze:
        break;
      default:
        return false;
    }
    return all_of(instruction->operands(), [&](const Use& operand) {
      return isa<Function>(operand) || is_linear(operand, depth + 1);
    });
  }

  /// Tells whether the condition compares an id with bounds.
  bool is_bound(const Value* condition, unsigned depth) const {
    if (uniformity_.is_uniform(*condition)) return true;
    if (const auto* compare = dyn_cast<ICmpInst>(condition)) {
      return compare->isRelational() && is_linear(compare->getOperand(0), 0) &&
             is_linear(compare->getOperand(1), 0);
    }
    const Value *a, *b;
    using namespace PatternMatch;
    bool is_several = match(condition, m_LogicalAnd(m_Value(a), m_Value(b))) ||
                      match(condition, m_LogicalOr(m_Value(a), m_Value(b)));
    return is_several && depth < 8 && is_bound(a, depth + 1) && is_bound(b, depth + 1);
  }

  void consider(BranchInst& branch) {
    BasicBlock* join = join_of(*branch.getParent(), joins_);
    if (!join) return;
    Side sides[2];
    for (unsigned i : {0, 1}) collect(branch.getSuccessor(i), join, sides[i]);
    const bool is_rest = only_returns(*join);
    const unsigned large = sides[1].is_large(is_rest);
    if (sides[0].is_large(is_rest) == large) return;
    // Each version would have a barrier of its own, and the regions after it would be there twice.
    if (sides[large].has_barrier || copied_ + sides[large].size > kBudget) return;
    copied_ += sides[large].size;
    done_.insert(sides[large].blocks.begin(), sides[large].blocks.end());
    make_version(branch, large, sides[large].blocks, *join);
  }

  void collect(BasicBlock* from, BasicBlock* join, Side& side) {
    SmallVector<BasicBlock*> work{from};
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (block == join || !side.blocks.insert(block)) continue;
      side.size += block->size();
      side.has_loop |= loops_.getLoopFor(block) != nullptr;
      for (const Instruction& each : *block) {
        side.has_access |= each.mayReadOrWriteMemory();
        side.has_barrier |= called_internal(each) == Internal::Barrier;
      }
      append_range(work, successors(block));
    }
  }

  void make_version(BranchInst& branch, unsigned large, const Blocks& blocks, BasicBlock& join) {
    BasicBlock* head = branch.getParent();
    BasicBlock* target = branch.getSuccessor(large);
    BasicBlock* masked = head->splitBasicBlock(branch.getIterator(), "some.lanes");
    ValueToValueMapTy map;
    SmallVector<BasicBlock*> copies;
    for (BasicBlock* block : blocks) {
      BasicBlock* copy = CloneBasicBlock(block, map, ".all.lanes", &kernel_);
      map[block] = copy;
      copies.push_back(copy);
    }
    remapInstructionsInBlocks(copies, map);
    for (BasicBlock* block : blocks) {
      auto* copy = cast<BasicBlock>(map[block]);
      for (PHINode& phi : copy->phis()) keep_ways_from(phi, copies, block == target, masked, head);
      if (is_contained(successors(block), &join)) {
        for (PHINode& phi : join.phis()) {
          Value* value = phi.getIncomingValueForBlock(block);
          Value* copied = map.lookup(value);
          phi.addIncoming(copied ? copied : value, copy);
        }
      }
    }
    head->getTerminator()->eraseFromParent();
    IRBuilder<> at(head);
    at.SetCurrentDebugLocation(branch.getDebugLoc());
    Value* passes = branch.getCondition();
    if (large == 1) passes = at.CreateNot(passes);
    Value* all = at.CreateCall(lane_internal(*kernel_.getParent(), Internal::All),
                               at.CreateLogicalOr(at.CreateNot(&mask_), passes), "all");
    auto* choice = at.CreateCondBr(all, cast<BasicBlock>(map[target]), masked);
    choice->setMetadata(kAllLanes, MDNode::get(kernel_.getContext(), {}));
  }

  /// Removes the incoming values of a copy's phi but those from other copies. The first block keeps
  /// the one from `masked`, which now comes from `head`.
  static void keep_ways_from(PHINode& phi, ArrayRef<BasicBlock*> copies, bool is_first,
                             BasicBlock* masked, BasicBlock* head) {
    for (unsigned i = phi.getNumIncomingValues(); i-- > 0;) {
      BasicBlock* from = phi.getIncomingBlock(i);
      if (is_contained(copies, from)) continue;
      if (is_first && from == masked) {
        phi.setIncomingBlock(i, head);
      } else {
        phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
      }
    }
  }

  Function& kernel_;
  const Uniformity& uniformity_;
  Value& mask_;
  const PostDominatorTree& joins_;
  const LoopInfo& loops_;
  std::vector<BasicBlock*> originals_;
  SmallPtrSet<BasicBlock*, 16> done_;
  unsigned copied_ = 0;
};

}  // namespace

PreservedAnalyses make_unmasked_versions(Function& kernel, KernelContext& context,
                                         FunctionAnalysisManager& analyses) {
  const auto is_lane_mask = [](const Instruction& each) {
    return called_internal(each) == Internal::LaneMask;
  };
  const auto mask = find_if(instructions(kernel), is_lane_mask);
  if (mask == inst_end(kernel)) return PreservedAnalyses::all();
  Versioner versioner(kernel, context.lanes, *mask, analyses);
  versioner.run();
  analyses.invalidate(kernel, PreservedAnalyses::none());
  make_unmasked_loops(kernel, context.lanes, *mask, kBudget - versioner.copied(), analyses);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
