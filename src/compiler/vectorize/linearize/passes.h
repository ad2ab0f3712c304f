// SPDX-License-Identifier: Apache-2.0
// From branches to masks. The order is that of pipeline/passes.def.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

struct KernelContext;

/// Ensures: every branch is uniform for the tile of lanes; blocks that not all lanes run begin with
/// __hd_mask.
void linearize(llvm::Module& module, KernelContext& context);

}  // namespace heddle::compiler
