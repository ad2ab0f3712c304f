// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/any_order.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

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

bool may_run_in_any_order(const Module& module) {
  return all_of(module, [](const Function& function) {
    return all_of(instructions(function), waits_for_none);
  });
}

}  // namespace heddle::compiler
