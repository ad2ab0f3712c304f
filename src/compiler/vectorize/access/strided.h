// SPDX-License-Identifier: Apache-2.0
// Lanes a small stride apart: whole vectors and shuffles. What lies between two elements of active
// lanes may be read, because it is less than a page away from both; nothing before the first or
// after the last one is, and nothing is written but the elements.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/run.h"

namespace heddle::compiler {

std::optional<StridedRun> run_of(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                                 const LaneAddress& address, llvm::Align align, llvm::Value* mask);
/// For one member: against as many scalar accesses as there are lanes.
bool pays_to_shuffle(AccessEmitter& emit, const StridedRun& run);
LaneValues load_run(AccessEmitter& emit, llvm::IRBuilder<>& at, const StridedRun& given);
void store_run(AccessEmitter& emit, llvm::IRBuilder<>& at, const StridedRun& given,
               llvm::ArrayRef<llvm::Value*> members);
/// Members of a structure or of a short vector, read together: lane l's member m lies at base +
/// l * stride + offsets[m]. Offsets ascend from 0, are multiples of the element's size and below
/// `stride`; stride is a multiple of the element's size. One vector for each member. `align` is
/// that of the first member.
LaneValues load_group(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                      llvm::Value* base, int64_t stride, llvm::ArrayRef<uint64_t> offsets,
                      llvm::Align align, llvm::Value* mask);
/// As above; only for groups without gaps (is_dense).
void store_group(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                 llvm::Value* base, int64_t stride, llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
