// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/lane_masks.h"

#include <llvm/IR/Instructions.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

bool is_of_lane_mask(const Value* mask) {
  constexpr unsigned kMaxValues = 16;
  SmallVector<const Value*> left{mask};
  for (unsigned seen = 0; !left.empty(); ++seen) {
    const Value* value = left.pop_back_val();
    if (isa<Constant>(value)) continue;
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || seen == kMaxValues) return false;
    if (called_internal(*instruction) == Internal::LaneMask) continue;
    if (!isa<BinaryOperator, SelectInst, ShuffleVectorInst>(instruction)) return false;
    append_range(left, instruction->operand_values());
  }
  return true;
}

}  // namespace heddle::compiler
