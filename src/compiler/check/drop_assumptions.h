// SPDX-License-Identifier: Apache-2.0
// Removes what LLVM may conclude from accesses being right: a test after such a promise is folded.
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::compiler {

/// Drops flags of address arithmetic, attributes and metadata of pointers, and assumptions.
void drop_assumptions(llvm::Function& function);

}  // namespace heddle::compiler
