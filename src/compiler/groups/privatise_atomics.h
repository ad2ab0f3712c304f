// SPDX-License-Identifier: Apache-2.0
// Counters in global memory that every work-item may add to (a histogram without local memory):
// cores that take one cache line from each other spend a hundred times as long as the addition
// takes. Each range of groups counts for itself, and what it has counted is added at its end.
// Nobody can tell: the kernel does not look at the counters, and orders nothing by them.
#pragma once

namespace llvm {
class Function;
}

namespace heddle::compiler {

struct KernelContext;

/// Marks the updates of counters for privatise_atomics, while the kernel's arguments are still
/// such: afterwards they are loads.
void find_counters(llvm::Function& kernel, KernelContext& context);

}  // namespace heddle::compiler
