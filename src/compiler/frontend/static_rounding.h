// SPDX-License-Identifier: Apache-2.0
// Lowers arithmetic with a rounding mode of its own (rounding_pragma.h), which Clang emits as
// constrained intrinsics. They become calls of the built-in library (builtins/rounding.cl), which
// rounds without a change of the processor's mode: no pass after the front end knows about modes.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// Ensures: no constrained intrinsic and no strictfp is left.
void lower_static_rounding(llvm::Module& module);

}  // namespace heddle::compiler
