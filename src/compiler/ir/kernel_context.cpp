// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/kernel_context.h"

#include <llvm/IR/InstIterator.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_given(const std::array<uint64_t, 3>& size) {
  return size[0] != 0 && size[1] != 0 && size[2] != 0;
}

}  // namespace

std::optional<std::array<uint64_t, 3>> known_local_size(const KernelContext& context) {
  if (context.options.has_local_size()) return context.options.local_size;
  const auto& required = context.record.required_group_size;
  if (context.options.uniform_groups && is_given(required)) return required;
  return std::nullopt;
}

bool knows_groups(const Function& kernel, const KernelContext& context) {
  if (context.record.uses_sub_groups) return true;
  const bool uniform = context.options.uniform_groups || known_local_size(context);
  for (const Argument& argument : kernel.args()) {
    bool is_local = context.record.args[argument.getArgNo()].kind == ArgKind::Local;
    if (is_local && !argument.use_empty()) return true;
  }
  return any_of(instructions(kernel), [&](const Instruction& instruction) {
    switch (called_internal(instruction)) {
      case Internal::LocalId:
      case Internal::GroupId:
      case Internal::Barrier:
      case Internal::GroupScratch:
      case Internal::LocalMemory:
      case Internal::IsLocal:
      case Internal::VectorIndex:
      case Internal::VectorCount:
      case Internal::LanesReduce:
      case Internal::LanesScan:
      case Internal::LanesShift:
        return true;
      case Internal::LocalSize:
        return !uniform;
      default:
        return false;
    }
  });
}

bool zeroes_local_memory(const KernelContext& context) {
  const auto is_local = [](const ArgRecord& arg) { return arg.kind == ArgKind::Local; };
  return context.options.zero_local &&
         (context.record.local_size > 0 || any_of(context.record.args, is_local));
}

unsigned most_cases(const Function& function) {
  unsigned most = 0;
  for (const BasicBlock& block : function)
    if (const auto* choice = dyn_cast<SwitchInst>(block.getTerminator()))
      most = std::max(most, choice->getNumCases());
  return most;
}

}  // namespace heddle::compiler
