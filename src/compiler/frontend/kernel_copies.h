// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// The prefix of kernel bodies. Clang (since 20) emits a kernel `k` twice: the body under this
/// prefix, and a shell `k` that calls it. SPIR-V modules made by Clang have both, too.
inline constexpr llvm::StringLiteral kKernelCopyPrefix = "__clang_ocl_kern_imp_";

/// Gives the shell of a kernel its body back, and its debug information: a debugger would step over
/// the kernel as over a call. Other kernels that call it call the copy.
void fold_kernel_copies(llvm::Module& module);

}  // namespace heddle::compiler
