// SPDX-License-Identifier: Apache-2.0
// What OpenCL C means: needed for right results, whatever the width. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Ensures: nothing but the kernel and what it calls, and no hint that a load passes the caches.
llvm::PreservedAnalyses drop_unused(llvm::Module& module, KernelContext& context,
                                    llvm::ModuleAnalysisManager& analyses);
/// Ensures: no inline assembly, or an error if there is such with text.
llvm::PreservedAnalyses lower_assembly(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);
/// Requires: a linked program. Ensures: event_t and other opaque types are plain pointers.
llvm::PreservedAnalyses lower_opaque_types(llvm::Module& module, KernelContext& context,
                                           llvm::ModuleAnalysisManager& analyses);
/// Ensures: arguments of which the variant knows the value (abi/argument_facts.h) are constants.
llvm::PreservedAnalyses known_arguments(llvm::Module& module, KernelContext& context,
                                        llvm::ModuleAnalysisManager& analyses);
/// Ensures: built-ins that the program calls, transitively, have bodies; soft versions of what the
/// CPU lacks; the record says whether the kernel has sub-groups.
llvm::PreservedAnalyses link_builtins(llvm::Module& module, KernelContext& context,
                                      llvm::ModuleAnalysisManager& analyses);
/// Ensures: calls have the types and the calling conventions of what they call.
llvm::PreservedAnalyses match_calls(llvm::Function& function, KernelContext& context,
                                    llvm::FunctionAnalysisManager& analyses);
/// Ensures: comparisons that are the same for all work-items of a group whatever their local id is
/// do not mention it.
llvm::PreservedAnalyses compare_groups(llvm::Function& function, KernelContext& context,
                                       llvm::FunctionAnalysisManager& analyses);
/// Ensures: the record says which arguments are strides (analysis/stride_arguments.h). Changes no
/// code.
llvm::PreservedAnalyses find_strides(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Ensures: no integer division traps.
llvm::PreservedAnalyses lower_division(llvm::Function& function, KernelContext& context,
                                       llvm::FunctionAnalysisManager& analyses);
/// Ensures: if the context asks for it, variables begin as zeros.
llvm::PreservedAnalyses zero_private(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Ensures: the kernel is the only function with a body; everything it called is inlined. Of
/// kernels that would become too large some functions stay, which call no internal intrinsic and
/// know no variable but their own and constants.
llvm::PreservedAnalyses inline_all(llvm::Module& module, KernelContext& context,
                                   llvm::ModuleAnalysisManager& analyses);
/// Ensures: no address space but 0; atomic operations on local memory are marked (ir/atomics.h);
/// the module's triple and data layout are the host's.
llvm::PreservedAnalyses drop_address_spaces(llvm::Module& module, KernelContext& context,
                                            llvm::ModuleAnalysisManager& analyses);
/// Ensures: no __local or program-scope variable is left, only offsets from __hd_local_memory and
/// __hd_globals.
llvm::PreservedAnalyses lower_globals(llvm::Module& module, KernelContext& context,
                                      llvm::ModuleAnalysisManager& analyses);
/// Ensures: calls of printf and of __hd_service_X are calls of the launch's services.
llvm::PreservedAnalyses lower_services(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);
/// Ensures: atomic operations on local memory are loads and stores. After work_groups: work-items
/// meet in local memory, so none of these values is the same for all, however uniform the address
/// is.
llvm::PreservedAnalyses lower_local_atomics(llvm::Function& function, KernelContext& context,
                                            llvm::FunctionAnalysisManager& analyses);
/// Ensures: if the context may be terminated, every iteration of a loop looks at hd_launch.stop.
llvm::PreservedAnalyses poll_stop(llvm::Function& function, KernelContext& context,
                                  llvm::FunctionAnalysisManager& analyses);
/// Ensures: if the program asks for it, the kernel runs where subnormal numbers are zeros.
llvm::PreservedAnalyses flush_denormals(llvm::Function& function, KernelContext& context,
                                        llvm::FunctionAnalysisManager& analyses);
/// Ensures: where the machine has no arithmetic of half, that of float and conversions.
llvm::PreservedAnalyses lower_half(llvm::Function& function, KernelContext& context,
                                   llvm::FunctionAnalysisManager& analyses);
/// Ensures: no instruction is left that code generation would turn into a call of a library.
llvm::PreservedAnalyses lower_libcalls(llvm::Function& function, KernelContext& context,
                                       llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
