// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/sub_groups.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <bit>

#include "compiler/analysis/sub_group_lanes.h"
#include "compiler/builtins/library.h"
#include "compiler/groups/group_entry.h"
#include "compiler/groups/passes.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Does the name, as Clang mangles it, stand for a function of sub-groups?
bool is_of_sub_groups(StringRef name) {
  return name.contains("sub_group") && !name.contains("kernel_sub_group");
}

/// The name of the form for whole work-groups: the same with a prefix; of pipes the work-group's.
std::string whole_name(StringRef name) {
  if (name.consume_front("__sub_group_")) return ("__work_group_" + name).str();
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length)) return {};
  constexpr StringLiteral kPrefix = "__whole_";
  return ("_Z" + Twine(length + kPrefix.size()) + kPrefix + name).str();
}

SmallVector<Function*> functions_of_sub_groups(Module& module) {
  SmallVector<Function*> found;
  for (Function& function : module) {
    if (function.isDeclaration() && !function.use_empty() && is_of_sub_groups(function.getName()))
      found.push_back(&function);
  }
  return found;
}

bool has_whole_form(const Function& function) {
  const std::string name = whole_name(function.getName());
  return !name.empty() && builtins::find(name) >= 0;
}

// ---- Loops that wait.

/// Does an atomic operation only look, so that it may have to wait for others to change what it
/// sees? A lock that is taken by an exchange counts, too.
bool only_looks(const AtomicRMWInst& update) {
  const auto* operand = dyn_cast<ConstantInt>(update.getValOperand());
  switch (update.getOperation()) {
    case AtomicRMWInst::Xchg:
      return true;
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::UMax:
      return operand && operand->isZero();
    case AtomicRMWInst::And:
    case AtomicRMWInst::UMin:
      return operand && operand->isMinusOne();
    default:
      return false;
  }
}

/// Is what `instruction` gives up to other work-items, in `loop`?
bool depends_on_others(const Instruction& instruction, const Loop& loop) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction))
    return load->isAtomic() || load->isVolatile();
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) return only_looks(*update);
  // A loop that tries again with the value that it saw last does not wait.
  const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  return exchange && loop.isLoopInvariant(exchange->getCompareOperand());
}

/// Does it depend on others whether the loop goes on? Of values that are joined in the loop the
/// conditions count that decide which of them it is.
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
    // What a loop's single latch hands to its header (a counter) no condition decides.
    const bool is_handed_on = instruction->getParent() == loop.getHeader() && loop.getLoopLatch();
    if (isa<PHINode>(instruction) && !is_handed_on && !has_conditions) {
      has_conditions = true;
      for (const BasicBlock* block : loop.blocks()) add_condition(*block);
    }
    for (const Value* operand : instruction->operand_values()) work.insert(operand);
  }
  return false;
}

const Loop* waiting_loop(const LoopInfo& loops) {
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (may_wait(*loop)) return loop;
  }
  return nullptr;
}

}  // namespace

void find_sub_groups(Module& module, KernelContext& context) {
  SubGroups& groups = context.sub_groups;
  const SmallVector<Function*> functions = functions_of_sub_groups(module);
  groups.used = !functions.empty() || context.record.required_sub_group_size != 0;
  groups.has_whole_form = all_of(functions, [](Function* each) { return has_whole_form(*each); });
  if (groups.whole) {
    for (Function* function : functions) {
      FunctionCallee whole = module.getOrInsertFunction(
          whole_name(function->getName()), function->getFunctionType(), function->getAttributes());
      cast<Function>(whole.getCallee())->setCallingConv(function->getCallingConv());
      function->replaceAllUsesWith(whole.getCallee());
      function->eraseFromParent();
    }
  } else if (!functions.empty() && context.options.sub_group_progress &&
             context.options.sub_group_size == 0) {
    groups.untouched = CloneModule(module);
  }
}

void settle_sub_groups(Module& module, KernelContext& context) {
  SubGroups& groups = context.sub_groups;
  if (!groups.untouched) return;
  Function& kernel = *context.kernel(module);
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  const Loop* loop = waiting_loop(loops);
  if (!loop) {
    groups.untouched.reset();
  } else if (context.record.required_sub_group_size != 0) {
    context.error =
        "sub-groups of a required size cannot wait for each other in a loop; where they do not, "
        "-cl-no-subgroup-ifp says so";
  } else if (groups.has_whole_form) {
    groups.restart = true;
  } else {
    groups.one_vector = true;
    context.report.note("work-groups have one sub-group: a loop may wait for others",
                        *loop->getHeader()->getTerminator());
  }
}

void record_sub_groups(KernelContext& context) {
  const SubGroups& groups = context.sub_groups;
  const Lanes& lanes = context.lanes;
  KernelRecord& record = context.record;
  record.uses_sub_groups = groups.used;
  record.sub_group_size = groups.whole                               ? kWholeGroup
                          : lanes.are_used() && lanes.dimension == 0 ? lanes.width
                                                                     : 1;
  if (groups.one_vector)
    record.max_group_size = std::min<uint64_t>(record.max_group_size, record.sub_group_size);
  const unsigned wanted = wanted_sub_group_size(context);
  if (!groups.used || wanted == 0 || wanted == record.sub_group_size) return;
  context.error = "sub-groups of " + std::to_string(wanted) + " work-items are not possible";
  for (const std::string& note : context.report.notes) context.error += "; " + note;
}

}  // namespace heddle::compiler
