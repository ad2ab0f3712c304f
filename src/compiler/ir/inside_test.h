// SPDX-License-Identifier: Apache-2.0
// The test that guards an access (guard_accesses), as a function without a body: LLVM's passes join
// and move it, and hoist_guards finds all of them.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// An attribute of kernels whose accesses are guarded (HEDDLE_BOUNDS).
inline constexpr const char* kGuarded = "heddle-guarded";
/// An attribute of such kernels with a version without some tests, which is to be simplified.
inline constexpr const char* kHasVersions = "heddle-has-versions";

/// An attribute of such kernels: the number of instructions of that version, which is the one that
/// runs.
inline constexpr const char* kVersionSize = "heddle-version-size";

/// Declares the test i1(i64 offset, i64 end): offset < end, unsigned.
llvm::Function& inside_test(llvm::Module& module);
/// Tells whether the instruction is such a test.
bool is_inside_test(const llvm::Instruction& instruction);

}  // namespace heddle::compiler
