// SPDX-License-Identifier: Apache-2.0
// The kernels of a module, and the attributes that their functions carry.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/program/build_options.h"

namespace heddle::compiler {

/// Tells whether the function is a kernel that is defined here.
bool is_kernel(const llvm::Function& function);

/// Options that hold for a kernel wherever it is linked to, kept as attributes of its function.
inline constexpr const char* kOptDisable = "heddle-opt-disable";
inline constexpr const char* kZeroLocal = "heddle-zero-local";  // HDC_ZERO_LOCAL and so on
inline constexpr const char* kZeroPrivate = "heddle-zero-private";
inline constexpr const char* kStoppable = "heddle-stoppable";
inline constexpr const char* kLimited = "heddle-limited";
/// The report says how long compilation took: binaries of other programs are always the same.
inline constexpr const char* kTimed = "heddle-timed";
inline constexpr const char* kNoSubGroupProgress = "heddle-no-sub-group-progress";
void mark_kernels(llvm::Module& module, const CommonOptions& options);
/// The role of a kernel that is not the application's (KernelRole).
inline constexpr const char* kInitializer = "heddle-initializer";
inline constexpr const char* kFinalizer = "heddle-finalizer";
/// ...and of one that must have so many sub-groups in a work-group: a number.
inline constexpr const char* kSubGroupsPerGroup = "heddle-sub-groups";

}  // namespace heddle::compiler
