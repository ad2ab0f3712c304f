// SPDX-License-Identifier: Apache-2.0
// Names of built-ins that older front ends and the translator spell in ways of their own.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler::spirv {

/// Built-ins are called by the names that Clang has for them, with its types of arguments.
void settle_names(llvm::Module& module);

}  // namespace heddle::compiler::spirv
