// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// Clang (since 20) emits a kernel `k` twice: the body under this prefix, and a shell `k` that
/// calls it. So do SPIR-V modules that it made.
inline constexpr llvm::StringLiteral kKernelCopyPrefix = "__clang_ocl_kern_imp_";

/// The shell of a kernel gets its body back, and what a debugger is told of it: in a shell it would
/// step over the kernel as over a call. Other kernels that call it call the copy.
void fold_kernel_copies(llvm::Module& module);

}  // namespace heddle::compiler
