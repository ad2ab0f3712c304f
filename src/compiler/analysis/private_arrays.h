// SPDX-License-Identifier: Apache-2.0
// The layout in memory of the private variables of a vector's work-items.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <cstdint>

namespace heddle::compiler {

/// Returns the size of all accesses to `alloca` if they have one size and are aligned to it: the
/// lanes' elements can be interleaved then, so that element i of all lanes is one vector. Else
/// returns 0.
uint64_t interleaved_element_size(const llvm::AllocaInst& alloca);

/// Returns the bytes from one lane's variable of `size` bytes to the next lane's, if they are not
/// interleaved.
uint64_t private_stride(const llvm::AllocaInst& alloca, uint64_t size);

}  // namespace heddle::compiler
