// SPDX-License-Identifier: Apache-2.0
// Lines of modules that have no debug information but OpLine.
#pragma once

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Returns the module with the instructions of OpenCL.DebugInfo.100 by which the translator takes
/// the lines of OpLine: it takes none that are in no scope. A module that has debug information, or
/// no lines in functions, stays as it is.
Module with_scopes(const Module& module);

}  // namespace heddle::compiler::spirv
