// SPDX-License-Identifier: Apache-2.0
// Kernels of blocks (OpenCL C 2.0 §6.13.17): Clang makes a kernel of each block that is enqueued
// and passes its address to enqueue_kernel. To us such a kernel is one of the program's, known by
// its number, so that every kernel can be compiled alone.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// A block's kernel: its address is taken, which no kernel of the application's ever is.
bool is_block_kernel(const llvm::Function& function);

/// After the front end, before linking: block kernels become local to their source, since sources
/// may have functions, and so blocks, of one name; those that nobody enqueues go.
void settle_block_kernels(llvm::Module& module);

/// In an executable: what enqueues a block's kernel gets its number instead of its address, counted
/// from 1 in the order of kernel_records, as a pointer. The kernels become external again.
void number_block_kernels(llvm::Module& module);

}  // namespace heddle::compiler
