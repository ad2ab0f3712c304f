// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// Lowers the alignment of accesses to memory that is not private, and of parameters that point to
/// buffers, to at most 8 bytes. Programs read a float4 at the address of a float, and give
/// CL_MEM_USE_HOST_PTR memory of malloc to a kernel that sees a float16 there. That is undefined
/// (§6.1.5 of the C specification), but works elsewhere, and instructions that do not fault are as
/// fast.
void loosen_alignment(llvm::Module& module);

}  // namespace heddle::compiler
