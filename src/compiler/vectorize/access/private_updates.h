// SPDX-License-Identifier: Apache-2.0
// Updates of elements of private arrays at varying indices (`++bins[b]`): a load, an operation and
// a store. Lane by lane such an update is one instruction on memory. Through a vector each element
// would be inserted into a register and extracted again, and all lanes would wait for the last one.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/shape.h"
#include "compiler/vectorize/access/access_groups.h"

namespace heddle::compiler {

/// Returns the operation whose result `store` writes to where its operand was loaded from; null: it
/// is no update.
const llvm::BinaryOperator* operation_of(const llvm::StoreInst& store);
/// Returns the load of an update; null: there is none.
const llvm::LoadInst* load_of(const llvm::StoreInst& store, const llvm::BinaryOperator& operation);
/// Adds the three instructions of each update of a block.
void add_private_updates(const llvm::BasicBlock& block, const Shapes& shapes,
                         const AccessGroups& groups,
                         llvm::SmallPtrSetImpl<const llvm::Instruction*>& updates);

}  // namespace heddle::compiler
