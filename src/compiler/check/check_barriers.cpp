// SPDX-License-Identifier: Apache-2.0
// Notes each barrier that a work-item comes to, and its end, so that the runtime finds the groups
// whose work-items come to different barriers (OpenCL C 2.0 §6.13.8). Kernels of which is known
// that all work-items of a group meet stay as they are. Where there are asynchronous copies
// (§6.13.10), these are noted with their arguments, and so are all barriers and ends.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <optional>

#include "abi/check_abi.h"
#include "compiler/analysis/meeting.h"
#include "compiler/check/call_marks.h"
#include "compiler/check/passes.h"
#include "compiler/check/run_alone.h"
#include "compiler/check/services.h"
#include "compiler/check/site.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/marks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

using Blocks = SmallPtrSet<const BasicBlock*, 16>;

/// Returns the kind of place that all work-items of a sub-group come to.
std::optional<uint32_t> kind_of_sub_group(Instruction& instruction) {
  if (called_internal(instruction) == Internal::VectorBarrier) return HD_SITE_SUB_GROUP;
  if (as_mark(instruction, kCollectiveMark)) return HD_SITE_COLLECTIVE;
  return std::nullopt;
}

/// Returns the blocks that all work-items of a sub-group come to.
Blocks blocks_of_sub_groups(Function& kernel) {
  Blocks blocks;
  for (Instruction& each : instructions(kernel))
    if (kind_of_sub_group(each)) blocks.insert(each.getParent());
  return blocks;
}

/// Tells whether there are marks of copies or waits, and all of them are in the kernel: functions
/// that stay calls, and have no launch, make copies that nobody could know.
bool has_copies(const Function& kernel) {
  bool has_some = false;
  for (const char* name : {kCopyMark, kWaitMark}) {
    const Function* marks = kernel.getParent()->getFunction(name);
    if (!marks) continue;
    const auto is_own = [&](const User* user) {
      return cast<Instruction>(user)->getFunction() == &kernel;
    };
    if (!all_of(marks->users(), is_own)) return false;
    has_some |= !marks->use_empty();
  }
  return has_some;
}

/// Tells whether it is known that all work-items of a group come to the same barriers, those of its
/// sub-groups included.
bool meet_together(Function& kernel, FunctionAnalysisManager& analyses) {
  removeUnreachableBlocks(kernel);
  split_at_barriers(kernel);
  analyses.invalidate(kernel, PreservedAnalyses::none());
  const RegionGraph& graph = analyses.getResult<RegionsAnalysis>(kernel);
  const Uniformity& uniformity = analyses.getResult<KernelUniformityAnalysis>(kernel).of_group();
  const auto& joins = analyses.getResult<PostDominatorTreeAnalysis>(kernel);
  const Blocks of_sub_groups = blocks_of_sub_groups(kernel);
  // The number of a work-item in its sub-group counts as one value before there are vectors.
  const auto decides = [&](const BasicBlock& block) {
    return succ_size(&block) > 1 && decides_on_barrier(block, of_sub_groups, joins);
  };
  return none_of(kernel, decides) &&
         find_meeting(kernel, graph, uniformity, joins) == Meeting::Together;
}

/// Writes notes for the places where work-items meet.
class Notes {
 public:
  Notes(Function& kernel, KernelContext& context)
      : kernel_(kernel), sites_(*kernel.getParent(), context), services_(kernel, context) {}

  void add_all() {
    const bool notes_copies = has_copies(kernel_);
    SmallVector<std::pair<Instruction*, uint32_t>> meetings;
    SmallVector<std::pair<CallInst*, uint32_t>> copies;
    for (Instruction& each : instructions(kernel_)) {
      if (called_internal(each) == Internal::Barrier && !is_yield(each))
        meetings.emplace_back(&each, HD_SITE_BARRIER);
      if (const auto kind = kind_of_sub_group(each)) meetings.emplace_back(&each, *kind);
      if (isa<ReturnInst>(each)) meetings.emplace_back(&each, HD_SITE_END);
      if (!notes_copies) continue;
      if (CallInst* copy = as_mark(each, kCopyMark)) copies.emplace_back(copy, HD_SITE_COPY);
      if (CallInst* wait = as_mark(each, kWaitMark)) copies.emplace_back(wait, HD_SITE_WAIT);
    }
    for (const auto& [instruction, kind] : meetings) meet(*instruction, kind);
    for (const auto& [mark, kind] : copies) copy(*mark, kind);
  }

 private:
  void meet(Instruction& before, uint32_t kind) {
    IRBuilder<> at(&before);
    services_.note_meeting(
        at, sites_.describe_meeting(before, kind, kind == HD_SITE_END ? 0 : ++number_));
  }

  /// Writes the note of a copy or a wait, whose event is the mark's first operand.
  void copy(CallInst& mark, uint32_t kind) {
    IRBuilder<> at(&mark);
    const unsigned count = mark.arg_size() - 1;
    Value* arguments = ConstantPointerNull::get(at.getPtrTy());
    if (count > 0) {
      arguments = &room(count);
      for (unsigned i = 0; i < count; ++i)
        mark_of_check(*at.CreateStore(mark.getArgOperand(i + 1),
                                      at.CreateConstGEP1_64(at.getInt64Ty(), arguments, i)));
    }
    Value* event = at.CreatePtrToInt(mark.getArgOperand(0), at.getInt64Ty());
    Constant* site = sites_.describe_meeting(mark, kind, ++number_);
    Value* result = services_.note_copy(at, {site, arguments, at.getInt64(count), event});
    if (!mark.getType()->isVoidTy())
      mark.replaceAllUsesWith(at.CreateIntToPtr(result, mark.getType()));
  }

  /// Returns memory for the arguments of a copy.
  Value& room(unsigned count) {
    BasicBlock& entry = kernel_.getEntryBlock();
    IRBuilder<> at(&entry, entry.begin());
    AllocaInst* memory = at.CreateAlloca(ArrayType::get(at.getInt64Ty(), count), nullptr, "copy");
    mark_transient(*memory);
    return *memory;
  }

  Function& kernel_;
  Sites sites_;
  CheckServices services_;
  uint32_t number_ = 0;
};

void remove_collectives(Module& module) {
  for (const char* name : {kCopyMark, kWaitMark, kCollectiveMark}) remove_marks(module, name);
}

}  // namespace

PreservedAnalyses check_barriers(Module& module, KernelContext& context,
                                 ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!(checks_of(kernel) & kCheckBarriers)) return PreservedAnalyses::all();
  if (!has_barriers(kernel) && !has_copies(kernel) && blocks_of_sub_groups(kernel).empty()) {
    remove_collectives(module);
    return PreservedAnalyses::none();
  }
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  if (checks_of(kernel) & kCheckMemory)  // which has split variables that are left
    run_alone(PromotePass(), kernel, of_function);
  else
    run_alone(SROAPass(SROAOptions::PreserveCFG), kernel, of_function);
  if (has_copies(kernel) || !meet_together(kernel, of_function)) Notes(kernel, context).add_all();
  remove_collectives(module);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
