// SPDX-License-Identifier: Apache-2.0
// Turns opaque types of OpenCL C (event_t and the like) into plain pointers. Front ends spell them
// differently (target("spirv.Event"), ptr addrspace(1)); the built-ins, and every later pass, know
// plain pointers only.
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/TypeFinder.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/lower/passes.h"
#include "compiler/lower/retype.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

Type* as_pointer(Type* type) {
  return type->isTargetExtTy() ? PointerType::get(type->getContext(), 0) : type;
}

bool has_opaque_types(const Module& module) {
  auto mentions = [](const FunctionType* type) {
    return type->getReturnType()->isTargetExtTy() ||
           any_of(type->params(), [](Type* t) { return t->isTargetExtTy(); });
  };
  return any_of(module,
                [&](const Function& function) { return mentions(function.getFunctionType()); });
}

}  // namespace

PreservedAnalyses lower_opaque_types(Module& module, KernelContext& /*context*/,
                                     ModuleAnalysisManager& /*analyses*/) {
  // Nearly always, and it saves rebuilding the program.
  if (!has_opaque_types(module)) return PreservedAnalyses::all();
  TypeReplacer types(as_pointer);
  retype(module, types);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
