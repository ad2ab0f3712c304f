// SPDX-License-Identifier: Apache-2.0
// Order of blocks and instructions. Translators of optimised code leave things where LLVM has them
// (SPIR-V §2.4, §2.16.1): blocks before those that dominate them, variables after other
// instructions, and OpLoopMerge, which is a hint in kernels, away from the branch.
#pragma once

#include <optional>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Returns the module with these in their places, without hints that have none; nothing if it has
/// no such functions. `module` need not be valid.
std::optional<Module> in_valid_order(const Module& module);

}  // namespace heddle::compiler::spirv
