// SPDX-License-Identifier: Apache-2.0
// Accesses to the partners of butterflies and of sorting networks' steps (exchange.h). Where lane
// 0's x is a multiple of the width, no bit of it is among those that count the lanes: the distance
// of each lane's element from lane 0's depends on d alone. With any d all lanes fill one or two
// registers, so whole vectors are loaded and permuted. The test at run time changes only with d.
#pragma once

#include "compiler/vectorize/widen/piecewise_accesses.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {

class Butterflies {
 public:
  Butterflies(WideKernel& wide, PiecewiseAccesses& piecewise)
      : wide_(wide), piecewise_(piecewise) {}

  /// Emits a load or store of lanes that have partners, with the first one of a pair.
  void access(const Candidate& plan, llvm::Value* lanes);

 private:
  /// The places in registers of lanes whose indices have one core.
  struct Pairing {
    const llvm::BasicBlock* block = nullptr;  ///< the block of the kernel where it was emitted
    llvm::Value *is_so = nullptr, *distance = nullptr;
    llvm::SmallVector<llvm::Value*, 2> places, lanes;  ///< as in ButterflyLanes
  };
  llvm::Value* first_of(llvm::Value* value);
  llvm::Value* lanes_of(llvm::Value* value, llvm::Value*& is_so);
  Pairing pairing_of_exchange(const Exchange& exchange, unsigned bits);
  Pairing pairing_of(const Exchange& exchange, unsigned bits);
  llvm::SmallVector<llvm::Value*, 2> bases_of(llvm::ArrayRef<const Exchange*> accesses,
                                              const Pairing& pairing, uint64_t size,
                                              llvm::Value*& is_so);

  WideKernel& wide_;
  PiecewiseAccesses& piecewise_;
  llvm::DenseMap<std::pair<const llvm::Value*, uint64_t>, Pairing> pairings_;
};

}  // namespace heddle::compiler
