// SPDX-License-Identifier: Apache-2.0
// Accesses of groups in the order of memory (structure_groups.h). A mask of lanes becomes one of
// elements.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// Loads all elements from `base` on, in the order of memory: a vector for each of `count` members.
LaneValues load_unordered(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                          llvm::Value* base, unsigned count, llvm::Align align, llvm::Value* mask);
void store_unordered(AccessEmitter& emit, llvm::IRBuilder<>& at,
                     llvm::ArrayRef<llvm::Value*> values, llvm::Value* base, llvm::Align align,
                     llvm::Value* mask);
/// Loads the same where lanes' groups lie anywhere: a power of two of members without gaps, and a
/// register has those of whole lanes.
LaneValues gather_unordered(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                            const LaneAddress& address, unsigned count, llvm::Align align,
                            llvm::Value* mask);
void scatter_unordered(AccessEmitter& emit, llvm::IRBuilder<>& at,
                       llvm::ArrayRef<llvm::Value*> values, const LaneAddress& address,
                       llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
