// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// Debuggers are told where variables are without the numbers of address spaces: to the host there
/// is only one.
void drop_address_spaces_of_variables(llvm::Module& module);

}  // namespace heddle::compiler
