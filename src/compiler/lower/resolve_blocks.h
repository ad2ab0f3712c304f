// SPDX-License-Identifier: Apache-2.0
// Makes calls of blocks (OpenCL C 2.0 §6.12) direct, which go through a pointer in their literal.
// All blocks are known at compile time, but only after the code around the call has been
// simplified.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// After inlining: makes calls through pointers direct, `inline_again` in between. What then still
/// mentions a function's address is a literal that is enqueued, whose pointer nobody follows: it
/// becomes null. False if a call through a pointer is left.
bool resolve_blocks(llvm::Function& kernel, llvm::ModuleAnalysisManager& analyses,
                    llvm::function_ref<void()> inline_again);

}  // namespace heddle::compiler
