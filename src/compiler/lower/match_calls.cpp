// SPDX-License-Identifier: Apache-2.0
// Matches calls with functions of another front end. Front ends agree on what is passed but not on
// its type: an image is `ptr addrspace(1)` in a translated SPIR-V module and `ptr` in the
// built-ins, and some omit a calling convention. LLVM takes such a call for undefined behaviour.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool can_cast(const Type* from, const Type* to) {
  return from == to || (from->isPointerTy() && to->isPointerTy());
}

/// Tells whether a cast of pointers suffices.
bool can_match(const FunctionType& made, const FunctionType& wanted) {
  if (made.isVarArg() || wanted.isVarArg() || made.getNumParams() != wanted.getNumParams())
    return false;
  return can_cast(made.getReturnType(), wanted.getReturnType()) &&
         all_of(zip(made.params(), wanted.params()),
                [](auto pair) { return can_cast(std::get<0>(pair), std::get<1>(pair)); });
}

Value* cast_to(IRBuilder<>& at, Value* value, Type* type) {
  return value->getType() == type ? value : at.CreateAddrSpaceCast(value, type);
}

void match(CallInst& call, Function& callee) {
  IRBuilder<> at(&call);
  SmallVector<Value*> arguments;
  for (auto [argument, type] : zip(call.args(), callee.getFunctionType()->params()))
    arguments.push_back(cast_to(at, argument, type));
  CallInst* matched = at.CreateCall(&callee, arguments);
  matched->setCallingConv(callee.getCallingConv());
  matched->setAttributes(call.getAttributes());
  matched->setTailCallKind(call.getTailCallKind());
  if (isa<FPMathOperator>(matched)) matched->copyFastMathFlags(&call);
  Value* result = matched;
  if (!call.getType()->isVoidTy()) result = cast_to(at, matched, call.getType());
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace

PreservedAnalyses match_calls(Function& function, KernelContext& /*context*/,
                              FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  for (Instruction& one : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<CallInst>(&one);
    auto* callee = call ? dyn_cast<Function>(call->getCalledOperand()) : nullptr;
    if (!callee || callee->isIntrinsic()) continue;
    const FunctionType& wanted = *callee->getFunctionType();
    const bool differs = call->getFunctionType() != &wanted;
    changed |= differs || call->getCallingConv() != callee->getCallingConv();
    call->setCallingConv(callee->getCallingConv());
    if (differs && can_match(*call->getFunctionType(), wanted)) match(*call, *callee);
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
