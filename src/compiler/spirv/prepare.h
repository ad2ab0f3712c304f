// SPDX-License-Identifier: Apache-2.0
// A module as the translator is given it.
#pragma once

#include "compiler/spirv/constants.h"
#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// `module`, which is valid, with values for its specialisation constants, without hints
/// (SPV_KHR_expect_assume), and with what trips the translator said in other words.
Module prepared(const Module& module, const SpecValues& values);

}  // namespace heddle::compiler::spirv
