// SPDX-License-Identifier: Apache-2.0
// Freezes words of 64 bits from which elements of 32 bits and less are extracted. If LLVM 22 knows
// from another block that an element's high bits are zero, it may drop a mask as redundant after it
// has decided that the masked value needs no extension: the index has the neighbour's bits then. A
// frozen word has no such known bits (docs/llvm.md).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/target/passes.h"

namespace heddle::compiler {
using namespace llvm;

PreservedAnalyses freeze_bitcasts(Function& function, KernelContext& /*context*/,
                                  FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* word = dyn_cast<ExtractElementInst>(&instruction);
    if (!word || !word->getType()->isIntegerTy(64)) continue;
    const auto* words = dyn_cast<BitCastInst>(word->getVectorOperand());
    if (!words || !words->getSrcTy()->isVectorTy()) continue;
    if (words->getSrcTy()->getScalarSizeInBits() >= 64) continue;
    // Nothing is known about a loaded word, and each element is a load.
    if (isa<LoadInst>(words->getOperand(0))) continue;
    IRBuilder<> at(word->getNextNode());
    auto* frozen = cast<Instruction>(at.CreateFreeze(word));
    word->replaceUsesWithIf(frozen, [&](const Use& use) { return use.getUser() != frozen; });
    changed = true;
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
