// SPDX-License-Identifier: Apache-2.0
// The upper half of a product of 64 bits. Vectors have no product of 128 bits.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace heddle::compiler {

/// Returns it for two unsigned 64-bit numbers, or vectors of them, by four products of their
/// halves.
llvm::Value* high_product(llvm::IRBuilder<>& at, llvm::Value* a, llvm::Value* b);

}  // namespace heddle::compiler
