// SPDX-License-Identifier: Apache-2.0
// `pixel = inside ? image[row + x] : image[row + mirrored(x)]`: InstCombine makes one load of the
// two, whose place depends on where it comes from. Lanes that come from both sides would gather,
// even those that lie side by side. So each side has its load again.
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/analysis/shape.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/vectorize/linearize/linearize.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxSides = 4;
constexpr unsigned kMaxSteps = 8;  ///< instructions between the phi and the load

/// A load and what its address is computed of in its block: from one phi, the last of them first.
struct JoinedLoad {
  LoadInst* load = nullptr;
  SmallSetVector<Instruction*, kMaxSteps> steps;
  PHINode* phi = nullptr;

  /// Is it one?
  bool find(LoadInst& from) {
    load = &from;
    return from.isSimple() && follow(from.getPointerOperand()) && phi && has_own_sides() &&
           none_of(make_range(from.getParent()->begin(), from.getIterator()),
                   [](const Instruction& each) { return each.mayWriteToMemory(); });
  }

 private:
  bool follow(Value* value) {
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != load->getParent()) return true;
    if (auto* start = dyn_cast<PHINode>(instruction)) {
      if (phi && phi != start) return false;
      phi = start;
      return true;
    }
    if (!isa<GetElementPtrInst, CastInst, BinaryOperator>(instruction) ||
        instruction->isIntDivRem() || steps.size() == kMaxSteps)
      return false;
    // Operands before what is made of them, however they are reached.
    steps.remove(instruction);
    steps.insert(instruction);
    return all_of(instruction->operand_values(), [&](Value* operand) { return follow(operand); });
  }

  /// Nothing goes from them to another place, where there is no load.
  bool has_own_sides() const {
    return phi->getNumIncomingValues() <= kMaxSides && all_of(phi->blocks(), [](BasicBlock* side) {
             return side->getSingleSuccessor() != nullptr;
           });
  }
};

void load_on_each_side(const JoinedLoad& joined) {
  auto* values = PHINode::Create(joined.load->getType(), joined.phi->getNumIncomingValues(),
                                 joined.load->getName(), joined.phi->getIterator());
  for (BasicBlock* side : joined.phi->blocks()) {
    DenseMap<Value*, Value*> copies{{joined.phi, joined.phi->getIncomingValueForBlock(side)}};
    Instruction* last = nullptr;
    const auto copy = [&](Instruction& each) {
      last = each.clone();
      for (Use& use : last->operands())
        if (Value* other = copies.lookup(use.get())) use.set(other);
      last->insertBefore(side->getTerminator()->getIterator());
      copies[&each] = last;
    };
    for (Instruction* each : reverse(joined.steps)) copy(*each);
    copy(*joined.load);
    values->addIncoming(last, side);
  }
  joined.load->replaceAllUsesWith(values);
  joined.load->eraseFromParent();
}

SmallVector<JoinedLoad> loads_to_hoist(Function& kernel) {
  SmallVector<JoinedLoad> found;
  for (Instruction& each : instructions(kernel)) {
    JoinedLoad joined;
    if (auto* load = dyn_cast<LoadInst>(&each); load && joined.find(*load))
      found.push_back(std::move(joined));
  }
  return found;
}

}  // namespace

void hoist_loads(Function& kernel, KernelContext& context) {
  const SmallVector<JoinedLoad> found = loads_to_hoist(kernel);
  if (found.empty()) return;
  const DominatorTree tree(kernel);
  const LoopInfo loops(tree);
  const Uniformity uniformity(kernel, context.lanes);
  const Shapes shapes(kernel, context.lanes);
  for (const JoinedLoad& joined : found) {
    BasicBlock* block = joined.load->getParent();
    const auto* branch = tree.getNode(block)->getIDom();
    // On one side at least the lanes must lie on a line, or there would be more gathers.
    if (!loops.isLoopHeader(block) && branch &&
        uniformity.has_divergent_branch(*branch->getBlock()) &&
        any_of(joined.phi->incoming_values(),
               [&](const Use& use) { return shapes.of(use.get()).has_base(); }))
      load_on_each_side(joined);
  }
}

}  // namespace heddle::compiler
