// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/preserved.h"

#include <llvm/IR/Analysis.h>

namespace heddle::compiler {
using namespace llvm;

PreservedAnalyses preserved_unless(bool changed) {
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses control_flow_preserved(bool changed) {
  PreservedAnalyses preserved = preserved_unless(changed);
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

PreservedAnalyses functions_preserved() {
  PreservedAnalyses preserved;
  preserved.preserveSet<AllAnalysesOn<Function>>();
  preserved.preserve<FunctionAnalysisManagerModuleProxy>();
  return preserved;
}

}  // namespace heddle::compiler
