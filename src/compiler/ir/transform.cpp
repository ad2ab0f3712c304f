// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/transform.h"

#include <llvm/IR/PassInstrumentation.h>

#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

bool run(const KernelTransform& transform, Function& kernel, KernelContext& context) {
  const PassInstrumentation instrumentation(context.instrumentation);
  if (!instrumentation.runBeforePass(transform, kernel)) return false;
  transform.body(kernel, context);
  instrumentation.runAfterPass(transform, kernel, PreservedAnalyses::none());
  return true;
}

}  // namespace heddle::compiler
