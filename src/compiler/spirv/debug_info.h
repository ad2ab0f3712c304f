// SPDX-License-Identifier: Apache-2.0
// The extended instruction set OpenCL.DebugInfo.100 (cl_khr_spirv_extended_debug_info).
#pragma once

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// The module without it: nothing else refers to these instructions.
Module without_debug_info(const Module& module);

}  // namespace heddle::compiler::spirv
