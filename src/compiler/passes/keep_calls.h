// SPDX-License-Identifier: Apache-2.0
// Programs that grow beyond all measure when everything is inlined: which of their functions stay
// functions. Such a kernel runs one work-item at a time.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include "compiler/passes/passes.h"

namespace heddle::compiler {

using FunctionSet = llvm::SmallPtrSet<const llvm::Function*, 8>;

/// Functions to be called, of those that `kernel` calls, transitively; nearly always none. What a
/// large kernel calls is simplified on the way: it is copied many times.
FunctionSet calls_to_keep(llvm::Function& kernel, KernelContext& context);

}  // namespace heddle::compiler
