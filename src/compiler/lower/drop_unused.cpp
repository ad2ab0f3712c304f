// SPDX-License-Identifier: Apache-2.0
// Drops other kernels, and functions that only they call, before anything is done to them: every
// kernel is compiled from the whole program. Drops hints that loads pass the caches, too: there
// may be no such loads of ordinary memory, and LLVM 22's code generation crashes on those of one
// and two bytes that are part of another instruction (docs/llvm.md).
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

using Functions = SmallPtrSet<Function*, 16>;

void reach(Function& function, Functions& reached, SmallVectorImpl<Function*>& work) {
  if (!function.isDeclaration() && reached.insert(&function).second) work.push_back(&function);
}

/// Returns the functions that the kernel may call, with those that constants refer to: variables
/// that hold blocks.
Functions reachable(Module& module, Function& kernel) {
  Functions reached;
  SmallVector<Function*> work;
  reach(kernel, reached, work);
  for (Function& function : module) {
    if (any_of(function.users(), [](const User* user) { return !isa<Instruction>(user); }))
      reach(function, reached, work);
  }
  while (!work.empty()) {
    for (Instruction& instruction : instructions(*work.pop_back_val())) {
      for (Value* operand : instruction.operands()) {
        if (auto* called = dyn_cast<Function>(operand)) reach(*called, reached, work);
      }
    }
  }
  return reached;
}

void drop_hints(Function& function) {
  for (Instruction& each : instructions(function))
    if (isa<LoadInst>(each)) each.setMetadata(LLVMContext::MD_nontemporal, nullptr);
}

}  // namespace

PreservedAnalyses drop_unused(Module& module, KernelContext& context,
                              ModuleAnalysisManager& /*analyses*/) {
  Functions reached = reachable(module, *context.kernel(module));
  SmallVector<Function*> unused;
  for (Function& function : module) {
    if (!function.isDeclaration() && !reached.contains(&function)) unused.push_back(&function);
  }
  for (Function* function : unused) function->dropAllReferences();
  for (Function* function : unused) function->eraseFromParent();
  for (Function& function : make_early_inc_range(module)) {
    drop_hints(function);
    if (function.isDeclaration() && function.use_empty()) function.eraseFromParent();
  }
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
