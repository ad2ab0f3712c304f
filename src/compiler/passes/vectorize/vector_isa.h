// SPDX-License-Identifier: Apache-2.0
// What the vector instructions of the target can do, as far as it decides how lanes are loaded and
// stored. Only the features count: who made the processor is not known.
#pragma once

#include <llvm/Target/TargetMachine.h>

namespace heddle::compiler {

class VectorIsa {
 public:
  explicit VectorIsa(const llvm::TargetMachine& target);

  bool has_avx512() const { return avx512_; }
  /// Arithmetic of half.
  bool has_half() const { return half_; }
  /// Bits of a register.
  unsigned register_bits() const { return avx512_ ? 512 : avx2_ ? 256 : 128; }
  /// Bits of the block within which one instruction moves an element of so many bits from any of
  /// two registers to any place.
  unsigned shuffle_bits(unsigned element) const;
  /// Loads and stores with a mask of elements, which leave alone what the mask leaves out.
  bool has_masks(unsigned element) const { return avx512_ || (avx2_ && element >= 32); }
  /// Gathers and scatters. Those of AVX2 are no faster than scalar loads, and LLVM takes them apart
  /// without the addressing modes.
  bool has_gather(unsigned element, unsigned lanes) const {
    return avx512_ && element >= 32 && lanes >= 4;  // of two lanes LLVM makes branches
  }

 private:
  bool avx2_;
  bool avx512_;  ///< with its instructions for bytes and words, and for short registers
  bool permutes_bytes_;
  bool half_;
};

}  // namespace heddle::compiler
