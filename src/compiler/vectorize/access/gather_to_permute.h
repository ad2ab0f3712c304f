// SPDX-License-Identifier: Apache-2.0
// Lanes that lie anywhere, but probably near each other, as the elements of an image do that are
// read along a line of pixels: where all of them are within two registers between the first and the
// last lane, these are loaded as they lie and permuted. A gather takes much longer.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

bool may_permute_two_registers(AccessEmitter& emit, llvm::IRBuilder<>& at,
                               const LaneAddress& address);
LaneValues permute_two_registers(AccessEmitter& emit, llvm::IRBuilder<>& at,
                                 const LaneAddress& address, unsigned count, llvm::Align align,
                                 llvm::Value* mask,
                                 llvm::function_ref<LaneValues(const LaneAddress&)> anywhere);

}  // namespace heddle::compiler
