// SPDX-License-Identifier: Apache-2.0
// Accesses of structures that lie anywhere: each lane's structure is loaded whole, then all are
// transposed into members. That takes one address for each lane instead of one for each member.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// The most bytes of a structure that lies anywhere.
constexpr unsigned kMaxStructureBytes = 64;

/// Loads the members of structures: lane l's member m lies at the lane's address + offsets[m], all
/// within kMaxStructureBytes.
LaneValues gather_structures(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                             const LaneAddress& address, llvm::ArrayRef<uint64_t> offsets,
                             llvm::Align align, llvm::Value* mask);
/// Stores members, as above, without gaps.
void scatter_structures(AccessEmitter& emit, llvm::IRBuilder<>& at,
                        llvm::ArrayRef<llvm::Value*> values, const LaneAddress& address,
                        llvm::Align align, llvm::Value* mask);
/// Tells whether structures are scattered whole. That takes as long as one store after the other,
/// but is much less code, which decides where it hardly ever runs.
bool scatters_structures(AccessEmitter& emit, unsigned structure_bits);

}  // namespace heddle::compiler
