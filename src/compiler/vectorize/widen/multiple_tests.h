// SPDX-License-Identifier: Apache-2.0
// Comparisons of a division's rest with 0 that need no rest: `n % d == 0` asks whether n is a
// multiple of d.
#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {

class WideKernel;

/// Asks whether a number divides another one, and nothing else of the rest?
bool is_multiple_test(WideKernel& wide, llvm::ICmpInst& compare);

/// Is a number zero that was computed as a float one, as the rest of a division is? Asked of that.
bool is_zero_test(WideKernel& wide, llvm::ICmpInst& compare);

}  // namespace heddle::compiler
