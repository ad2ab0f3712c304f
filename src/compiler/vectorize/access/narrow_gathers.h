// SPDX-License-Identifier: Apache-2.0
// Bytes and words that lie anywhere: machines gather 32 bits and more. Each lane has the 32 bits at
// a multiple of 4 bytes in which its element lies: they are in a page that may be read, whatever
// else lies there, and wherever the object ends.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

bool has_narrow_gather(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                       const LaneAddress& address, llvm::Align align);
llvm::Value* gather_narrow(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                           const LaneAddress& address, llvm::Value* mask);

}  // namespace heddle::compiler
