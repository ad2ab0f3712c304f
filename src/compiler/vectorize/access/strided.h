// SPDX-License-Identifier: Apache-2.0
// Accesses of lanes a small stride apart: whole vectors and shuffles. Memory between two elements
// of active lanes may be read, because it is less than a page away from both. Nothing before the
// first element or after the last one is read, and nothing is written but the elements.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/run.h"

namespace heddle::compiler {

std::optional<StridedRun> run_of(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                                 const LaneAddress& address, llvm::Align align, llvm::Value* mask);
/// Tells whether shuffles for one member are faster than one scalar access for each lane.
bool pays_to_shuffle(AccessEmitter& emit, const StridedRun& run);
LaneValues load_run(AccessEmitter& emit, llvm::IRBuilder<>& at, const StridedRun& given);
void store_run(AccessEmitter& emit, llvm::IRBuilder<>& at, const StridedRun& given,
               llvm::ArrayRef<llvm::Value*> members);
/// Loads the members of a structure or of a short vector together: lane l's member m lies at base +
/// l * stride + offsets[m]. Offsets ascend from 0, are multiples of the element's size and below
/// `stride`; stride is a multiple of the element's size. One vector for each member. `align` is
/// that of the first member.
LaneValues load_group(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
                      llvm::Value* base, int64_t stride, llvm::ArrayRef<uint64_t> offsets,
                      llvm::Align align, llvm::Value* mask);
/// Stores members, as above, without gaps (is_dense).
void store_group(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                 llvm::Value* base, int64_t stride, llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
