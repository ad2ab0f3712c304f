// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Pass.h>

namespace heddle::compiler {

/// Are there addresses that hide how they are computed (Internal::Hidden)?
bool has_hidden_addresses(const llvm::Module& module);

/// Hides them no more. After LoopStrengthReduce and CodeGenPrepare, which would compute each by
/// itself.
llvm::FunctionPass* create_show_addresses();

}  // namespace heddle::compiler
