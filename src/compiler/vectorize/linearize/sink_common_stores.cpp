// SPDX-License-Identifier: Apache-2.0
// Sinks stores to one address from all predecessors of a block into it, as LLVM's
// MergedLoadStoreMotion does for plain branches. Of `if (is_far) out[i] = a; else out[i] = b;` each
// side would store with a mask of its own; the join has one store of a phi.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/same_address.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/preserved.h"
#include "compiler/vectorize/linearize/linearize.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxSides = 8;

/// Returns the block's last access to memory if it is a plain store.
StoreInst* last_store(BasicBlock& block) {
  for (Instruction& each : reverse(block)) {
    if (!each.mayReadOrWriteMemory() && isGuaranteedToTransferExecutionToSuccessor(&each)) continue;
    auto* store = dyn_cast<StoreInst>(&each);
    return store && store->isSimple() ? store : nullptr;
  }
  return nullptr;
}

using Stores = SmallVector<StoreInst*, kMaxSides>;

/// Returns the last stores of all predecessors of `meeting`, if they go to one address.
Stores stores_of_sides(BasicBlock& meeting) {
  Stores stores;
  for (BasicBlock* side : predecessors(&meeting)) {
    StoreInst* store = last_store(*side);
    if (!store || side->getSingleSuccessor() != &meeting || stores.size() == kMaxSides) return {};
    if (!stores.empty()) {
      const StoreInst* first = stores.front();
      if (first->getValueOperand()->getType() != store->getValueOperand()->getType() ||
          !is_same_address(*first->getPointerOperand(), *store->getPointerOperand()))
        return {};
    }
    stores.push_back(store);
  }
  return stores.size() > 1 ? stores : Stores();
}

/// Emits `value` once more at `at`, with those of its operands that do not dominate it.
Value* again(Value* value, IRBuilder<>& at, const DominatorTree& tree) {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || tree.dominates(instruction, at.GetInsertBlock())) return value;
  Instruction* copy = instruction->clone();
  // Flags of one side need not hold on the others.
  copy->dropPoisonGeneratingFlags();
  for (Use& operand : copy->operands()) operand.set(again(operand.get(), at, tree));
  return at.Insert(copy, instruction->getName());
}

void store_once(BasicBlock& meeting, const Stores& stores, const DominatorTree& tree) {
  StoreInst* first = stores.front();
  Type* type = first->getValueOperand()->getType();
  auto* values = PHINode::Create(type, stores.size(), "stored", meeting.begin());
  IRBuilder<> at(&meeting, meeting.getFirstInsertionPt());
  Value* place = again(first->getPointerOperand(), at, tree);
  StoreInst* joined = at.CreateAlignedStore(values, place, first->getAlign());
  joined->setAAMetadata(first->getAAMetadata());
  joined->setDebugLoc(first->getDebugLoc());
  for (StoreInst* store : stores) {
    values->addIncoming(store->getValueOperand(), store->getParent());
    joined->setAlignment(std::min(joined->getAlign(), store->getAlign()));
    joined->setAAMetadata(joined->getAAMetadata().merge(store->getAAMetadata()));
    store->eraseFromParent();
  }
}

}  // namespace

PreservedAnalyses sink_common_stores(Function& kernel, KernelContext& context,
                                     FunctionAnalysisManager& analyses) {
  bool changed = false;
  const DominatorTree* tree = nullptr;
  const Uniformity* uniformity = nullptr;
  // Inner ones first: their store is the last one of a side.
  for (BasicBlock* meeting : ReversePostOrderTraversal<Function*>(&kernel)) {
    for (Stores stores; !(stores = stores_of_sides(*meeting)).empty();) {
      if (!tree) tree = &analyses.getResult<DominatorTreeAnalysis>(kernel);
      if (!uniformity)
        uniformity = &analyses.getResult<KernelUniformityAnalysis>(kernel).of_tile(context.lanes);
      const auto* branch = tree->getNode(meeting)->getIDom();
      if (!branch || !uniformity->has_divergent_branch(*branch->getBlock())) break;
      store_once(*meeting, stores, *tree);
      changed = true;
    }
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
