// SPDX-License-Identifier: Apache-2.0
// Functions that stand in a module for instructions that the translator does not know, until the
// module is translated.
#pragma once

#include <string_view>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Appends an imported function; it goes before the module's own functions. Returns its id: this
/// and others are taken from `bound`.
uint32_t append_import(std::vector<uint32_t>& words, uint32_t& bound, std::string_view name,
                       uint32_t result_type, std::span<const uint32_t> parameter_types);

/// Appends the linkage that makes a result known by a name to other modules, or to make_pipes().
void append_linkage(std::vector<uint32_t>& words, uint32_t result, std::string_view name,
                    bool is_import);

}  // namespace heddle::compiler::spirv
