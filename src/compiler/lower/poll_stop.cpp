// SPDX-License-Identifier: Apache-2.0
// Makes running launches stop for cl_khr_terminate_context ([EX23]). Each back edge of a loop tests
// the launch's flag; if it is set, the range of groups ends at once: all state of the function is
// on its stack and in the worker's memory.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "abi/kernel_abi.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

void poll(Value* flag, BasicBlock* from, BasicBlock* to, BasicBlock* stopped) {
  BasicBlock* between = SplitEdge(from, to);
  Instruction* end = between->getTerminator();
  IRBuilder<> builder(end);
  LoadInst* stop = builder.CreateLoad(builder.getInt32Ty(), flag, /*isVolatile=*/true, "stop");
  builder.CreateCondBr(builder.CreateIsNotNull(stop), stopped, end->getSuccessor(0));
  end->eraseFromParent();
}

}  // namespace

PreservedAnalyses poll_stop(Function& function, KernelContext& context,
                            FunctionAnalysisManager& /*analyses*/) {
  if (!context.options.stoppable || function.getName() != HD_KERNEL_SYMBOL)
    return PreservedAnalyses::all();
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> found;
  FindFunctionBackedges(function, found);
  SmallSetVector<std::pair<BasicBlock*, BasicBlock*>, 16> edges;
  for (const auto& [from, to] : found)
    edges.insert({const_cast<BasicBlock*>(from), const_cast<BasicBlock*>(to)});
  if (edges.empty()) return PreservedAnalyses::all();
  BasicBlock& entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  Value* field = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), function.getArg(0),
                                                    offsetof(hd_launch, stop));
  Value* flag = builder.CreateLoad(builder.getPtrTy(), field, "stop.flag");
  auto* stopped = BasicBlock::Create(function.getContext(), "stopped", &function);
  IRBuilder<>(stopped).CreateRetVoid();
  for (const auto& [from, to] : edges) poll(flag, from, to, stopped);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
