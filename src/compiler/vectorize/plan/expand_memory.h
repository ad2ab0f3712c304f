// SPDX-License-Identifier: Apache-2.0
// What is cleared or copied at once (memset, memcpy) becomes stores of elements, which lanes do
// together and which leave private arrays interleaved (private_arrays.h).
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::compiler {

/// Structures and arrays of known size, private ones if they are large. Returns whether there was
/// anything of the kind.
bool expand_memory(llvm::Function& kernel);

}  // namespace heddle::compiler
