// SPDX-License-Identifier: Apache-2.0
// Groups that need no order of their own (structure_groups.h): registers as memory is. A mask of
// lanes becomes one of elements.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// For groups of which no lane or member is looked at alone (structure_groups.h): all elements as
/// they lie from `base` on, a vector for each of `count` members.
LaneValues load_unordered(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                          llvm::Value* base, unsigned count, llvm::Align align, llvm::Value* mask);
void store_unordered(AccessEmitter& emit, llvm::IRBuilder<>& at,
                     llvm::ArrayRef<llvm::Value*> values, llvm::Value* base, llvm::Align align,
                     llvm::Value* mask);
/// The same of lanes' groups that lie anywhere; a power of two of members without gaps, of which
/// a register has those of whole lanes.
LaneValues gather_unordered(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                            const LaneAddress& address, unsigned count, llvm::Align align,
                            llvm::Value* mask);
void scatter_unordered(AccessEmitter& emit, llvm::IRBuilder<>& at,
                       llvm::ArrayRef<llvm::Value*> values, const LaneAddress& address,
                       llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
