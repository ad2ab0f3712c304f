// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// The read in a loop that a work-item may leave only after another one has gone on past it (a
/// lock, a turn), or null. The lanes of a vector leave a loop together: such a loop would not end.
/// `sub_groups`: work-items of one do not count where they cannot wait for one another, as only one
/// of them is in the loop, or all leave it in the same round.
const llvm::Instruction* find_wait(llvm::Function& kernel, bool sub_groups,
                                   llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
