// SPDX-License-Identifier: Apache-2.0
// Specialisation constants (§5.8.3): which a module has.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

struct SpecConstant {
  uint32_t id;    ///< SpecId
  uint32_t size;  ///< bytes; 1 for a bool
};
/// In a valid module.
std::vector<SpecConstant> spec_constants(const Module& module);

/// By SpecId: the value's bytes, of which the constant's size counts.
using SpecValues = std::map<uint32_t, uint64_t>;

}  // namespace heddle::compiler::spirv
