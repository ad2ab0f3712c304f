// SPDX-License-Identifier: Apache-2.0
// The values that live at the same time. All ask here who put vectors, work-items or iterations
// side by side, and want to know whether their values have registers.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/BasicBlock.h>

namespace heddle::compiler {

using LiveValues = llvm::DenseSet<const llvm::Value*>;

/// Goes through a block backwards, from the values that live at its end to those at its beginning,
/// both in `live`. Calls `change` when a value for which `counts` is true begins or ends to live on
/// this way, and `visit` before each instruction but phis. Returns false as soon as `visit` does.
bool walk_live_values(const llvm::BasicBlock& block, LiveValues& live,
                      llvm::function_ref<bool(const llvm::Value&)> counts,
                      llvm::function_ref<void(const llvm::Value&, bool begins)> change,
                      llvm::function_ref<bool()> visit);

}  // namespace heddle::compiler
