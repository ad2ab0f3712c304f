// SPDX-License-Identifier: Apache-2.0
// Makes running launches stop for cl_khr_terminate_context ([EX23]), and where the time of kernels
// is limited. Each back edge of a loop tests the launch's flag; if it is set, the range of groups
// ends at once: all state of the function is on its stack and in the worker's memory. For a limit
// of time it tells the place first.
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "abi/check_abi.h"
#include "compiler/check/site.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

class Polls {
 public:
  Polls(Function& function, const KernelContext& context)
      : function_(function), sites_(*function.getParent(), context) {
    BasicBlock& entry = function.getEntryBlock();
    IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    flag_ = builder.CreateLoad(builder.getPtrTy(),
                               field(builder, function.getArg(0), offsetof(hd_launch, stop)),
                               "stop.flag");
  }

  void add(BasicBlock* from, BasicBlock* to, BasicBlock* stopped) {
    BasicBlock* between = SplitEdge(from, to);
    Instruction* end = between->getTerminator();
    IRBuilder<> builder(end);
    LoadInst* stop = builder.CreateLoad(builder.getInt32Ty(), flag_, /*isVolatile=*/true, "stop");
    builder.CreateCondBr(builder.CreateIsNotNull(stop), stopped, end->getSuccessor(0));
    end->eraseFromParent();
  }

  /// Returns the block that ends the groups, for all edges at a place in the source.
  /// They tell the place if `loops` are given, those of the function: its time is limited.
  BasicBlock* stopped_at(const BasicBlock* from, const BasicBlock* to, const LoopInfo* loops) {
    const Instruction* place = loops ? placed(*from, *to, *loops) : nullptr;
    Constant* site = place ? sites_.describe_operation(*place, HD_SITE_LOOP, 0, false) : nullptr;
    BasicBlock*& block = stopped_[site];
    if (block) return block;
    block = BasicBlock::Create(function_.getContext(), "stopped", &function_);
    IRBuilder<> builder(block);
    if (loops) tell(builder, site);
    builder.CreateRetVoid();
    return block;
  }

 private:
  static Value* field(IRBuilder<>& at, Value* base, uint64_t offset) {
    return at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), base, offset);
  }

  /// Returns the instruction of a back edge that has a place in the source; else one of the loop,
  /// which work-items may go through one after the other; null if none has a place.
  static const Instruction* placed(const BasicBlock& from, const BasicBlock& to,
                                   const LoopInfo& loops) {
    const auto last_of = [](const BasicBlock& block) -> const Instruction* {
      for (const Instruction& each : reverse(block))
        if (each.getDebugLoc() && each.getDebugLoc().getLine() != 0) return &each;
      return nullptr;
    };
    const Instruction* found = last_of(from);
    if (!found) found = last_of(to);
    const Loop* loop = loops.getLoopFor(&to);
    if (found || !loop) return found;
    for (const BasicBlock* block : reverse(loop->getBlocks()))
      if ((found = last_of(*block))) return found;
    return nullptr;
  }

  void tell(IRBuilder<>& at, Constant* site) {
    PointerType* pointer = at.getPtrTy();
    Value* launch = function_.getArg(0);
    Value* services = at.CreateLoad(pointer, field(at, launch, offsetof(hd_launch, services)));
    Value* callee = at.CreateLoad(pointer, field(at, services, offsetof(hd_services, stopped)));
    if (!site) site = ConstantPointerNull::get(pointer);
    at.CreateCall(FunctionType::get(at.getVoidTy(), {pointer, pointer}, false), callee,
                  {launch, site})
        ->setDoesNotThrow();
  }

  Function& function_;
  Sites sites_;
  Value* flag_;
  DenseMap<Constant*, BasicBlock*> stopped_;
};

}  // namespace

PreservedAnalyses poll_stop(Function& function, KernelContext& context,
                            FunctionAnalysisManager& analyses) {
  if (!context.options.stoppable || function.getName() != HD_KERNEL_SYMBOL)
    return PreservedAnalyses::all();
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> found;
  FindFunctionBackedges(function, found);
  SmallSetVector<std::pair<BasicBlock*, BasicBlock*>, 16> edges;
  for (const auto& [from, to] : found)
    edges.insert({const_cast<BasicBlock*>(from), const_cast<BasicBlock*>(to)});
  if (edges.empty()) return PreservedAnalyses::all();
  Polls polls(function, context);
  const LoopInfo* loops =
      context.options.limited ? &analyses.getResult<LoopAnalysis>(function) : nullptr;
  SmallVector<BasicBlock*> stopped;
  for (const auto& [from, to] : edges) stopped.push_back(polls.stopped_at(from, to, loops));
  for (const auto& [edge, block] : zip(edges, stopped)) polls.add(edge.first, edge.second, block);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
