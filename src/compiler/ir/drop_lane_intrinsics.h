// SPDX-License-Identifier: Apache-2.0
// Code that was linearised and is not widened after all: one lane, which is there.
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::compiler {

/// Must not run if no lane is active: memory may be read or written, a division may trap.
bool needs_active_lane(const llvm::Instruction& instruction);

/// Gives the vectoriser's intrinsics their meaning for one lane, in code that stays scalar after
/// all.
void drop_lane_intrinsics(llvm::Function& kernel);

}  // namespace heddle::compiler
