// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/inside_test.h"

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr StringRef kName = "__hd_is_inside";

}  // namespace

Function& inside_test(Module& module) {
  LLVMContext& context = module.getContext();
  Type* word = Type::getInt64Ty(context);
  auto* type = FunctionType::get(Type::getInt1Ty(context), {word, word}, false);
  auto& function = *cast<Function>(module.getOrInsertFunction(kName, type).getCallee());
  function.setDoesNotAccessMemory();
  function.setDoesNotThrow();
  function.setWillReturn();
  function.setSpeculatable();
  return function;
}

bool is_inside_test(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == kName;
}

}  // namespace heddle::compiler
