// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/marks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {
constexpr const char* kTransient = "heddle.transient";
}  // namespace

bool asks_for_all_lanes(const BasicBlock& block) {
  const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  return branch && branch->isConditional() && branch->hasMetadata(kAllLanes);
}

std::string scalar_copy_name(const Function& kernel) {
  return (kernel.getName() + ".scalar").str();
}

std::string rows_name(const Function& kernel) {
  return (kernel.getName() + ".rows").str();
}

void mark_transient(AllocaInst& alloca) {
  alloca.setMetadata(kTransient, MDNode::get(alloca.getContext(), {}));
}

bool is_transient(const AllocaInst& alloca) {
  return alloca.hasMetadata(kTransient);
}

}  // namespace heddle::compiler
