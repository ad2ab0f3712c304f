// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/live_values.h"

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {
using namespace llvm;

bool walk_live_values(const BasicBlock& block, LiveValues& live,
                      function_ref<bool(const Value&)> counts,
                      function_ref<void(const Value&, bool begins)> change,
                      function_ref<bool()> visit) {
  for (const Instruction& instruction : reverse(block)) {
    if (live.erase(&instruction)) change(instruction, false);
    if (isa<PHINode>(instruction)) continue;
    for (const Value* operand : instruction.operand_values())
      if (counts(*operand) && live.insert(operand).second) change(*operand, true);
    if (!visit()) return false;
  }
  return true;
}

}  // namespace heddle::compiler
