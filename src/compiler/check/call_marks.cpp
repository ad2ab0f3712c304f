// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/call_marks.h"

#include <llvm/IR/Module.h>

namespace heddle::compiler {
using namespace llvm;

StringRef builtin_name(const Function& function) {
  StringRef name = function.getName();
  unsigned length = 0;
  if (!function.isDeclaration() || !name.consume_front("_Z") || name.consumeInteger(10, length))
    return {};
  return name.take_front(length);
}

CallInst* as_mark(Instruction& instruction, StringRef name) {
  auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == name ? call : nullptr;
}

void remove_marks(Module& module, StringRef name) {
  Function* marks = module.getFunction(name);
  if (!marks) return;
  for (User* user : make_early_inc_range(marks->users())) {
    auto& mark = *cast<CallInst>(user);
    if (!mark.getType()->isVoidTy()) mark.replaceAllUsesWith(mark.getArgOperand(0));
    mark.eraseFromParent();
  }
  marks->eraseFromParent();
}

}  // namespace heddle::compiler
