// SPDX-License-Identifier: Apache-2.0
// Tells of a guarded kernel (HEDDLE_BOUNDS) what it does that cannot be guarded.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace heddle::compiler {

/// Returns the reason why the kernel's accesses cannot all be guarded, or nothing. After inlining.
std::string reason_to_refuse(const llvm::Module& module, const llvm::Function& kernel);

/// Returns the name of a function of the program that is one of the compiler's own, or nothing: no
/// program may call these. Of a module as the front end makes it.
std::string own_name_in(const llvm::Module& module);

}  // namespace heddle::compiler
