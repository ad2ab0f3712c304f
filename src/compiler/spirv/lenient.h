// SPDX-License-Identifier: Apache-2.0
// What producers write and other consumers take, although the specification does not allow it, or
// allows it in later versions only, and whose meaning is clear.
#pragma once

#include <string>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// A module that says the same in words that every consumer takes. Nothing else is changed: it is
/// valid if `module` is, but for these things.
struct Lenient {
  Module module;
  std::string warnings;  ///< for the build log, a line each
};

/// - Entry points that are called get a function of their own, which they call, too.
/// - Pointers that are compared or subtracted (OpPtrEqual and the like, of 1.4; or instructions for
///   integers), or that OpBitcast takes for integers, are converted to integers.
/// - Hints about aliases and loops are taken out (hints.h).
/// - Conversions of SPV_INTEL_bfloat16_conversion become calls (bfloat16.h).
/// - What is used is declared (missing_declarations.h).
/// - Entry points name the variables that they use (interfaces.h).
/// - Formats of printf point to characters in constant memory (printf_formats.h).
/// - Merge blocks belong to one header, and OpPhi has each parent once (branch_faults.h).
/// - Blocks, variables and hints of loops are where they must be (block_order.h).
/// - Faults of LLVM's back end for SPIR-V are mended (backend_faults.h).
/// `module` need not be valid.
Lenient lenient(const Module& module);

}  // namespace heddle::compiler::spirv
