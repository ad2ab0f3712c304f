// SPDX-License-Identifier: Apache-2.0
// An insertion: `while (at > 0 && a[at - 1] > x) { a[at] = a[at - 1]; --at; } a[at] = x;`. Lanes
// leave the loop at different times, after it each has a place of its own in its private array,
// and stores of single lanes are what the next loads of whole vectors wait for. Within an iteration
// all that leave have the same place, and those that go on store there, too: that is one store of
// `leaves ? x : a[at - 1]`. A branch round a store of those who leave would be mispredicted as
// often as not.
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/private_arrays.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/evolution.h"
#include "compiler/vectorize/linearize/linearize.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxCopies = 4;

/// An index of 32 bits into a private array is not negative, so that extensions are all alike.
class AsSigned : public SCEVRewriteVisitor<AsSigned> {
 public:
  using SCEVRewriteVisitor::SCEVRewriteVisitor;

  const SCEV* visitZeroExtendExpr(const SCEVZeroExtendExpr* extended) {
    const SCEV* operand = visit(extended->getOperand());
    return SE.getTypeSizeInBits(operand->getType()) < 32
               ? SE.getZeroExtendExpr(operand, extended->getType())
               : SE.getSignExtendExpr(operand, extended->getType());
  }
};

/// The only store of a loop's lanes on their way out, and what its operands are made of there.
class LeavingStore {
 public:
  LeavingStore(Loop& loop, const Uniformity& uniformity, ScalarEvolution& evolution)
      : loop_(loop), uniformity_(uniformity), evolution_(evolution) {}

  bool find() {
    exit_ = loop_.getUniqueExitBlock();
    if (!exit_ || !loop_.getLoopLatch() || !loop_.hasDedicatedExits()) return false;
    home_ = exit_;
    if (isa<BranchInst>(exit_->getFirstNonPHIIt())) home_ = exit_->getUniqueSuccessor();
    if (!home_ || loop_.contains(home_) || !store_in_front()) return false;
    append_range(leaving_, predecessors(exit_));
    if (leaving_.size() + pred_size(home_) > kMaxCopies + 1) return false;
    const auto* array = dyn_cast<AllocaInst>(getUnderlyingObject(store_->getPointerOperand()));
    if (!array || interleaved_element_size(*array) == 0) return false;
    if (!differs_by_round()) return false;
    for (BasicBlock* from : leaving_) {
      if (!uniformity_.has_divergent_branch(*from)) continue;
      others_[from] = store_when_going_on(*from);
      if (!others_[from]) return false;
    }
    return !others_.empty();
  }

  void move() {
    if (home_ != exit_) {
      for (BasicBlock* from : SmallVector<BasicBlock*>(predecessors(home_))) {
        if (from == exit_) continue;
        BasicBlock* block = SplitEdge(from, home_);
        copy_to(*block, [&](PHINode& phi) { return phi.getIncomingValueForBlock(block); });
      }
    }
    turn_loop();
    Value* place = store_->getPointerOperand();
    store_->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(place);
  }

