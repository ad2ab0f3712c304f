// SPDX-License-Identifier: Apache-2.0
// Privatises counters in global memory that every work-item may add to (a histogram without local
// memory). Cores that take a cache line from each other spend a hundred times the time of the
// addition. So each range of groups counts for itself, and adds its counts at its end. That is
// invisible: the kernel does not read the counters, and orders nothing by them.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Marks the updates of counters for privatise_atomics, while the kernel's arguments are still
/// arguments: afterwards they are loads.
void find_counters(llvm::Function& kernel, KernelContext& context,
                   llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
