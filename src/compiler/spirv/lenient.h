// SPDX-License-Identifier: Apache-2.0
// Words that producers write and other consumers take, and whose meaning is clear, although the
// specification does not allow them, or only in later versions.
#pragma once

#include <string>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// A module with the same meaning in words that every consumer takes. It is valid if `module` is
/// valid but for these things.
struct Lenient {
  Module module;
  std::string warnings;  ///< for the build log, a line each
};

/// Rewrites a module, which need not be valid:
/// - Entry points that are called get a function of their own, which they call, too.
/// - Pointers that are compared or subtracted (OpPtrEqual and the like, of 1.4; or instructions for
///  integers), or that OpBitcast treats as integers, are converted to integers.
/// - Hints about aliases and loops are removed (hints.h).
/// - Conversions of SPV_INTEL_bfloat16_conversion become calls (bfloat16.h).
/// - Missing capabilities and extensions are declared (missing_declarations.h).
/// - Entry points name the variables that they use (interfaces.h).
/// - Formats of printf point to characters in constant memory (printf_formats.h).
/// - Merge blocks belong to one header, and OpPhi has each parent once (branch_faults.h).
/// - Blocks, variables and hints of loops are where they must be (block_order.h).
/// - Faults of LLVM's back end for SPIR-V are mended (backend_faults.h).
Lenient lenient(const Module& module);

}  // namespace heddle::compiler::spirv
