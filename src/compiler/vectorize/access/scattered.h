// SPDX-License-Identifier: Apache-2.0
// Accesses of lanes that lie anywhere: the target's gathers and scatters, or lane by lane.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

llvm::Value* gather(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                    const LaneAddress& address, llvm::Align align, llvm::Value* mask);
void scatter(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Value* value,
             const LaneAddress& address, llvm::Align align, llvm::Value* mask);
}  // namespace heddle::compiler
