// SPDX-License-Identifier: Apache-2.0
// Prepares a module for the translator.
#pragma once

#include "compiler/spirv/constants.h"
#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Returns the valid `module` with values for its specialisation constants, without hints
/// (SPV_KHR_expect_assume), and with replacements of instructions that the translator cannot take.
Module prepared(const Module& module, const SpecValues& values);

}  // namespace heddle::compiler::spirv
