// SPDX-License-Identifier: Apache-2.0
// Gathers of 8 and 16 bits, for machines that gather 32 bits and more. Each lane gathers the
// aligned 32 bits in which its element lies. They lie in one page with it and so may be read,
// wherever the object ends.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

bool has_narrow_gather(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                       const LaneAddress& address, llvm::Align align);
llvm::Value* gather_narrow(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                           const LaneAddress& address, llvm::Value* mask);

}  // namespace heddle::compiler
