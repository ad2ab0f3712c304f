// SPDX-License-Identifier: Apache-2.0
// Names of built-ins that older front ends and the translator spell in their own ways.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler::spirv {

/// Gives built-ins Clang's names, with its argument types.
void settle_names(llvm::Module& module);

}  // namespace heddle::compiler::spirv
