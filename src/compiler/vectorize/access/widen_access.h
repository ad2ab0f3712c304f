// SPDX-License-Identifier: Apache-2.0
// Loads and stores of all lanes of a vector by the first strategy that fits: contiguous or
// reversed, strided with shuffles, gather or scatter. No costs are compared. Nothing is written for
// a lane that the mask leaves out, and nothing read for it but from a page that another one reads.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// Emits a load of all lanes. `element`: type of one lane's value (integer, floating-point or
/// pointer; never i1 or a vector). `mask`: <width x i1>, or null for all lanes. Lanes that are left
/// out get any value, but no poison. `align` is that of each lane's access.
llvm::Value* widen_load(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                        const LaneAddress& address, llvm::Align align, llvm::Value* mask);
/// Emits a store of all lanes.
void widen_store(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Value* value,
                 const LaneAddress& address, llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
