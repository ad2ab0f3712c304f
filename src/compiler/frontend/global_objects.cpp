// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/global_objects.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "compiler/program/kernels.h"

namespace heddle::compiler {
namespace {

constexpr llvm::StringLiteral kConstructors = "_GLOBAL__constructors";

void erase_calls(llvm::Module& module, llvm::StringRef name) {
  llvm::Function* const callee = module.getFunction(name);
  if (!callee) return;
  for (llvm::User* user : llvm::make_early_inc_range(callee->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }
  callee->eraseFromParent();
}

/// Returns the variable whose guard a call of __cxa_guard_acquire takes.
std::string guarded_variable(const llvm::CallBase& call) {
  constexpr llvm::StringLiteral kGuard = "_ZGV";
  const llvm::StringRef guard = call.getArgOperand(0)->stripPointerCasts()->getName();
  return guard.starts_with(kGuard) ? llvm::demangle("_Z" + guard.drop_front(kGuard.size()).str())
                                   : guard.str();
}

}  // namespace

bool settle_global_objects(llvm::Module& module, std::string& log) {
  if (const auto* guard = module.getFunction("__cxa_guard_acquire")) {
    for (const llvm::User* user : guard->users()) {
      log += "error: '" + guarded_variable(*llvm::cast<llvm::CallBase>(user)) +
             "' is a static variable of a function and must be initialised by a constant\n";
    }
    return false;
  }
  erase_calls(module, "__cxa_atexit");
  auto* const constructors = module.getGlobalVariable("llvm.global_ctors");
  if (!constructors) return true;
  for (const llvm::Use& entry :
       llvm::cast<llvm::ConstantArray>(constructors->getInitializer())->operands()) {
    auto* kernel =
        llvm::cast<llvm::Function>(llvm::cast<llvm::ConstantStruct>(entry)->getOperand(1));
    kernel->addFnAttr(kInitializer);
    kernel->setLinkage(llvm::GlobalValue::ExternalLinkage);
    kernel->setName(kConstructors);
  }
  constructors->eraseFromParent();
  return true;
}

void rename_initializers(llvm::Module& module, const llvm::Module& others) {
  for (auto& function : module) {
    if (!is_kernel(function) || !function.getName().starts_with(kConstructors)) continue;
    for (int number = 1; others.getFunction(function.getName()); ++number)
      function.setName(kConstructors + llvm::Twine('.') + llvm::Twine(number));
  }
}

}  // namespace heddle::compiler
