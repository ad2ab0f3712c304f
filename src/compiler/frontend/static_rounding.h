// SPDX-License-Identifier: Apache-2.0
// Arithmetic with a rounding mode of its own (rounding_pragma.h), which Clang makes constrained
// intrinsics of. They become calls of the built-in library (builtins/rounding.cl), which rounds
// without a change of the processor's mode, so that no pass after the front end knows of modes.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// Ensures: no constrained intrinsic and no strictfp is left.
void lower_static_rounding(llvm::Module& module);

}  // namespace heddle::compiler
