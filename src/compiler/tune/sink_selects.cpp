// SPDX-License-Identifier: Apache-2.0
// After a part of the code that a guard jumps over when no lane needs it, a blend mixes what the
// part computed into what was there before. It goes to the end of that part: who jumps has nothing
// to mix and need not wait for the mask. Math built-ins have such parts for rare arguments.
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The blend that alone uses `phi`, in its block, if the phi is poison for who jumped.
SelectInst* blend_of(PHINode& phi) {
  if (!phi.hasOneUse() || !phi.getType()->isVectorTy()) return nullptr;
  auto* blend = dyn_cast<SelectInst>(phi.user_back());
  if (!blend || blend->getParent() != phi.getParent() || blend->getCondition() == &phi)
    return nullptr;
  const bool jumps = any_of(phi.incoming_values(), [](Value* v) { return isa<PoisonValue>(v); });
  return jumps ? blend : nullptr;
}

/// Poison in a lane that the blend would take may be any value: the blend's other one as well.
void sink(PHINode& phi, const DominatorTree& dominators) {
  SelectInst* blend = blend_of(phi);
  if (!blend) return;
  const bool is_first = blend->getTrueValue() == &phi;
  Value *mask = blend->getCondition(), *other = blend->getOperand(is_first ? 2 : 1);
  for (BasicBlock* from : phi.blocks()) {
    const Instruction* end = from->getTerminator();
    if (!dominators.dominates(mask, end) || !dominators.dominates(other, end)) return;
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
}

}  // namespace

void sink_selects(Module& module, KernelContext&) {
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    const DominatorTree dominators(function);
    for (BasicBlock& block : function) {
      for (PHINode& phi : block.phis()) sink(phi, dominators);
    }
  }
}

}  // namespace heddle::compiler
