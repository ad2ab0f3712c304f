// SPDX-License-Identifier: Apache-2.0
// Instructions that change no result and that not every translator knows: most came with SPIR-V 1.4
// to 1.6. docs/spirv.md has the rest.
#pragma once

#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Tells whether the instruction may be left out: decorations for readers (UserSemantic,
/// CounterBuffer), promises that a value is uniform or a pointer's memory not used, and their
/// declarations.
bool is_remark(const Instruction& one);

/// Returns the operands of an instruction on images, without the hint Nontemporal of 1.6.
std::vector<uint32_t> without_nontemporal(const Instruction& one);

}  // namespace heddle::compiler::spirv
