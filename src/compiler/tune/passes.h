// SPDX-License-Identifier: Apache-2.0
// Speed only, for any CPU: none of these is needed for right results. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

struct KernelContext;

/// Scalar optimisation of one work-item's code.
void optimize_work_item(llvm::Module& module, KernelContext& context);
/// Where work-items are no lanes. Ensures: innermost loops are vectors, where they can be.
void vectorize_loops(llvm::Module& module, KernelContext& context);
/// Optimisation of the loops over work-items.
void optimize_group(llvm::Module& module, KernelContext& context);
/// Ensures: whether any or all of a vector's elements are as another's is one comparison.
void vector_tests(llvm::Module& module, KernelContext& context);
/// Ensures: iterations of a search that wait for themselves go side by side.
void interleave_iterations(llvm::Module& module, KernelContext& context);
/// Requires: selects after guarded code. Ensures: they are in that code, where they can be.
void sink_selects(llvm::Module& module, KernelContext& context);
/// Ensures: vectors read across the border of two that were just written are shuffled of those.
void forward_stores(llvm::Module& module, KernelContext& context);
/// Ensures: matrix rows that loops go down by far are prefetched.
void prefetch_strided(llvm::Module& module, KernelContext& context);
/// Ensures: pointers of lanes that a loop moves by one number are scalars.
void lane_pointers(llvm::Module& module, KernelContext& context);
/// Ensures: loops that write memory which the kernel does not read are there a second time, past
/// the caches.
void non_temporal_stores(llvm::Module& module, KernelContext& context);
/// Ensures: copies of a block that is hardly ever reached are calls of one function.
void share_unlikely(llvm::Module& module, KernelContext& context);

}  // namespace heddle::compiler
