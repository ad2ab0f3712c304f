// SPDX-License-Identifier: Apache-2.0
// Whether work-groups may run in any order. OpenCL says they may, always; but programs exist whose
// groups wait for what those with smaller numbers write, and who prints sees in which order. Every
// other launch begins where the one before it ended, with what is still in the caches: not of such
// kernels.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::compiler {

/// Requires: atomic operations that need not be such are none any more (lower-local-atomics).
bool may_run_in_any_order(const llvm::Module& module);

}  // namespace heddle::compiler
