// SPDX-License-Identifier: Apache-2.0
// Kernels of which two versions may take turns within one launch, as no bit of a result depends on
// how many work-items a vector holds.
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::compiler {

/// Tells whether scalar code and vectors of any width give the same bits: no sub-groups or
/// collective functions, no atomic operations on floats or whose value is used, no arithmetic
/// that may be reassociated, contracted or estimated, and no calls of the launch's services
/// (printf, enqueued kernels).
bool gives_same_bits(const llvm::Function& kernel);

}  // namespace heddle::compiler
