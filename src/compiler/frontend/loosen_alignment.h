// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// Programs take a float4 from where a float is, and give CL_MEM_USE_HOST_PTR what malloc returned
/// to a kernel that sees a float16 there. That is undefined (§6.1.5 of the C specification), but
/// works elsewhere, and instructions that do not fault are as fast. So no access of memory that is
/// not private, and no parameter that points to a buffer, says more than that it is aligned to 8
/// bytes.
void loosen_alignment(llvm::Module& module);

}  // namespace heddle::compiler
