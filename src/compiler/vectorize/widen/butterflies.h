// SPDX-License-Identifier: Apache-2.0
// Butterflies and steps of sorting networks: pairs of elements d apart, of which the first ones are
// x >> s << (s + 1) | x & (d - 1) or 2 * x - (x & (d - 1)), and partners x ^ d; d is a power of two
// that all lanes share. Where lane 0 has a multiple of the width, its bits and those that count the
// lanes go separate ways: which elements the lanes have after lane 0's depends on d alone. With
// any d all lanes lie in one or two registers, which they fill: whole vectors and permutations, and
// what must be asked changes as seldom as d does.
#pragma once

#include "compiler/vectorize/widen/piecewise_accesses.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {

class Butterflies {
 public:
  Butterflies(WideKernel& wide, PiecewiseAccesses& piecewise)
      : wide_(wide), piecewise_(piecewise) {}

  /// A load or store of lanes that have partners. False: it is none. The first one of a pair waits
  /// for the second.
  bool access(llvm::Instruction& access, llvm::Value* lanes);

 private:
  struct Partner;
  /// How lanes lie whose indices have one core.
  struct Pairing {
    const llvm::BasicBlock* block = nullptr;  ///< of the kernel, where this was asked
    llvm::Value *is_so = nullptr, *distance = nullptr;
    llvm::SmallVector<llvm::Value*, 2> places, lanes;  ///< as in ButterflyLanes
  };
  bool is_of_bits(const llvm::Value* value, unsigned steps) const;
  bool is_of_sums(const llvm::Value* value, unsigned steps) const;
  std::optional<Partner> partner_of(llvm::Instruction& access) const;
  llvm::Instruction* pair_of(llvm::Instruction& access, const Partner& partner) const;
  llvm::Value* first_of(llvm::Value* value);
  llvm::Value* lanes_of(llvm::Value* value, llvm::Value*& is_so);
  Pairing pairing_of_exchange(const llvm::Instruction& exchange, unsigned bits);
  Pairing pairing_of(llvm::Value* core, unsigned bits);
  llvm::SmallVector<llvm::Value*, 2> bases_of(llvm::ArrayRef<Partner> accesses,
                                              const Pairing& pairing, uint64_t size,
                                              llvm::Value*& is_so);

  WideKernel& wide_;
  PiecewiseAccesses& piecewise_;
  llvm::DenseMap<const llvm::Instruction*, llvm::Instruction*> butterflies_;  ///< by the second
  llvm::DenseMap<std::pair<const llvm::Value*, uint64_t>, Pairing> pairings_;
};

}  // namespace heddle::compiler
