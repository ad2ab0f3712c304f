// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/sub_groups.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <bit>

#include "compiler/analysis/sub_group_lanes.h"
#include "compiler/groups/group_entry.h"
#include "compiler/groups/passes.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

// ---- Loops that wait.

/// Tells whether an atomic operation may have to wait until others change the value: it only reads,
/// or takes a lock by an exchange.
bool only_looks(const AtomicRMWInst& update) {
  return update.getOperation() == AtomicRMWInst::Xchg || keeps_value(update);
}

/// Tells whether the value of `instruction` depends on other work-items, in `loop`.
bool depends_on_others(const Instruction& instruction, const Loop& loop) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction))
    return load->isAtomic() || load->isVolatile();
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) return only_looks(*update);
  // A loop that tries again with the value that it saw last does not wait.
  const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  return exchange && loop.isLoopInvariant(exchange->getCompareOperand());
}

/// Tells whether other work-items may decide if the loop continues. For phis in the loop the branch
/// conditions count that select their values.
bool may_wait(const Loop& loop) {
  SmallSetVector<const Value*, 32> work;
  SmallVector<BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  bool has_conditions = false;
  auto add_condition = [&](const BasicBlock& block) {
    const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch && branch->isConditional()) work.insert(branch->getCondition());
    if (const auto* choice = dyn_cast<SwitchInst>(block.getTerminator()))
      work.insert(choice->getCondition());
  };
  for (const BasicBlock* block : exiting) add_condition(*block);
  for (unsigned i = 0; i < work.size(); ++i) {
    const auto* instruction = dyn_cast<Instruction>(work[i]);
    if (!instruction || !loop.contains(instruction)) continue;
    if (depends_on_others(*instruction, loop)) return true;
    // No condition selects the value that a loop's single latch gives to its header (a counter).
    const bool is_handed_on = instruction->getParent() == loop.getHeader() && loop.getLoopLatch();
    if (isa<PHINode>(instruction) && !is_handed_on && !has_conditions) {
      has_conditions = true;
      for (const BasicBlock* block : loop.blocks()) add_condition(*block);
    }
    for (const Value* operand : instruction->operand_values()) work.insert(operand);
  }
  return false;
}

}  // namespace

PreservedAnalyses lower_local_fences(Module& module, KernelContext& context,
                                     ModuleAnalysisManager& /*analyses*/) {
  Function* fence = module.getFunction("__hd_local_fence");
  if (!fence) return PreservedAnalyses::all();
  const bool may_wait = context.record.uses_sub_groups && context.options.sub_group_progress;
  for (User* user : make_early_inc_range(fence->users())) {
    auto* call = cast<CallInst>(user);
    // A fence keeps optimisation from moving accesses over it, until loops that wait have yields.
    if (may_wait)
      IRBuilder<>(call).CreateFence(AtomicOrdering::AcquireRelease, SyncScope::SingleThread);
    call->eraseFromParent();
  }
  fence->eraseFromParent();
  return PreservedAnalyses::none();
}

PreservedAnalyses place_named_barriers(Module& module, KernelContext& /*context*/,
                                       ModuleAnalysisManager& /*analyses*/) {
  constexpr unsigned kAlign = 4;
  Function* places = module.getFunction("__hd_named_barrier");
  if (!places) return PreservedAnalyses::all();
  auto* type = ArrayType::get(Type::getInt8Ty(module.getContext()), HD_NAMED_BARRIER_BYTES);
  for (User* user : make_early_inc_range(places->users())) {
    auto* place = new GlobalVariable(module, type, /*isConstant=*/false,
                                     GlobalValue::InternalLinkage, PoisonValue::get(type),
                                     "named.barrier", nullptr, GlobalValue::NotThreadLocal, kLocal);
    place->setAlignment(Align(kAlign));
    auto* call = cast<CallInst>(user);
    call->replaceAllUsesWith(place);
    call->eraseFromParent();
  }
  places->eraseFromParent();
  return PreservedAnalyses::none();
}

PreservedAnalyses settle_sub_groups(Function& function, KernelContext& context,
                                    FunctionAnalysisManager& analyses) {
  if (!context.is_kernel(function) || !context.record.uses_sub_groups ||
      !context.options.sub_group_progress)
    return PreservedAnalyses::all();
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<std::pair<BasicBlock*, BasicBlock*>> ways_back;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    const bool yields = any_of(loop->blocks(), [&](const BasicBlock* block) {
      return loops.getLoopFor(block) == loop && any_of(*block, is_yield);
    });
    if (yields || !may_wait(*loop)) continue;
    SmallVector<BasicBlock*> latches;
    loop->getLoopLatches(latches);
    for (BasicBlock* latch : latches) ways_back.emplace_back(latch, loop->getHeader());
    context.report.note("sub-groups take turns: a loop may wait for others",
                        *loop->getHeader()->getTerminator());
  }
  for (const auto& [latch, header] : ways_back)
    make_yield(*SplitEdge(latch, header)->getTerminator());
  for (Instruction& each : make_early_inc_range(instructions(function))) {
    auto* fence = dyn_cast<FenceInst>(&each);
    if (fence && fence->getSyncScopeID() == SyncScope::SingleThread) fence->eraseFromParent();
  }
  return ways_back.empty() ? control_flow_preserved() : PreservedAnalyses::none();
}

void record_sub_groups(KernelContext& context) {
  const Lanes& lanes = context.lanes;
  KernelRecord& record = context.record;
  record.sub_group_size = lanes.are_used() && lanes.dimension == 0 ? lanes.width : 1;
  const unsigned wanted = wanted_sub_group_size(context);
  if (!record.uses_sub_groups || wanted == 0 || wanted == record.sub_group_size) return;
  context.error = "sub-groups of " + std::to_string(wanted) + " work-items are not possible";
  for (const std::string& note : context.report.notes) context.error += "; " + note;
}

}  // namespace heddle::compiler
