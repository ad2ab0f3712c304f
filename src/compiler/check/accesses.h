// SPDX-License-Identifier: Apache-2.0
// The accesses of a kernel to memory, for its checks.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include "compiler/check/site.h"

namespace heddle::compiler {

/// Returns the accesses that are the kernel's own, in the order of its instructions. A copy has
/// two.
llvm::SmallVector<Access> accesses_of(llvm::Function& kernel);

/// Returns the load whose result, or zero, `value` is: check_memory has put it under a condition.
/// Null: the value is none of these.
const llvm::LoadInst* checked_load(const llvm::Value& value);

/// Tells whether the compiler's own structures (images, pipes) lead to the pointer, or a call
/// returns it: such pointers are right.
bool is_trusted(const llvm::Instruction& pointer, const KernelContext& context);

}  // namespace heddle::compiler
