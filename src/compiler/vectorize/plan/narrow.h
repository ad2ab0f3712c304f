// SPDX-License-Identifier: Apache-2.0
// C computes with char and short in int. Where only low bits of a result are wanted, the same is
// computed in fewer bits, so that more work-items fit into a vector.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Ensures: what is wanted in few bits only is computed in few. Extensions and truncations are left
/// to be cleaned up.
void narrow(llvm::Function& kernel, KernelContext& context);
inline constexpr KernelTransform kNarrow{"narrow", Need::Optional, narrow};

}  // namespace heddle::compiler
