// SPDX-License-Identifier: Apache-2.0
// How the private variables of a vector's work-items lie in memory.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <cstdint>

namespace heddle::compiler {

/// If every access to `alloca` is of one size and at multiples of it: that size, and the lanes'
/// elements can be interleaved, so that all lanes' element i is one vector. Else 0.
uint64_t interleaved_element_size(const llvm::AllocaInst& alloca);

/// Bytes from one lane's variable of `size` bytes to the next lane's, where they are not
/// interleaved.
uint64_t private_stride(const llvm::AllocaInst& alloca, uint64_t size);

}  // namespace heddle::compiler
