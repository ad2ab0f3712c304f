// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Pass.h>

namespace heddle::compiler {

/// Tells whether a block would take instruction selection too long.
bool has_long_blocks(const llvm::Module& module);

/// Creates a pass that cuts blocks with many loads and stores into several. Instruction selection
/// works on one block at a time, in time that grows with the third power of the block's memory
/// accesses. Runs after CodeGenPrepare, which would join the pieces again.
llvm::FunctionPass* create_split_blocks();

}  // namespace heddle::compiler
