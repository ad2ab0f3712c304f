// SPDX-License-Identifier: Apache-2.0
// Whether a SPIR-V module is one that this device takes.
#pragma once

#include <span>
#include <string_view>

#include "compiler/spirv/lenient.h"
#include "support/result.h"

namespace heddle::compiler::spirv {

/// The module, if it is valid by SPIRV-Tools, but for what is clear all the same, and asks for
/// nothing that the device, with its extensions, has not. The error is HDC_INVALID_INPUT.
Result<Lenient> validated(std::span<const unsigned char> bytes, std::string_view extensions);

}  // namespace heddle::compiler::spirv
