// SPDX-License-Identifier: Apache-2.0
// Passes that lower OpenCL C: needed for right results at any width. The order is that of
// pipeline/passes.def.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Drops functions that the kernel does not call, and hints that loads pass the caches.
llvm::PreservedAnalyses drop_unused(llvm::Module& module, KernelContext& context,
                                    llvm::ModuleAnalysisManager& analyses);
/// Removes inline assembly without text; an error if there is one with text.
llvm::PreservedAnalyses lower_assembly(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);
/// Turns event_t and other opaque types into plain pointers. Requires: a linked program.
llvm::PreservedAnalyses lower_opaque_types(llvm::Module& module, KernelContext& context,
                                           llvm::ModuleAnalysisManager& analyses);
/// Replaces arguments whose value the variant knows (abi/argument_facts.h) by constants.
llvm::PreservedAnalyses known_arguments(llvm::Module& module, KernelContext& context,
                                        llvm::ModuleAnalysisManager& analyses);
/// Links the bodies of built-ins that the program calls, transitively, and soft versions of
/// operations that the CPU lacks. The record says whether the kernel has sub-groups.
llvm::PreservedAnalyses link_builtins(llvm::Module& module, KernelContext& context,
                                      llvm::ModuleAnalysisManager& analyses);
/// Gives calls the types and the calling conventions of their callees.
llvm::PreservedAnalyses match_calls(llvm::Function& function, KernelContext& context,
                                    llvm::FunctionAnalysisManager& analyses);
/// Removes local ids from comparisons whose result they do not change, and which are the same for
/// all work-items of a group.
llvm::PreservedAnalyses compare_groups(llvm::Function& function, KernelContext& context,
                                       llvm::FunctionAnalysisManager& analyses);
/// Notes in the record which arguments are strides (analysis/stride_arguments.h). Changes no code.
llvm::PreservedAnalyses find_strides(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Guards integer divisions that may trap.
llvm::PreservedAnalyses lower_division(llvm::Function& function, KernelContext& context,
                                       llvm::FunctionAnalysisManager& analyses);
/// Initialises variables with zeros, if the context asks for it.
llvm::PreservedAnalyses zero_private(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
/// Inlines all calls, so that the kernel is the only function with a body. In kernels that would
/// become too large some functions stay; these call no internal intrinsic and use no variables but
/// their own and constants.
llvm::PreservedAnalyses inline_all(llvm::Module& module, KernelContext& context,
                                   llvm::ModuleAnalysisManager& analyses);
/// Replaces all address spaces by 0, and the module's triple and data layout by the host's. Marks
/// atomic operations on local memory (ir/atomics.h).
llvm::PreservedAnalyses drop_address_spaces(llvm::Module& module, KernelContext& context,
                                            llvm::ModuleAnalysisManager& analyses);
/// Replaces __local and program-scope variables by offsets from __hd_local_memory and __hd_globals.
llvm::PreservedAnalyses lower_globals(llvm::Module& module, KernelContext& context,
                                      llvm::ModuleAnalysisManager& analyses);
/// Turns calls of printf and of __hd_service_X into calls of the launch's services.
llvm::PreservedAnalyses lower_services(llvm::Module& module, KernelContext& context,
                                       llvm::ModuleAnalysisManager& analyses);
/// Turns atomic operations on local memory into loads and stores. Requires: after work_groups. The
/// value of an atomic operation differs between work-items, as they share local memory, even if the
/// address is uniform. A plain load from there would count as uniform.
llvm::PreservedAnalyses lower_local_atomics(llvm::Function& function, KernelContext& context,
                                            llvm::FunctionAnalysisManager& analyses);
/// Makes every iteration of a loop test hd_launch.stop, if the context may be terminated.
llvm::PreservedAnalyses poll_stop(llvm::Function& function, KernelContext& context,
                                  llvm::FunctionAnalysisManager& analyses);
/// Makes the kernel run with subnormal numbers as zeros, if the program asks for it.
llvm::PreservedAnalyses flush_denormals(llvm::Function& function, KernelContext& context,
                                        llvm::FunctionAnalysisManager& analyses);
/// Turns arithmetic of half into that of float, if the machine has none.
llvm::PreservedAnalyses lower_half(llvm::Function& function, KernelContext& context,
                                   llvm::FunctionAnalysisManager& analyses);
/// Divides vectors of 64-bit integers by products and by doubles. Code generation divides lane by
/// lane.
llvm::PreservedAnalyses lower_long_division(llvm::Function& function, KernelContext& context,
                                            llvm::FunctionAnalysisManager& analyses);
/// Expands instructions that code generation would turn into a call of a library.
llvm::PreservedAnalyses lower_libcalls(llvm::Function& function, KernelContext& context,
                                       llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
