// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Pass.h>

namespace heddle::compiler {

/// Is there a block of which instruction selection would take too long?
bool has_long_blocks(const llvm::Module& module);

/// Cuts blocks with many loads and stores into several ones. Instruction selection works on one
/// block at a time, in time that grows with the third power of the memory accesses in it. After
/// CodeGenPrepare, which would join the pieces again.
llvm::FunctionPass* create_split_blocks();

}  // namespace heddle::compiler
