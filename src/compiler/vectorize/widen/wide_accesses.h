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

  /// Emits a load or a store as it is planned.
  void access(llvm::Instruction& access);

 private:
  void contiguous_volatile(llvm::Instruction& access);
  llvm::Value* mask_of_load(const llvm::Instruction& load, unsigned row);
  unsigned rows_of(const Site& site) const;
  void lanes_access(const Candidate& plan, unsigned row);
  void uniform_store(llvm::StoreInst& store, unsigned row);
  void count(const Candidate& plan);

  WideKernel& wide_;
  PiecewiseAccesses& piecewise_;
  Butterflies& butterflies_;
};

}  // namespace heddle::compiler
