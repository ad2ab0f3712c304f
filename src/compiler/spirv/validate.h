// SPDX-License-Identifier: Apache-2.0
// Validates a SPIR-V module for this device.
#pragma once

#include <span>
#include <string_view>

#include "compiler/spirv/lenient.h"
#include "support/result.h"

namespace heddle::compiler::spirv {

/// Returns the module if it is valid by SPIRV-Tools (or invalid with a clear meaning), and needs
/// nothing beyond the device with its extensions. The error is HDC_INVALID_INPUT.
Result<Lenient> validated(std::span<const unsigned char> bytes, std::string_view extensions);

}  // namespace heddle::compiler::spirv
