// SPDX-License-Identifier: Apache-2.0
// Gives every variable outside the work-item its address: __local variables become offsets into the
// group's local memory, program-scope variables offsets into the program's block. Constants stay in
// the object. By-value structure arguments become private copies: the argument block is shared by
// all work-items.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/ReplaceConstant.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

void replace_by_offset(GlobalVariable& variable, Value* base, uint64_t offset,
                       IRBuilder<>& builder) {
  convertUsersOfConstantsToInstructions({&variable});
  Value* address =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset, variable.getName());
  variable.replaceAllUsesWith(address);
  variable.eraseFromParent();
}

void lower_local_variables(Module& module, KernelContext& context, IRBuilder<>& builder) {
  SmallVector<GlobalVariable*> variables;
  for (GlobalVariable& variable : module.globals()) {
    if (variable.hasAttribute("hd-local")) variables.push_back(&variable);
  }
  context.local_align = {};
  if (variables.empty()) return;
  const DataLayout& layout = module.getDataLayout();
  // The most aligned come first, which leaves no padding in between.
  sort(variables, [](auto* a, auto* b) {
    return std::pair(b->getAlign().valueOrOne(), a->getName()) <
           std::pair(a->getAlign().valueOrOne(), b->getName());
  });
  Value* base = builder.CreateCall(pointer_internal(module, Internal::LocalMemory));
  // GroupEntry rounds the base down to a multiple of the alignment: bytes before it are not ours.
  if (const Align most = variables.front()->getAlign().valueOrOne(); most > kWorkerBlockAlign)
    context.local_align = most;
  uint64_t offset = context.local_align ? context.local_align->value() : 0;
  for (GlobalVariable* variable : variables) {
    offset = alignTo(offset, variable->getAlign().valueOrOne());
    uint64_t size = layout.getTypeAllocSize(variable->getValueType());
    replace_by_offset(*variable, base, offset, builder);
    offset += size;
  }
  context.record.local_size = offset;
}

void lower_program_variables(Module& module, KernelContext& context, IRBuilder<>& builder) {
  // The block has their initial values already, and these refer to each other.
  for (GlobalVariable& variable : module.globals()) {
    if (context.globals.offset.contains(variable.getName())) variable.setInitializer(nullptr);
  }
  Value* base = nullptr;
  for (GlobalVariable& variable : make_early_inc_range(module.globals())) {
    auto at = context.globals.offset.find(variable.getName());
    if (at == context.globals.offset.end()) continue;
    if (!base) base = builder.CreateCall(pointer_internal(module, Internal::Globals));
    replace_by_offset(variable, base, at->second, builder);
  }
}

void copy_structure_arguments(Function& kernel, IRBuilder<>& builder) {
  const DataLayout& layout = kernel.getParent()->getDataLayout();
  for (Argument& argument : kernel.args()) {
    if (!argument.hasByValAttr()) continue;
    Type* type = argument.getParamByValType();
    Align align = argument.getParamAlign().valueOrOne();
    AllocaInst* copy = builder.CreateAlloca(type, nullptr, argument.getName());
    copy->setAlignment(std::max(align, layout.getABITypeAlign(type)));
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, copy->getAlign(), &argument,
                         std::min(align, Align(HD_ARGUMENTS_ALIGN)), layout.getTypeAllocSize(type));
  }
}

}  // namespace

PreservedAnalyses lower_globals(Module& module, KernelContext& context,
                                ModuleAnalysisManager& /*analyses*/) {
  Function& kernel = *context.kernel(module);
  BasicBlock& entry = kernel.getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  copy_structure_arguments(kernel, builder);
  lower_local_variables(module, context, builder);
  lower_program_variables(module, context, builder);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
