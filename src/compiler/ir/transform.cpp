// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/transform.h"

#include <llvm/IR/PassInstrumentation.h>

namespace heddle::compiler {
using namespace llvm;

bool run(const KernelTransform& transform, Function& kernel, KernelContext& context,
         FunctionAnalysisManager& analyses) {
  const auto instrumentation = analyses.getResult<PassInstrumentationAnalysis>(kernel);
  if (!instrumentation.runBeforePass(transform, kernel)) return false;
  const PreservedAnalyses preserved = transform.body(kernel, context, analyses);
  analyses.invalidate(kernel, preserved);
  instrumentation.runAfterPass(transform, kernel, preserved);
  return true;
}

}  // namespace heddle::compiler
