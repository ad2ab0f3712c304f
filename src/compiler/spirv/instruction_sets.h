// SPDX-License-Identifier: Apache-2.0
// Extended instruction sets that change no result.
#pragma once

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Returns the module without OpenCL.DebugInfo.100 (cl_khr_spirv_extended_debug_info): nothing else
/// refers to these instructions.
Module without_debug_info(const Module& module);

/// Returns the module without the sets that declare to have no effect (SPV_KHR_non_semantic_info,
/// part of SPIR-V 1.6).
Module without_non_semantic(const Module& module);

}  // namespace heddle::compiler::spirv
