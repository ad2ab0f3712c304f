// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Returns the read in a loop that a work-item may leave only after another one has run past it (a
/// spin lock, a flag), or null. The lanes of a vector leave a loop together, so such a loop would
/// not end. `sub_groups`: work-items of one sub-group do not count where they cannot wait for one
/// another, because only one of them is in the loop, or all leave it in the same iteration.
const llvm::Instruction* find_wait(llvm::Function& kernel, bool sub_groups,
                                   llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
