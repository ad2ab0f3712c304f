// SPDX-License-Identifier: Apache-2.0
// The layout of program-scope variables in the program's block, and the block's first contents.
#pragma once

#include "compiler/ir/kernel_context.h"
#include "support/result.h"

namespace heddle::compiler {

/// Lays the block out. It has all variables of the global address space, and those of the constant
/// one that have an address in their initialiser, or whose own address is in one: kernel objects
/// refer to nothing outside themselves. All others stay constants of the objects.
Result<GlobalsLayout> layout_globals(const llvm::Module& module);

}  // namespace heddle::compiler
