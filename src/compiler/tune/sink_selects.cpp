// SPDX-License-Identifier: Apache-2.0
// Sinks selects into guarded code. A guard jumps over code that no lane needs; after it a select
// merges the code's result with the old value. The select moves to the end of that code: the jump
// then has nothing to merge and need not wait for the mask. Math built-ins have such code for rare
// arguments.
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the select that alone uses `phi`, in its block, if the phi is poison when the guard
/// jumps.
SelectInst* blend_of(PHINode& phi) {
  if (!phi.hasOneUse() || !phi.getType()->isVectorTy()) return nullptr;
  auto* blend = dyn_cast<SelectInst>(phi.user_back());
  if (!blend || blend->getParent() != phi.getParent() || blend->getCondition() == &phi)
    return nullptr;
  const bool jumps = any_of(phi.incoming_values(), [](Value* v) { return isa<PoisonValue>(v); });
  return jumps ? blend : nullptr;
}

/// Sinks the select of `phi`. Poison in a lane that the select would take may be any value, the
/// select's other one as well.
bool sink(PHINode& phi, const DominatorTree& dominators) {
  SelectInst* blend = blend_of(phi);
  if (!blend) return false;
  const bool is_first = blend->getTrueValue() == &phi;
  Value *mask = blend->getCondition(), *other = blend->getOperand(is_first ? 2 : 1);
  for (BasicBlock* from : phi.blocks()) {
    const Instruction* end = from->getTerminator();
    if (!dominators.dominates(mask, end) || !dominators.dominates(other, end)) return false;
  }
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    Value* value = phi.getIncomingValue(i);
    if (isa<PoisonValue>(value)) {
      phi.setIncomingValue(i, other);
      continue;
    }
    IRBuilder<> at(phi.getIncomingBlock(i)->getTerminator());
    phi.setIncomingValue(i, at.CreateSelect(mask, is_first ? value : other,
                                            is_first ? other : value, blend->getName()));
  }
  blend->replaceAllUsesWith(&phi);
  blend->eraseFromParent();
  return true;
}

}  // namespace

PreservedAnalyses sink_selects(Function& function, KernelContext& /*context*/,
                               FunctionAnalysisManager& analyses) {
  bool changed = false;
  const auto& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  for (BasicBlock& block : function) {
    for (PHINode& phi : block.phis()) changed |= sink(phi, dominators);
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
