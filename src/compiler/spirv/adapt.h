// SPDX-License-Identifier: Apache-2.0
// The translator's IR made to look like Clang's, so that from here on nobody can tell a SPIR-V
// module from a source.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/program/build_options.h"
#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// `module` was made by an older LLVM.
void adapt(llvm::Module& module, const CompileOptions& options);
/// `module` is the valid translation of `words`.
void adapt(llvm::Module& module, const spirv::Module& words, const CompileOptions& options);

}  // namespace heddle::compiler::spirv
