// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/names.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace heddle::compiler::spirv {
using namespace llvm;

namespace {

/// Returns the name with images counted in references to earlier types; older front ends forget
/// them.
std::string with_images_counted(StringRef name) {
  if (!name.contains("ocl_image") || !(name.ends_with("Dv4_iS_") || name.ends_with("Dv4_iiS_")))
    return name.str();
  return name.drop_back(2).str() + "S0_";
}

/// Returns the name of get_fence with a pointer to void. OpGenericPtrMemSemantics takes pointers to
/// all types.
std::string fence_of_any(StringRef name) {
  return name.starts_with("_Z9get_fencePU3AS4") ? "_Z9get_fencePU3AS4v" : name.str();
}

/// Returns the plain name of fmax_common and fmin_common: max and min of floating-point numbers
/// (§6.13.4).
std::string plain_common(StringRef name) {
  if (name.consume_front("_Z11fmax_common")) return ("_Z3max" + name).str();
  if (name.consume_front("_Z11fmin_common")) return ("_Z3min" + name).str();
  return name.str();
}

/// Renames a function. Another declaration of that name takes the uses over: pointers have no
/// types.
void rename(Function& function, const std::string& name) {
  if (function.getName() == name) return;
  Function* other = function.getParent()->getFunction(name);
  if (!other) return function.setName(name);
  if (other->getFunctionType() != function.getFunctionType()) return;
  function.replaceAllUsesWith(other);
  function.eraseFromParent();
}

/// Widens the local ids of a broadcast: OpGroupBroadcast may have 32 bits, work_group_broadcast has
/// size_t.
void widen_broadcast(Function& function) {
  constexpr StringLiteral kPrefix = "_Z20work_group_broadcast";
  StringRef name = function.getName();
  const size_t ids = function.arg_size() > 0 ? function.arg_size() - 1 : 0;
  const std::string narrow(ids, 'j');
  if (ids == 0 || !name.starts_with(kPrefix) || !name.ends_with(narrow)) return;
  Module& module = *function.getParent();
  IRBuilder<> at(module.getContext());
  SmallVector<Type*> types(function.getFunctionType()->params());
  for (Type*& type : drop_begin(types)) {
    if (!type->isIntegerTy(32)) return;
    type = at.getInt64Ty();
  }
  FunctionCallee wide = module.getOrInsertFunction(
      name.drop_back(ids).str() + std::string(ids, 'm'),
      FunctionType::get(function.getReturnType(), types, false), function.getAttributes());
  cast<Function>(wide.getCallee())->setCallingConv(function.getCallingConv());
  for (User* user : make_early_inc_range(function.users())) {
    auto* call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledFunction() != &function) continue;
    at.SetInsertPoint(call);
    SmallVector<Value*> arguments(call->args());
    for (Value*& id : drop_begin(arguments)) id = at.CreateZExt(id, at.getInt64Ty());
    CallInst* wider = at.CreateCall(wide, arguments);
    wider->setCallingConv(call->getCallingConv());
    wider->setAttributes(call->getAttributes());
    call->replaceAllUsesWith(wider);
    call->eraseFromParent();
  }
  if (function.use_empty()) function.eraseFromParent();
}

}  // namespace

void settle_names(Module& module) {
  for (Function& function : make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    rename(function, plain_common(fence_of_any(with_images_counted(function.getName()))));
  }
  for (Function& function : make_early_inc_range(module)) {
    if (function.isDeclaration()) widen_broadcast(function);
  }
}

}  // namespace heddle::compiler::spirv
