// SPDX-License-Identifier: Apache-2.0
// Kernels of blocks (OpenCL C 2.0 §6.13.17). Clang makes a kernel of each enqueued block and passes
// its address to enqueue_kernel. Here such a kernel is one of the program's, known by its number,
// so that every kernel can be compiled alone.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// Tells whether it is a block's kernel: its address is taken, which no kernel of the application's
/// ever is.
bool is_block_kernel(const llvm::Function& function);

/// Makes block kernels local to their source, after the front end and before linking: sources may
/// have functions, and so blocks, of one name. Removes block kernels that nobody enqueues. Gives
/// the others debug information, if their blocks have some.
void settle_block_kernels(llvm::Module& module);

/// Passes the number of a block's kernel to enqueuing calls in an executable, instead of its
/// address. Numbers count from 1 in the order of kernel_records and have a pointer's type. The
/// kernels become external again.
void number_block_kernels(llvm::Module& module);

}  // namespace heddle::compiler