 private:
  /// Nothing that matters to a store is before it in its block.
  bool store_in_front() {
    for (Instruction& each : *home_) {
      if (isa<PHINode>(each)) continue;
      store_ = dyn_cast<StoreInst>(&each);
      if (store_) return store_->isSimple();
      if (each.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&each)) return false;
    }
    return false;
  }

  /// What those store who do not leave after `from`, at the same place, before anything else.
  StoreInst* store_when_going_on(BasicBlock& from) {
    auto* branch = cast<BranchInst>(from.getTerminator());
    BasicBlock* next = branch->getSuccessor(branch->getSuccessor(0) == exit_ ? 1 : 0);
    if (next->getSinglePredecessor() != &from || !loop_.contains(next)) return nullptr;
    for (Instruction& each : *next) {
      auto* store = dyn_cast<StoreInst>(&each);
      if (!store && !each.mayReadOrWriteMemory()) continue;
      const auto* value = store ? dyn_cast<Instruction>(store->getValueOperand()) : nullptr;
      if (!store || !store->isSimple() || (value && value->getParent() == next) ||
          store->getValueOperand()->getType() != store_->getValueOperand()->getType())
        return nullptr;
      ValueToSCEVMapTy left;
      for (PHINode& phi : home_->phis()) {
        if (evolution_.isSCEVable(phi.getType()))
          left[&phi] = evolution_.getSCEV(leaving_value(phi, &from));
      }
      const SCEV* place = SCEVParameterRewriter::rewrite(
          evolution_.getSCEV(store_->getPointerOperand()), evolution_, left);
      AsSigned as_signed(evolution_);
      const SCEV* other = evolution_.getSCEV(store->getPointerOperand());
      return as_signed.visit(place) == as_signed.visit(other) ? store : nullptr;
    }
    return nullptr;
  }

  bool is_here(const Value* value) const {
    const auto* instruction = dyn_cast<Instruction>(value);
    return instruction && instruction->getParent() == home_;
  }

  /// What `phi` of the store's block is for those who come from the block `leaving` of the loop.
  Value* leaving_value(PHINode& phi, BasicBlock* leaving) const {
    if (home_ == exit_) return phi.getIncomingValueForBlock(leaving);
    Value* value = phi.getIncomingValueForBlock(exit_);
    auto* kept = dyn_cast<PHINode>(value);
    return kept && kept->getParent() == exit_ ? kept->getIncomingValueForBlock(leaving) : value;
  }

  /// Is the store's place one for all who leave in an iteration, and another one in other
  /// iterations?
  bool differs_by_round() const {
    bool differs = false;
    SmallVector<Value*> work{store_->getPointerOperand()};
    SmallPtrSet<Value*, 8> seen;
    while (!work.empty()) {
      Value* value = work.pop_back_val();
      if (!seen.insert(value).second || isa<AllocaInst>(value)) continue;
      auto* phi = dyn_cast<PHINode>(value);
      if (phi && is_here(phi)) {
        for (BasicBlock* leaving : leaving_) {
          Value* left = leaving_value(*phi, leaving);
          if (!uniformity_.is_uniform(*left)) return false;
          differs |= !loop_.isLoopInvariant(left);
        }
      } else if (is_here(value)) {
        append_range(work, cast<Instruction>(value)->operands());
      } else if (!uniformity_.is_one_value(*value)) {
        return false;
      }
    }
    return differs;
  }

  /// In front of the block's end, with the values that `of` has for the phis.
  StoreInst* copy_to(BasicBlock& block, function_ref<Value*(PHINode&)> of) const {
    DenseMap<Value*, Value*> copies;
    IRBuilder<> at(block.getTerminator());
    for (Instruction& each : *home_) {
      if (auto* phi = dyn_cast<PHINode>(&each)) {
        copies[phi] = of(*phi);
        continue;
      }
      Instruction* copy = at.Insert(each.clone(), each.getName());
      for (Use& operand : copy->operands()) {
        if (auto found = copies.find(operand.get()); found != copies.end()) operand = found->second;
      }
      if (&each == store_) return cast<StoreInst>(copy);
      copies[&each] = copy;
      if (Constant* known = ConstantFoldInstruction(copy, copy->getDataLayout())) {
        copies[&each] = known;
        copy->eraseFromParent();
      }
    }
    return nullptr;
  }

  /// One store before the branch at the end of `from` for those who leave and those who do
  /// not.
  void join_stores(BasicBlock& from, StoreInst& other) {
    StoreInst* store = copy_to(from, [&](PHINode& phi) { return leaving_value(phi, &from); });
    auto* branch = cast<BranchInst>(from.getTerminator());
    Value *leaves = store->getValueOperand(), *goes_on = other.getValueOperand();
    const bool leaves_if_true = branch->getSuccessor(0) == exit_;
    IRBuilder<> at(store);
    store->setOperand(0, at.CreateSelect(branch->getCondition(), leaves_if_true ? leaves : goes_on,
                                         leaves_if_true ? goes_on : leaves));
    if (store->getAAMetadata() != other.getAAMetadata()) store->setAAMetadata(AAMDNodes());
    other.eraseFromParent();
  }

  /// Those who leave and those who go on meet at the loop's new end, which parts them.
  void turn_loop() {
    BasicBlock *header = loop_.getHeader(), *latch = loop_.getLoopLatch();
    LLVMContext& context = header->getContext();
    MDNode* metadata = latch->getTerminator()->getMetadata(LLVMContext::MD_loop);
    latch->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
    auto* end = BasicBlock::Create(context, "iteration.end", header->getParent(), exit_);
    IRBuilder<> at(end);
    const auto join = [&](Type* type, Value* going_on, function_ref<Value*(BasicBlock*)> leaving) {
      PHINode* phi = at.CreatePHI(type, 2);
      phi->addIncoming(going_on, latch);
      for (unsigned i = 0; i < leaving_.size(); ++i)
        phi->addIncoming(leaving(leaving_[i]), leaving_blocks_[i]);
      return phi;
    };
    for (BasicBlock* from : leaving_) {
      auto* block = BasicBlock::Create(context, "leaving", header->getParent(), end);
      IRBuilder<>(block).CreateBr(end);
      if (StoreInst* other = others_.lookup(from)) {
        join_stores(*from, *other);
      } else {
        copy_to(*block, [&](PHINode& phi) { return leaving_value(phi, from); });
      }
      leaving_blocks_.push_back(block);
    }
    for (PHINode& phi : header->phis()) {
      const int back = phi.getBasicBlockIndex(latch);
      phi.setIncomingValue(back, join(phi.getType(), phi.getIncomingValue(back), [&](BasicBlock*) {
                             return PoisonValue::get(phi.getType());
                           }));
      phi.setIncomingBlock(back, end);
    }
    for (PHINode& phi : exit_->phis()) {
      PHINode* value = join(phi.getType(), PoisonValue::get(phi.getType()),
                            [&](BasicBlock* from) { return phi.getIncomingValueForBlock(from); });
      for (BasicBlock* from : leaving_) phi.removeIncomingValue(from, /*DeletePHIIfEmpty=*/false);
      phi.addIncoming(value, end);
    }
    PHINode* leaves =
        join(at.getInt1Ty(), at.getFalse(), [&](BasicBlock*) { return at.getTrue(); });
    at.CreateCondBr(leaves, exit_, header)->setMetadata(LLVMContext::MD_loop, metadata);
    for (unsigned i = 0; i < leaving_.size(); ++i)
      leaving_[i]->getTerminator()->replaceSuccessorWith(exit_, leaving_blocks_[i]);
    latch->getTerminator()->replaceSuccessorWith(header, end);
  }

  Loop& loop_;
  const Uniformity& uniformity_;
  ScalarEvolution& evolution_;
  BasicBlock *exit_ = nullptr, *home_ = nullptr;  ///< home_: the store's block
  StoreInst* store_ = nullptr;
  SmallVector<BasicBlock*> leaving_, leaving_blocks_;  ///< the latter are those that are made
  DenseMap<BasicBlock*, StoreInst*> others_;           ///< store_when_going_on
};

bool move_one(Function& kernel, const Lanes& lanes) {
  const Uniformity uniformity(kernel, lanes);
  DominatorTree tree(kernel);
  LoopInfo loops(tree);
  Evolution evolution(kernel, tree, loops);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    LeavingStore store(*loop, uniformity, evolution.result);
    if (!store.find()) continue;
    store.move();
    return true;
  }
  return false;
}

}  // namespace

void sink_leaving_stores(Function& kernel, KernelContext& context) {
  const bool has_arrays = any_of(instructions(kernel), [](const Instruction& each) {
    const auto* array = dyn_cast<AllocaInst>(&each);
    return array && interleaved_element_size(*array) != 0;
  });
  for (unsigned moved = 0; has_arrays && moved < kMaxCopies && move_one(kernel, context.lanes);)
    ++moved;
}

}  // namespace heddle::compiler
