// SPDX-License-Identifier: Apache-2.0
// The specialisation constants of a module (§5.8.3).
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
/// Returns those of a valid module.
std::vector<SpecConstant> spec_constants(const Module& module);

/// Values by SpecId. Of the value's bytes those of the constant's size count.
using SpecValues = std::map<uint32_t, uint64_t>;

}  // namespace heddle::compiler::spirv
