// SPDX-License-Identifier: Apache-2.0
// The door to heddle-spirv, a process that turns a module into LLVM bitcode (tool/).
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

/// Runs the helper and waits for it. No end of the helper harms this process: the error,
/// HDC_FAILURE, has its last words.
Result<std::vector<unsigned char>> run_helper(HelperMode mode,
                                              std::span<const unsigned char> input);

}  // namespace heddle::compiler::spirv
