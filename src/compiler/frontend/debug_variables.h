// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// Drops the numbers of address spaces from the locations of variables for debuggers: the host has
/// only one.
void drop_address_spaces_of_variables(llvm::Module& module);

}  // namespace heddle::compiler
