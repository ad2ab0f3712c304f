// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/restrict.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

bool synchronises(const Instruction& instruction) {
  const Internal intrinsic = called_internal(instruction);
  if (intrinsic == Internal::Barrier || intrinsic == Internal::VectorBarrier) return true;
  if (isa<FenceInst>(instruction)) return true;
  if (const auto* load = dyn_cast<LoadInst>(&instruction))
    return isStrongerThanMonotonic(load->getOrdering());
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return isStrongerThanMonotonic(store->getOrdering());
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    return isStrongerThanMonotonic(update->getOrdering());
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return isStrongerThanMonotonic(exchange->getSuccessOrdering());
  return false;
}

bool may_be_written(Argument& argument) {
  SmallSetVector<Value*, 16> pointers;  // derived ones are followed
  pointers.insert(&argument);
  for (size_t i = 0; i < pointers.size(); ++i) {
    for (User* user : pointers[i]->users()) {
      if (isa<GEPOperator, PHINode, SelectInst, FreezeInst, AddrSpaceCastInst>(user))
        pointers.insert(user);
      else if (!isa<LoadInst, ICmpInst>(user))
        return true;
    }
  }
  return false;
}

PreservedAnalyses RestrictPass::run(Function& function, FunctionAnalysisManager&) {
  if (none_of(function.args(), [](const Argument& each) { return each.hasNoAliasAttr(); }) ||
      none_of(instructions(function), synchronises))
    return PreservedAnalyses::all();
  for (Argument& argument : function.args())
    if (argument.hasNoAliasAttr() && may_be_written(argument))
      argument.removeAttr(Attribute::NoAlias);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
