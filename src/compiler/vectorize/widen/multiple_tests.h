// SPDX-License-Identifier: Apache-2.0
// Comparisons of a remainder with 0 (`n % d == 0`) without the remainder: tests whether n is a
// multiple of d.
#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {

class WideKernel;

/// Emits `compare` as a test for multiples, if it is one and nothing else uses the remainder.
/// Returns false if not.
bool is_multiple_test(WideKernel& wide, llvm::ICmpInst& compare);

}  // namespace heddle::compiler
