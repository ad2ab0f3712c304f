// SPDX-License-Identifier: Apache-2.0
// Accesses of one lane after the other. A lane that is left out accesses memory of the compiler's
// instead, which takes no branch for each lane.
#pragma once

#include "compiler/analysis/address.h"
#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// Emits a load, a change and a store of one element for each lane, one lane after the other;
/// `changed` emits a lane's new element from its old one.
void update(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Type* element,
            const LaneAddress& address, llvm::Align align, llvm::Value* mask,
            llvm::function_ref<llvm::Value*(unsigned, llvm::Value*)> changed);
/// Emits one load for each lane.
llvm::Value* load_lanes(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::FixedVectorType* type,
                        const LaneAddress& address, llvm::Align align, llvm::Value* mask);
/// Emits one store for each lane, in ascending order: where lanes meet, the last one wins.
void store_lanes(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Value* value,
                 const LaneAddress& address, llvm::Align align, llvm::Value* mask);
/// Emits `access` with a mask, or with null for all lanes. Where most often all lanes are active it
/// emits both and a branch, because selected pointers have no index any more.
LaneValues by_lanes(AccessEmitter& emit, llvm::IRBuilder<>& at, const LaneAddress& address,
                    llvm::Value* mask, llvm::function_ref<LaneValues(llvm::Value* mask)> access);
/// Calls `access` with the address of each lane, which is `idle` if the mask leaves the lane out.
void each_lane(llvm::IRBuilder<>& at, const LaneAddress& address, unsigned lanes, llvm::Value* mask,
               llvm::Value* idle,
               llvm::function_ref<void(unsigned lane, llvm::Value* place)> access);
/// Returns memory for loads of lanes that are left out. It is never written.
llvm::Value* idle_source(llvm::IRBuilder<>& at);

/// Returns the address of lanes that one GEP with a vector of indices computes from one base,
/// without an offset.
std::optional<Address> indexed(llvm::IRBuilder<>& at, const LaneAddress& address);

}  // namespace heddle::compiler
