// SPDX-License-Identifier: Apache-2.0
// The door to heddle-spirv, a process that takes a module and gives LLVM bitcode (tool/).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/result.h"

namespace heddle::compiler::spirv {

enum class HelperMode : uint32_t {
  Translate,  ///< SPIR-V words
  Upgrade,    ///< LLVM bitcode of any age (SPIR 1.2)
};

/// Waits for it. Whatever becomes of the helper, this process does not notice: the error,
/// HDC_FAILURE, says what it said last.
Result<std::vector<unsigned char>> run_helper(HelperMode mode,
                                              std::span<const unsigned char> input);

}  // namespace heddle::compiler::spirv
