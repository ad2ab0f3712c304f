// SPDX-License-Identifier: Apache-2.0
// Accesses of lanes that lie side by side.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// Loads a vector from `base` on. `type` may have any length, `mask` has the same.
llvm::Value* block_load(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::FixedVectorType* type,
                        llvm::Value* base, llvm::Align align, llvm::Value* mask);

/// Stores a vector of any length. Where masked stores are slow, and nothing is forwarded from them,
/// values of all lanes are stored without a mask, and private memory may be loaded, blended and
/// stored.
void block_store(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Value* value, llvm::Value* base,
                 llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
