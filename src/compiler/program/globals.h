// SPDX-License-Identifier: Apache-2.0
// The program-scope variables: where each lies in the program's block, and what the block holds at
// first.
#pragma once

#include "compiler/ir/kernel_context.h"
#include "support/result.h"

namespace heddle::compiler {

/// In the block lie all variables of the global address space, and of the constant one those whose
/// address or whose initialiser has to do with an address: kernel objects refer to nothing outside
/// themselves. All others stay constants of the objects.
Result<GlobalsLayout> layout_globals(const llvm::Module& module);

}  // namespace heddle::compiler
