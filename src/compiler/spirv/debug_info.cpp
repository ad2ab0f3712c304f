// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/debug_info.h"

#include <set>

namespace heddle::compiler::spirv {

Module without_debug_info(const Module& module) {
  std::set<uint32_t> dropped;  // ids: of the set of instructions, and of their results
  module.each([&](const Instruction& one) {
    const auto& operands = one.operands;
    if (one.opcode == OpExtInstImport && string_at(one, 1) == "OpenCL.DebugInfo.100")
      dropped.insert(operands[0]);
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

}  // namespace heddle::compiler::spirv
