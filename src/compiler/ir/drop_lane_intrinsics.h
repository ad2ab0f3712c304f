// SPDX-License-Identifier: Apache-2.0
// Turns linearised code that is not widened after all into code of one lane, which is active.
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::compiler {

/// Tells whether the instruction must not run if no lane is active: it may access memory, or trap
/// (a division).
bool needs_active_lane(const llvm::Instruction& instruction);

/// Gives the vectoriser's intrinsics their meaning for one lane, in code that stays scalar after
/// all.
void drop_lane_intrinsics(llvm::Function& kernel);

}  // namespace heddle::compiler
