// SPDX-License-Identifier: Apache-2.0
// The order of work-groups. OpenCL lets them run in any order. But there are programs whose groups
// wait for values that groups with smaller numbers write, and the output of printf shows the order.
// Every other launch of a kernel begins where the one before it ended, with the data that is still
// in the caches, unless the order may matter.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::compiler {

/// Tells whether the order of groups does not matter. Requires: atomic operations that need not be
/// such are none any more (lower-local-atomics).
bool may_run_in_any_order(const llvm::Module& module);

}  // namespace heddle::compiler
