// SPDX-License-Identifier: Apache-2.0
// Makes a kernel do something defined whatever it computes: a test of an access says nothing where
// LLVM may take the access, or the way to it, for impossible.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// Drops what makes values poison, ends paths that LLVM takes for impossible, and freezes what may
/// be undefined all the same. A value that is loaded, and that addresses depend on, has one value
/// for the test and for the access. Before accesses are guarded.
void define_values(llvm::Function& kernel);

}  // namespace heddle::compiler
