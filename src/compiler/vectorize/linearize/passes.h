// SPDX-License-Identifier: Apache-2.0
// The pass that replaces divergent branches by masks.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

struct KernelContext;

/// Linearises divergent regions. Ensures: every branch is uniform for the tile of lanes; blocks
/// that not all lanes run begin with __hd_mask.
void linearize(llvm::Module& module, KernelContext& context);

}  // namespace heddle::compiler
