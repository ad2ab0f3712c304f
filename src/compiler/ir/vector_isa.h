// SPDX-License-Identifier: Apache-2.0
// What the vector instructions of the target can do, as far as it decides how lanes are loaded and
// stored. Only the features count: who made the processor is not known.
#pragma once

#include <llvm/IR/Type.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>

namespace heddle::compiler {

class VectorIsa {
 public:
  explicit VectorIsa(const llvm::TargetMachine& target);

  bool has_avx512() const { return avx512_; }
  /// Arithmetic of half.
  bool has_half() const { return half_; }
  /// Sums of four products of an unsigned and a signed byte in each word of a register (VNNI).
  bool has_byte_products() const { return avx512_ ? avx512_vnni_ : avx_vnni_; }
  /// And of bytes that are both signed, or both not.
  bool has_any_byte_products() const { return avx_vnni_int8_ && !avx512_; }
  /// Bits of a register.
  unsigned register_bits() const { return avx512_ ? 512 : avx2_ ? 256 : 128; }
  unsigned register_count() const { return avx512_ ? 32 : 16; }
  /// Bytes of all registers together.
  unsigned all_register_bytes() const { return register_count() * register_bits() / 8; }
  /// Registers of numbers of this type, one for each lane; at least one.
  double registers(const llvm::Type& type, unsigned lanes) const {
    return std::max(1.0, double(type.getScalarSizeInBits()) * lanes / register_bits());
  }
  /// Cycles that an operation on a register takes a unit: there are half as many for the widest.
  double cycles() const { return avx512_ ? 1.0 : 0.5; }
  /// Bits of the block within which one instruction moves an element of so many bits from any of
  /// two registers to any place.
  unsigned shuffle_bits(unsigned element) const;
  /// Loads and stores with a mask of elements, which leave alone what the mask leaves out.
  bool has_masks(unsigned element) const { return avx512_ || (avx2_ && element >= 32); }
  bool has_gather(unsigned element, unsigned lanes) const {
    return avx2_ && element >= 32 && lanes >= 4;  // of two lanes LLVM makes branches
  }
  bool has_scatter(unsigned element, unsigned lanes) const {
    return avx512_ && has_gather(element, lanes);
  }

 private:
  bool avx2_;
  bool avx512_;  ///< with its instructions for bytes and words, and for short registers
  bool permutes_bytes_;
  bool half_;
  bool avx512_vnni_, avx_vnni_, avx_vnni_int8_;
};

}  // namespace heddle::compiler
