// SPDX-License-Identifier: Apache-2.0
// Updates of elements of private arrays at varying indices (`++bins[b]`): a load, an operation and
// a store. Lane by lane such an update is one instruction on memory. Through a vector each element
// would be inserted into a register and extracted again, and all lanes would wait for the last one.
#pragma once

#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {

class PrivateUpdates {
 public:
  explicit PrivateUpdates(WideKernel& wide) : wide_(wide) {}

  /// Finds the updates of a block.
  void find(llvm::BasicBlock& block);
  /// Emits an update, at the place of its store.
  void store(llvm::StoreInst& store);
  /// Tells whether the instruction of the current block is part of an update.
  bool contains(const llvm::Instruction* instruction) const {
    return updates_.contains(instruction);
  }

 private:
  WideKernel& wide_;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> updates_;  ///< instructions of the current block
};

}  // namespace heddle::compiler
