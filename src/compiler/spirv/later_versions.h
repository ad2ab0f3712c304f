// SPDX-License-Identifier: Apache-2.0
// What changes no result, and not every translator knows: most of it came with SPIR-V 1.4 to 1.6.
// docs/spirv.md says what becomes of the rest.
#pragma once

#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Whether the instruction may be left out: decorations for readers (UserSemantic, CounterBuffer),
/// promises that a value is uniform or a pointer's memory not used, and what declares them.
bool is_remark(const Instruction& one);

/// The operands of an instruction on images, without the hint Nontemporal of 1.6.
std::vector<uint32_t> without_nontemporal(const Instruction& one);

}  // namespace heddle::compiler::spirv
