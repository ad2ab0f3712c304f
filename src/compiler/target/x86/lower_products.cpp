// SPDX-License-Identifier: Apache-2.0
// Products of extended vectors, of which a high half is wanted (mul_hi) or that lanes of their size
// have an instruction for. Code generation sees that only where it sees the extensions: those that
// were hoisted out of a loop come back. Products of bytes are added to what their sum is added to.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/target/x86/passes.h"
#include "compiler/vectorize/access/dot_products.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

void bring_extension(Use& operand) {
  auto* extension = dyn_cast<CastInst>(operand.get());
  auto* product = cast<Instruction>(operand.getUser());
  if (!extension || !isa<ZExtInst, SExtInst>(extension)) return;
  if (extension->getParent() == product->getParent()) return;
  Instruction* copy = extension->clone();
  copy->insertBefore(product->getIterator());
  operand.set(copy);
  if (extension->use_empty()) extension->eraseFromParent();
}

}  // namespace

void lower_products(Module& module, KernelContext&) {
  SmallVector<Instruction*> products;
  for (Function& function : module) {
    add_to_dot_products(function);
    for (Instruction& instruction : instructions(function)) {
      const bool is_product = instruction.getOpcode() == Instruction::Mul;
      if (is_product && instruction.getType()->isVectorTy()) products.push_back(&instruction);
    }
  }
  for (Instruction* product : products) {
    for (Use& operand : product->operands()) bring_extension(operand);
  }
}

}  // namespace heddle::compiler
