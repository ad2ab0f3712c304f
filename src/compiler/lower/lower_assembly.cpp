// SPDX-License-Identifier: Apache-2.0
// Removes inline assembly, which Clang and binaries of IR let through. OpenCL C has none, and its
// text would be some GPU's. Without text it is a fence for the compiler, which programs put between
// statements, and has no effect here.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/FormatVariadic.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the result of assembly without text: outputs that are tied to an input are that input,
/// others may be anything.
Value* result_without_text(const CallBase& call, const InlineAsm& assembly) {
  Type* type = call.getType();
  if (type->isVoidTy()) return nullptr;
  IRBuilder<> at(const_cast<CallBase*>(&call));
  Value* result = Constant::getNullValue(type);
  const auto constraints = assembly.ParseConstraints();
  SmallVector<Value*> operands(constraints.size(), nullptr);
  unsigned next = 0;
  for (const auto& [i, constraint] : enumerate(constraints))
    if (constraint.hasArg()) operands[i] = call.getArgOperand(next++);
  unsigned output = 0;
  for (const auto& constraint : constraints) {
    if (constraint.Type != InlineAsm::isOutput || constraint.isIndirect) continue;
    const unsigned element = output++;
    Value* tied = constraint.hasMatchingInput() ? operands[constraint.MatchingInput] : nullptr;
    if (!tied) continue;
    if (!type->isStructTy())
      result = tied->getType() == type ? tied : result;
    else if (tied->getType() == type->getStructElementType(element))
      result = at.CreateInsertValue(result, tied, element);
  }
  return result;
}

bool has_text(StringRef assembly) {
  return !assembly.trim().empty();
}

}  // namespace

PreservedAnalyses lower_assembly(Module& module, KernelContext& context,
                                 ModuleAnalysisManager& /*analyses*/) {
  if (has_text(module.getModuleInlineAsm())) {
    context.error = "assembly at program scope, which this device has not";
    return PreservedAnalyses::none();
  }
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const auto* assembly = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
      if (!assembly) continue;
      if (has_text(assembly->getAsmString()) || !isa<CallInst>(call)) {
        context.error = formatv("inline assembly (\"{0}\"), which this device has not",
                                StringRef(assembly->getAsmString()).take_front(40));
        return PreservedAnalyses::none();
      }
      if (Value* result = result_without_text(*call, *assembly))
        instruction.replaceAllUsesWith(result);
      instruction.eraseFromParent();
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
