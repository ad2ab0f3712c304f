// SPDX-License-Identifier: Apache-2.0
// A gather as a permutation of two registers. Elements that are read along a line of an image lie
// anywhere, but probably close to each other. If all of them lie within two registers between the
// first and the last lane, which is tested at run time, these are loaded and permuted. A gather
// takes much longer.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// Tells whether the test pays.
bool may_permute_two_registers(AccessEmitter& emit, llvm::IRBuilder<>& at,
                               const LaneAddress& address);
/// Emits the test, the permutation of `count` neighbouring elements for each lane, and `anywhere`.
LaneValues permute_two_registers(AccessEmitter& emit, llvm::IRBuilder<>& at,
                                 const LaneAddress& address, unsigned count, llvm::Align align,
                                 llvm::Value* mask,
                                 llvm::function_ref<LaneValues(const LaneAddress&)> anywhere);

}  // namespace heddle::compiler
