// SPDX-License-Identifier: Apache-2.0
// What SPIR-V 1.4 to 1.6 added that changes no result: not every translator knows it.
// docs/spirv.md says what becomes of the rest.
#pragma once

#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Whether the instruction may be left out: decorations for readers (UserSemantic, CounterBuffer),
/// promises that a value is uniform, and what declares them.
bool is_remark(const Instruction& one);

/// The operands of an instruction on images, without the hint Nontemporal of 1.6.
std::vector<uint32_t> without_nontemporal(const Instruction& one);

}  // namespace heddle::compiler::spirv
