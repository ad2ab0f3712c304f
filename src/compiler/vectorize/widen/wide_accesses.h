// SPDX-License-Identifier: Apache-2.0
// Emits loads and stores: one scalar access, a vector access (vectorize/access), or one for each
// lane.
#pragma once

#include "compiler/vectorize/widen/butterflies.h"

namespace heddle::compiler {

class WideAccesses {
 public:
  WideAccesses(WideKernel& wide, PiecewiseAccesses& piecewise, Butterflies& butterflies)
      : wide_(wide), piecewise_(piecewise), butterflies_(butterflies) {}

  void load(llvm::LoadInst& load);
  void store(llvm::StoreInst& store);

 private:
  void note_mask(llvm::Value* lanes);
  bool contiguous_volatile(llvm::Instruction& access);
  bool may_read_neighbours(const llvm::LoadInst& load) const;
  llvm::Value* mask_of_load(const llvm::LoadInst& load, unsigned row);
  bool has_active_lane(const llvm::Value* mask, const llvm::BasicBlock* block,
                       unsigned steps) const;
  bool stays_in_private_memory(const llvm::LoadInst& load) const;
  void load_group(const AccessGroup& group);
  void store_group(const AccessGroup& group);
  void uniform_store(llvm::StoreInst& store, unsigned row);

  WideKernel& wide_;
  PiecewiseAccesses& piecewise_;
  Butterflies& butterflies_;
};

}  // namespace heddle::compiler
