// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/instruction_sets.h"

#include <set>
#include <string_view>

namespace heddle::compiler::spirv {

namespace {

template <class IsDropped>
Module without_sets(const Module& module, const IsDropped& is_dropped) {
  std::set<uint32_t> dropped;  // ids of instruction sets and of their results
  module.each([&](const Instruction& one) {
    const auto& operands = one.operands;
    if (one.opcode == OpExtInstImport && is_dropped(string_at(one, 1))) dropped.insert(operands[0]);
    if (one.opcode == OpExtInst && operands.size() > 2 && dropped.contains(operands[2]))
      dropped.insert(operands[1]);
  });
  if (dropped.empty()) return module;
  return module.rewritten([&](const Instruction& one, std::vector<uint32_t>& words) {
    const size_t id = one.opcode == OpExtInst ? 1 : 0;
    const bool has_id =
        one.opcode == OpExtInst || one.opcode == OpExtInstImport || one.opcode == OpName;
    if (has_id && one.operands.size() > id && dropped.contains(one.operands[id])) return;
    append(words, one.opcode, one.operands);
  });
}

}  // namespace

Module without_debug_info(const Module& module) {
  return without_sets(module, [](std::string_view name) { return name == "OpenCL.DebugInfo.100"; });
}

Module without_non_semantic(const Module& module) {
  return without_sets(module,
                      [](std::string_view name) { return name.starts_with("NonSemantic."); });
}

}  // namespace heddle::compiler::spirv
