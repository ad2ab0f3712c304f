// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/kernel_copies.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

namespace heddle::compiler {

void fold_kernel_copies(llvm::Module& module) {
  for (auto& body : llvm::make_early_inc_range(module)) {
    if (!body.getName().starts_with(kKernelCopyPrefix) || body.isDeclaration()) continue;
    body.setLinkage(llvm::GlobalValue::InternalLinkage);
    auto* kernel = module.getFunction(body.getName().drop_front(kKernelCopyPrefix.size()));
    const bool called_by_shell_only =
        kernel && !kernel->isDeclaration() && body.hasOneUse() &&
        kernel->getFunctionType() == body.getFunctionType() &&
        llvm::cast<llvm::Instruction>(*body.user_begin())->getFunction() == kernel;
    if (!called_by_shell_only) continue;
    for (auto& block : *kernel) block.dropAllReferences();
    while (!kernel->empty()) kernel->begin()->eraseFromParent();
    kernel->splice(kernel->begin(), &body);
    for (auto [to, from] : llvm::zip(kernel->args(), body.args())) from.replaceAllUsesWith(&to);
    if (auto* lines = body.getSubprogram()) {
      lines->replaceLinkageName(nullptr);  // debuggers would know the kernel by that name only
      kernel->setSubprogram(lines);
    }
    body.eraseFromParent();
  }
}

}  // namespace heddle::compiler
