// SPDX-License-Identifier: Apache-2.0
// Accesses of lanes that fill one or two registers in another order (butterflies.cpp).
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

LaneValues load_butterfly(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                          const ButterflyLanes& butterfly, llvm::Align align, llvm::Value* mask);
void store_butterfly(AccessEmitter& emit, llvm::IRBuilder<>& at,
                     llvm::ArrayRef<llvm::Value*> values, const ButterflyLanes& butterfly,
                     llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
