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
/// - Hints about aliases (SPV_INTEL_memory_access_aliasing) are taken out.
/// - Blocks, variables and hints of loops are where they must be (block_order.h).
/// - Faults of LLVM's back end for SPIR-V are mended (backend_faults.h).
/// `module` need not be valid.
Lenient lenient(const Module& module);

}  // namespace heddle::compiler::spirv
