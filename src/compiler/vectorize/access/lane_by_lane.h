// SPDX-License-Identifier: Apache-2.0
// Accesses of one lane after the other. A lane that is left out goes to memory of ours instead of
// round the access: no branch for each lane.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// Elements of lanes' own memory that are loaded, changed and stored, one lane after the other;
/// `changed` makes a lane's new element of its old one.
void update(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
            const LaneAddress& address, llvm::Align align, llvm::Value* mask,
            llvm::function_ref<llvm::Value*(unsigned, llvm::Value*)> changed);
llvm::Value* load_lanes(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::FixedVectorType* type,
                        const LaneAddress& address, llvm::Align align, llvm::Value* mask);
/// In ascending order: where lanes meet, the last one wins.
void store_lanes(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Value* value,
                 const LaneAddress& address, llvm::Align align, llvm::Value* mask);
/// What `access` does with a mask, or with null for all lanes; both where most often all lanes are
/// active: selected pointers have no index any more.
LaneValues by_lanes(AccessEmitter& emit, llvm::IRBuilder<>& at, const LaneAddress& address,
                    llvm::Value* mask, llvm::function_ref<LaneValues(llvm::Value* mask)> access);
/// With where each lane goes: to `idle`, which is not null then, if the mask leaves it out.
void each_lane(llvm::IRBuilder<>& at, const LaneAddress& address, unsigned lanes, llvm::Value* mask,
               llvm::Value* idle,
               llvm::function_ref<void(unsigned lane, llvm::Value* place)> access);
/// Never written.
llvm::Value* idle_source(llvm::IRBuilder<>& at);

/// Returns the GEP of one base and one vector of indices that yields `pointers`, or null.
llvm::GetElementPtrInst* indexed(llvm::Value* pointers);

}  // namespace heddle::compiler
