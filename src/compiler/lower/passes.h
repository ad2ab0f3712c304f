// SPDX-License-Identifier: Apache-2.0
// What OpenCL C means: needed for right results, whatever the width. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

struct KernelContext;

/// Ensures: nothing but the kernel and what it calls, and no hint that a load passes the caches.
void drop_unused(llvm::Module& module, KernelContext& context);
/// Ensures: no inline assembly, or an error if there is such with text.
void lower_assembly(llvm::Module& module, KernelContext& context);
/// Requires: a linked program. Ensures: event_t and other opaque types are plain pointers.
void lower_opaque_types(llvm::Module& module, KernelContext& context);
/// Ensures: arguments of which the variant knows the value (abi/argument_facts.h) are constants.
void known_arguments(llvm::Module& module, KernelContext& context);
/// Ensures: built-ins that the program calls, transitively, have bodies; soft versions of what the
/// CPU lacks; the record says whether the kernel has sub-groups.
void link_builtins(llvm::Module& module, KernelContext& context);
/// Ensures: calls have the types and the calling conventions of what they call.
void match_calls(llvm::Module& module, KernelContext& context);
/// Ensures: comparisons that are the same for all work-items of a group whatever their local id is
/// do not mention it.
void compare_groups(llvm::Module& module, KernelContext& context);
/// Ensures: the record says which arguments are strides (analysis/stride_arguments.h). Changes no
/// code.
void find_strides(llvm::Module& module, KernelContext& context);
/// Ensures: no integer division traps.
void lower_division(llvm::Module& module, KernelContext& context);
/// Ensures: if the context asks for it, variables begin as zeros.
void zero_private(llvm::Module& module, KernelContext& context);
/// Ensures: the kernel is the only function with a body; everything it called is inlined. Of
/// kernels that would become too large some functions stay, which call no internal intrinsic and
/// know no variable but their own and constants.
void inline_all(llvm::Module& module, KernelContext& context);
/// Ensures: no address space but 0; atomic operations on local memory are marked (ir/atomics.h);
/// the module's triple and data layout are the host's.
void drop_address_spaces(llvm::Module& module, KernelContext& context);
/// Ensures: no __local or program-scope variable is left, only offsets from __hd_local_memory and
/// __hd_globals.
void lower_globals(llvm::Module& module, KernelContext& context);
/// Ensures: calls of printf and of __hd_service_X are calls of the launch's services.
void lower_services(llvm::Module& module, KernelContext& context);
/// Ensures: atomic operations on local memory are loads and stores. After work_groups: work-items
/// meet in local memory, so none of these values is the same for all, however uniform the address
/// is.
void lower_local_atomics(llvm::Module& module, KernelContext& context);
/// Ensures: if the context may be terminated, every iteration of a loop looks at hd_launch.stop.
void poll_stop(llvm::Module& module, KernelContext& context);
/// Ensures: if the program asks for it, the kernel runs where subnormal numbers are zeros.
void flush_denormals(llvm::Module& module, KernelContext& context);
/// Ensures: where the machine has no arithmetic of half, that of float and conversions.
void lower_half(llvm::Module& module, KernelContext& context);
/// Ensures: no instruction is left that code generation would turn into a call of a library.
void lower_libcalls(llvm::Module& module, KernelContext& context);

}  // namespace heddle::compiler
