// SPDX-License-Identifier: Apache-2.0
// Implements -cl-denorms-are-zero (§5.8.6.2): while a kernel's groups run, the processor takes
// subnormal operands for zeros and makes no subnormal results. Handling them takes a hundred times
// as long as other arithmetic. Other code of the thread finds the old settings.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "abi/kernel_abi.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

PreservedAnalyses flush_denormals(Function& function, KernelContext& context,
                                  FunctionAnalysisManager& /*analyses*/) {
  if (!context.options.denorms_are_zero || function.getName() != HD_KERNEL_SYMBOL)
    return PreservedAnalyses::all();
  BasicBlock& entry = function.getEntryBlock();
  IRBuilder<> at(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  Value* before = context.isa.begin_flushing(at);
  for (BasicBlock& block : function) {
    auto* end = dyn_cast<ReturnInst>(block.getTerminator());
    if (!end) continue;
    at.SetInsertPoint(end);
    context.isa.end_flushing(at, before);
  }
  return control_flow_preserved();
}

}  // namespace heddle::compiler
