// SPDX-License-Identifier: Apache-2.0
// Whether work-groups may run in any order. OpenCL says they may, always; but programs exist whose
// groups wait for what those with smaller numbers write, and who prints sees in which order. Every
// other launch begins where the one before it ended, with what is still in the caches: not of such
// kernels.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool waits_for_none(const Instruction& instruction) {
  if (instruction.isAtomic() || instruction.isVolatile()) return false;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || isa<IntrinsicInst>(call) || call->doesNotAccessMemory()) return true;
  const Function* callee = call->getCalledFunction();
  return callee && !callee->isDeclaration();
}

}  // namespace

void any_order(Module& module, KernelContext& context) {
  context.record.any_order =
      context.options.optimize && all_of(module, [](const Function& function) {
        return all_of(instructions(function), waits_for_none);
      });
}

}  // namespace heddle::compiler
