// SPDX-License-Identifier: Apache-2.0
// Initialises private memory for cl_khr_initialize_memory ([EX22]): stores to every variable before
// its scope begins. Stores that are not needed go away when variables become values.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

PreservedAnalyses zero_private(Function& function, KernelContext& context,
                               FunctionAnalysisManager& /*analyses*/) {
  if (!context.options.zero_private) return PreservedAnalyses::all();
  SmallVector<AllocaInst*> variables;
  for (Instruction& instruction : instructions(function)) {
    if (auto* variable = dyn_cast<AllocaInst>(&instruction)) variables.push_back(variable);
  }
  for (AllocaInst* variable : variables) {
    const auto size = variable->getAllocationSize(function.getDataLayout());
    if (!size || size->isScalable()) continue;  // OpenCL C has none
    IRBuilder<> builder(variable->getParent(), std::next(variable->getIterator()));
    builder.CreateMemSet(variable, builder.getInt8(0), size->getFixedValue(), variable->getAlign());
  }
  return control_flow_preserved(!variables.empty());
}

}  // namespace heddle::compiler
