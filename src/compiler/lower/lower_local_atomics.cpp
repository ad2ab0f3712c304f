// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/ir/kernel_context.h"
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

void lower_local_atomics(Module& module, KernelContext&) {
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function)))
      lower(instruction);
  }
}

}  // namespace heddle::compiler
