// SPDX-License-Identifier: Apache-2.0
// Structures that lie anywhere: each lane's is loaded as it lies, then they become members as those
// of neighbours do. One address for each lane instead of one for each member.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// A structure that lies anywhere has this many bytes at most.
constexpr unsigned kMaxStructureBytes = 64;

/// Members that lie together wherever the lanes' structures lie: lane l's member m at its address
/// + offsets[m]; all within kMaxStructureBytes.
LaneValues gather_structures(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                             const LaneAddress& address, llvm::ArrayRef<uint64_t> offsets,
                             llvm::Align align, llvm::Value* mask);
/// As above; only for structures without gaps.
void scatter_structures(AccessEmitter& emit, llvm::IRBuilder<>& at,
                        llvm::ArrayRef<llvm::Value*> values, const LaneAddress& address,
                        llvm::Align align, llvm::Value* mask);
/// A scatter of whole structures takes as long as one store after the other, and is much less code:
/// this decides where it is hardly ever run.
bool scatters_structures(AccessEmitter& emit, unsigned structure_bits);

}  // namespace heddle::compiler
