// SPDX-License-Identifier: Apache-2.0
// Makes the translator's IR look like Clang's, so that no later pass can tell a SPIR-V module from
// a source.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/program/build_options.h"
#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Adapts a module that an older LLVM made.
void adapt(llvm::Module& module, const CompileOptions& options);
/// Adapts the valid translation of `words`.
void adapt(llvm::Module& module, const spirv::Module& words, const CompileOptions& options);

}  // namespace heddle::compiler::spirv
