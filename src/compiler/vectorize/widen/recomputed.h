// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Value.h>

namespace heddle::compiler {

class WideKernel;

/// Emits a nearly affine value once more, for one lane or for all, from parts of it: `part_of`
/// returns what a part is there, or null for a value that is to be emitted from its operands.
llvm::Value* recomputed(WideKernel& wide, llvm::Value* value,
                        llvm::function_ref<llvm::Value*(llvm::Value*)> part_of);

}  // namespace heddle::compiler
