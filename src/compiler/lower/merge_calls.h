// SPDX-License-Identifier: Apache-2.0
// Gives a kernel one copy of a large function that is called at many places: every call becomes a
// jump to the copy, which knows where to return to. Lanes that call it from different places run it
// together.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Merges all calls of `callee` in `kernel` into one. The function need not be inlined already, but
/// no barrier may be in it, or after a call of it.
void merge_calls(llvm::Function& kernel, llvm::Function& callee,
                 llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
