// SPDX-License-Identifier: Apache-2.0
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/passes/local_atomics.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/vectorize/dot_products.h"
#include "compiler/passes/vectorize/plan.h"
#include "compiler/passes/vectorize/widener.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

Function* empty_copy(Function& kernel, const Twine& name) {
  Function* copy =
      Function::Create(kernel.getFunctionType(), kernel.getLinkage(), name, kernel.getParent());
  copy->copyAttributesFrom(&kernel);
  copy->setSubprogram(kernel.getSubprogram());
  for (Argument& argument : kernel.args())
    copy->getArg(argument.getArgNo())->setName(argument.getName());
  return copy;
}

/// `replacement` takes the kernel's place and name.
void replace(Function& kernel, Function& replacement) {
  std::string name = kernel.getName().str();
  kernel.eraseFromParent();
  replacement.setName(name);
}

/// Null if it cannot be done.
Function* widened(Function& kernel, const Twine& name, const Lanes& lanes, KernelContext& context) {
  Function* wide = empty_copy(kernel, name);
  if (Widener(kernel, *wide, lanes, context.target, context.report).run()) return wide;
  wide->deleteBody();
  wide->eraseFromParent();
  return nullptr;
}

}  // namespace

void widen(Module& module, KernelContext& context) {
  Function& kernel = *context.kernel(module);
  Function* scalar = module.getFunction(scalar_copy_name(kernel));
  drop_local_volatile(kernel);
  if (scalar) drop_local_volatile(*scalar);
  if (context.lanes.are_used() && !context.lanes.same) {
    const Lanes lanes = context.lanes;
    Lanes single = lanes;
    single.rows = 1;
    Function* wide = widened(kernel, kernel.getName() + ".wide", single, context);
    if (wide && lanes.rows > 1 && !widened(kernel, rows_name(kernel), lanes, context))
      context.lanes = single;
    if (wide) {
      replace(kernel, *wide);
    } else {
      context.lanes = {};
    }
  }
  if (scalar && !context.lanes.are_used()) {
    replace(kernel, *scalar);
  } else if (scalar) {
    scalar->eraseFromParent();
  }
  make_scalar_dot_products(module, VectorIsa(context.target));
  context.report.lanes = context.lanes;
}

}  // namespace heddle::compiler
