// SPDX-License-Identifier: Apache-2.0
// Applies options for arithmetic to modules that are compiled already.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/program/build_options.h"

namespace heddle::compiler {

/// Gives all floating-point operations the fast-math flags that Clang gives them in sources
/// compiled with these options (§5.8.6.3).
void relax_math(llvm::Module& module, const MathOptions& options);

/// Removes `ninf`. -cl-finite-math-only promises that there are no infinities (§5.8.6.3), but
/// programs that ask for -cl-fast-relaxed-math begin a maximum with -INFINITY, or let exp overflow
/// in 1 / (1 + exp(-x)). These must not become poison, from which anything follows.
void keep_infinities(llvm::Module& module);

}  // namespace heddle::compiler
