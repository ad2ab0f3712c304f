// SPDX-License-Identifier: Apache-2.0
// Expands memset and memcpy to stores of elements, which can be widened and which leave private
// arrays interleaved (private_arrays.h).
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::compiler {

/// Expands those of structures and arrays of known size; large ones if they are private. Tells
/// whether there were any.
bool expand_memory(llvm::Function& kernel);

}  // namespace heddle::compiler
