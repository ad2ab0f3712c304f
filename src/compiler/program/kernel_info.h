// SPDX-License-Identifier: Apache-2.0
// What the runtime must know of each kernel before it runs: arguments and attributes
// (clGetKernelArgInfo, CL_KERNEL_ATTRIBUTES), read from the metadata that front ends attach to
// kernels.
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

#include "abi/program_record.h"
#include "compiler/program/build_options.h"
#include "support/result.h"

namespace heddle::compiler {

/// A kernel that is defined here.
bool is_kernel(const llvm::Function& function);

/// Kernels of a module in their order, with all but what compile_kernel fills in. Names of
/// arguments are there if `arg_info` is set.
Result<std::vector<KernelRecord>> kernel_records(const llvm::Module& module, bool arg_info);

/// Options that hold for a kernel wherever it is linked to, kept as attributes of its function.
inline constexpr const char* kOptDisable = "heddle-opt-disable";
inline constexpr const char* kZeroLocal = "heddle-zero-local";  // HDC_ZERO_LOCAL and so on
inline constexpr const char* kZeroPrivate = "heddle-zero-private";
inline constexpr const char* kStoppable = "heddle-stoppable";
/// The report says how long compilation took: binaries of other programs are always the same.
inline constexpr const char* kTimed = "heddle-timed";
inline constexpr const char* kNoSubGroupProgress = "heddle-no-sub-group-progress";
void mark_kernels(llvm::Module& module, const CommonOptions& options);
/// What a kernel is for, if it is no kernel of the application's (KernelRole).
inline constexpr const char* kInitializer = "heddle-initializer";
inline constexpr const char* kFinalizer = "heddle-finalizer";
/// ...and of one that must have so many sub-groups in a work-group: a number.
inline constexpr const char* kSubGroupsPerGroup = "heddle-sub-groups";

}  // namespace heddle::compiler
