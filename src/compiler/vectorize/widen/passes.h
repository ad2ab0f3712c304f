// SPDX-License-Identifier: Apache-2.0
// From one work-item to a vector of them. The order is that of pipeline/passes.def.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

struct KernelContext;

/// Ensures: one call of the kernel does the work of a vector of work-items.
/// __hd_local_id(dimension) and __hd_global_id(dimension) are those of lane 0.
void widen(llvm::Module& module, KernelContext& context);

}  // namespace heddle::compiler
