// SPDX-License-Identifier: Apache-2.0
// A block stands after the block that dominates it (SPIR-V §2.16.1). The translator of LLVM 15
// writes blocks as optimisation left them, and values are used before they are defined.
#pragma once

#include <optional>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// The module with the blocks of such functions in another order; nothing if there are none.
/// `module` need not be valid.
std::optional<Module> in_dominance_order(const Module& module);

}  // namespace heddle::compiler::spirv
