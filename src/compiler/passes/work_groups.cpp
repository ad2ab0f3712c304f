// SPDX-License-Identifier: Apache-2.0
// From the code of one work-item to the function that runs a box of work-groups.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/passes/passes.h"
#include "compiler/passes/work_item_loops.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kMaxGroupSize = 4096;             // CL_DEVICE_MAX_WORK_GROUP_SIZE
constexpr uint64_t kMaxContext = uint64_t{1} << 28;  // bytes of context for one group

uint64_t max_group_size(uint64_t per_item) {
  uint64_t size = kMaxGroupSize;
  while (size > 1 && per_item * size > kMaxContext) size /= 2;
  return size;
}

/// Only what stays in the frame is still a variable of which code generation knows a lifetime.
void drop_lifetimes(Function& kernel, const SpillPlan& plan) {
  for (Instruction& instruction : make_early_inc_range(instructions(kernel))) {
    auto* marker = dyn_cast<LifetimeIntrinsic>(&instruction);
    if (!marker) continue;
    auto* alloca = dyn_cast<AllocaInst>(marker->getArgOperand(0));
    if (!is_contained(plan.frame, alloca)) marker->eraseFromParent();
  }
}

}  // namespace

void work_groups(Module& module, KernelContext& context) {
  Function& kernel = *context.kernel(module);
  removeUnreachableBlocks(kernel);
  RegionGraph graph = find_regions(kernel);
  KernelRecord& record = context.record;
  record.uses_barriers = graph.has_barriers();
  {
    Uniformity uniformity(kernel);
    SpillPlan plan = plan_spills(kernel, graph, uniformity);
    drop_lifetimes(kernel, plan);
    GroupEntry entry(kernel, context);
    WorkItemLoops loops(kernel, entry, graph, plan, items_may_part(kernel, graph, uniformity));
    loops.build();
    record.context_fixed = loops.context_fixed();
    record.context_per_item = loops.context_per_item();
    record.private_size = plan.private_size + plan.per_item;
    record.max_group_size = max_group_size(loops.context_per_item());
  }
  kernel.eraseFromParent();
}

}  // namespace heddle::compiler
