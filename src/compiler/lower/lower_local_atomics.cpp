// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

void lower(Instruction& instruction) {
  if (getAtomicSyncScopeID(&instruction) != SyncScope::SingleThread) return;
  if (auto* load = dyn_cast<LoadInst>(&instruction)) {
    load->setAtomic(AtomicOrdering::NotAtomic);
  } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    store->setAtomic(AtomicOrdering::NotAtomic);
  } else if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
    lowerAtomicRMWInst(rmw);
  } else if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    lowerAtomicCmpXchgInst(swap);
  }
}

}  // namespace

PreservedAnalyses lower_local_atomics(Function& function, KernelContext& /*context*/,
                                      FunctionAnalysisManager& /*analyses*/) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) lower(instruction);
  return control_flow_preserved();
}

}  // namespace heddle::compiler
