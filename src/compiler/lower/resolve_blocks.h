// SPDX-License-Identifier: Apache-2.0
// Makes calls of blocks (OpenCL C 2.0 §6.12) direct, which go through a pointer in their literal.
// All blocks are known at compile time, but only after the code around the call has been
// simplified.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Makes calls through pointers direct, after inlining, with `inline_again` in between. A literal
/// that is enqueued still has a function's address then, which nobody calls: it becomes null.
/// Returns false if a call through a pointer is left.
bool resolve_blocks(llvm::Function& kernel, llvm::ModuleAnalysisManager& analyses,
                    llvm::function_ref<void()> inline_again);

}  // namespace heddle::compiler
