// SPDX-License-Identifier: Apache-2.0
// The planner of loads and stores of all lanes of a vector: one vector access where the lanes are
// neighbours, shuffles where they lie a small stride apart, gathers and scatters else. Nothing is
// written for a lane that the mask leaves out, and nothing read for it but from a page that another
// one reads.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// `element`: type of one lane's value (integer, floating-point or pointer; never i1 or a
/// vector). `mask`: <width x i1>, or null for all lanes. Lanes that are left out get any value,
/// but no poison. `align` is that of each lane's access.
llvm::Value* cheapest_load(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                           const LaneAddress& address, llvm::Align align, llvm::Value* mask);
void cheapest_store(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Value* value,
                    const LaneAddress& address, llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
