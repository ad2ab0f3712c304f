// SPDX-License-Identifier: Apache-2.0
// The intrinsic __hd_mix_bytes (builtins/hd.h): linear filters of images whose channels are bytes.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// Returns the byte that a call selects.
unsigned mixed_channel(const llvm::CallBase& call);

/// Emits the intrinsic for operands that are scalars or vectors of one length.
llvm::Value* mixed_bytes(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> operands,
                         unsigned channel, const InstructionSet& isa);

}  // namespace heddle::compiler
