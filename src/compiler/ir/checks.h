// SPDX-License-Identifier: Apache-2.0
// The checks of a kernel (HEDDLE_CHECK), as an attribute of its function.
#pragma once

#include <llvm/IR/Function.h>

#include "abi/checks.h"

namespace heddle::compiler {

/// Adds checks to those of a kernel.
void add_checks(llvm::Function& kernel, uint32_t checks);
/// Returns the checks that a kernel is to be compiled with.
uint32_t checks_of(const llvm::Function& kernel);
/// Takes all checks from a kernel.
void drop_checks(llvm::Function& kernel);

/// Named metadata of a checked program: a node for each source file, the program's own first, with
/// its name, its text and the compile unit that reads it.
inline constexpr const char* kSources = "heddle.sources";

}  // namespace heddle::compiler
