// SPDX-License-Identifier: Apache-2.0
#include "compiler/program/blocks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>

#include "compiler/program/kernels.h"

namespace heddle::compiler {
namespace {

/// Tells whether Clang made it for a block, by its name. All other kernels have argument metadata.
bool was_block_kernel(const llvm::Function& function) {
  return function.getName().contains("_block_invoke") && function.getName().ends_with("_kernel") &&
         !function.getMetadata("kernel_arg_type");
}

}  // namespace

bool is_block_kernel(const llvm::Function& function) {
  return is_kernel(function) && function.hasAddressTaken();
}

void settle_block_kernels(llvm::Module& module) {
  for (auto& function : llvm::make_early_inc_range(module)) {
    if (!is_kernel(function)) continue;
    function.removeDeadConstantUsers();
    if (is_block_kernel(function)) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    } else if (was_block_kernel(function) && function.use_empty()) {
      function.eraseFromParent();
    }
  }
}

void number_block_kernels(llvm::Module& module) {
  uint64_t number = 0;
  for (auto& function : module) {
    if (!is_kernel(function)) continue;
    ++number;
    if (!is_block_kernel(function)) continue;
    auto* bits = llvm::ConstantInt::get(llvm::Type::getInt64Ty(module.getContext()), number);
    auto* as_pointer = llvm::ConstantExpr::getIntToPtr(bits, function.getType());
    function.replaceUsesWithIf(as_pointer, [&](llvm::Use& use) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      return !call || !call->isCallee(&use);
    });
    function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

}  // namespace heddle::compiler
