// SPDX-License-Identifier: Apache-2.0
// `++bins[b]` with an array of each lane's own and any index: an element that is loaded, changed
// and stored. Lane by lane this is one instruction on memory; through a vector each element would
// be inserted into a register and taken out again, and all lanes would wait for the last one.
#pragma once

#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {

class PrivateUpdates {
 public:
  explicit PrivateUpdates(WideKernel& wide) : wide_(wide) {}

  void find(llvm::BasicBlock& block);
  /// Done at the store's place.
  void store(llvm::StoreInst& store);
  /// Is the instruction of the current block part of an update?
  bool contains(const llvm::Instruction* instruction) const {
    return updates_.contains(instruction);
  }

 private:
  WideKernel& wide_;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> updates_;  ///< of the current block
};

}  // namespace heddle::compiler
