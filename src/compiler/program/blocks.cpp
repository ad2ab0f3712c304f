// SPDX-License-Identifier: Apache-2.0
#include "compiler/program/blocks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include "compiler/program/kernels.h"

namespace heddle::compiler {
namespace {

/// Tells whether Clang made it for a block, by its name. All other kernels have argument metadata.
bool was_block_kernel(const llvm::Function& function) {
  return function.getName().contains("_block_invoke") && function.getName().ends_with("_kernel") &&
         !function.getMetadata("kernel_arg_type");
}

/// Returns the debug information of the first function that is called and has some; null if none
/// has.
llvm::DISubprogram* called_subprogram(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* called = call ? call->getCalledFunction() : nullptr;
    if (called && called->getSubprogram()) return called->getSubprogram();
  }
  return nullptr;
}

/// Gives a block's kernel the place of the block that it calls: Clang gives it none, and the lines
/// of what is inlined into it would be lost.
void set_place_of_block(llvm::Function& kernel) {
  llvm::DISubprogram* block = kernel.getSubprogram() ? nullptr : called_subprogram(kernel);
  if (!block) return;
  llvm::DIBuilder builder(*kernel.getParent(), /*AllowUnresolved=*/false, block->getUnit());
  llvm::DISubprogram* place =
      builder.createFunction(block->getFile(), kernel.getName(), kernel.getName(), block->getFile(),
                             block->getLine(), block->getType(), block->getScopeLine(),
                             llvm::DINode::FlagArtificial, llvm::DISubprogram::SPFlagDefinition);
  kernel.setSubprogram(place);
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    // Clang may have given them places in the function that enqueues the block.
    if (instruction.getDebugLoc() || llvm::isa<llvm::CallBase>(instruction))
      instruction.setDebugLoc(
          llvm::DILocation::get(kernel.getContext(), block->getLine(), 0, place));
  }
  builder.finalize();
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
      set_place_of_block(function);
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
