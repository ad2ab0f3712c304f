// SPDX-License-Identifier: Apache-2.0
// SPV_INTEL_bfloat16_conversion (cl_intel_bfloat16_conversions), which not every release of
// SPIRV-Tools can read.
#pragma once

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Returns a module in which each conversion is a call of an imported function (builtin_calls.h). A
/// conversion of wrong types stays.
Module with_conversion_calls(const Module& module);

}  // namespace heddle::compiler::spirv
