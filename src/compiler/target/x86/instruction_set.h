// SPDX-License-Identifier: Apache-2.0
// x86-64 at the levels that kernels are compiled for: SSE4.2, AVX2 and AVX-512, with what goes with
// them.
#pragma once

#include "compiler/target/instruction_set.h"

namespace heddle::compiler::x86 {

class X86InstructionSet final : public InstructionSet {
 public:
  explicit X86InstructionSet(const llvm::TargetMachine& machine);

  bool has_avx512() const { return avx512_; }

  unsigned register_bits() const override { return avx512_ ? 512 : avx2_ ? 256 : 128; }
  unsigned shortest_register_bits() const override { return 128; }
  unsigned vector_registers() const override { return avx512_ ? 32 : 16; }
  const TargetCosts& costs() const override;

  bool has_mask_registers() const override { return avx512_; }
  bool has_masked_memory(unsigned element) const override {
    return avx512_ || (avx2_ && element >= 32);
  }
  /// Masked stores of AVX2 take some processors as long as a dozen others, and nothing is forwarded
  /// from them to later loads.
  bool has_fast_masked_stores() const override { return avx512_; }
  bool has_gather(unsigned element, unsigned lanes) const override {
    return avx2_ && element >= 32 && lanes >= 4;  // LLVM makes branches for two lanes
  }
  bool has_scatter(unsigned element, unsigned lanes) const override {
    return avx512_ && has_gather(element, lanes);
  }
  bool has_compression() const override { return avx512_; }
  void emit_stream_fence(Builder& at) const override;

  unsigned shuffle_bits(unsigned element) const override {
    return avx512_ && (element > 8 || permutes_bytes_) ? 512 : 128;
  }
  bool can_permute(unsigned count, unsigned element) const override {
    return count * element <= register_bits();
  }
  llvm::Value* permute(Builder& at, llvm::Value* table, llvm::Value* numbers,
                       unsigned count) const override;
  bool has_two_register_permute(unsigned element) const override {
    return avx512_ && element >= 16;
  }
  llvm::Value* permute_two(Builder& at, llvm::Value* low, llvm::Value* high,
                           llvm::Value* numbers) const override;
  llvm::Value* permute_lanes(Builder& at, llvm::Value* from, llvm::Value* lanes) const override;
  unsigned lookup_bits(unsigned element, unsigned lanes) const override;

  bool has_byte_products() const override { return avx512_ ? avx512_vnni_ : avx_vnni_; }
  bool has_any_byte_products() const override { return avx_vnni_int8_ && !avx512_; }
  llvm::Value* mixed_byte_products(Builder& at, llvm::Value* a, llvm::Value* b) const override;
  llvm::Value* same_byte_products(Builder& at, llvm::Value* a, llvm::Value* b,
                                  bool are_signed) const override;
  llvm::Value* pair_products(Builder& at, llvm::Value* a, llvm::Value* b) const override;
  bool mixes_bytes() const override { return mixes_bytes_; }

  bool has_fused_multiply_add() const override { return fma_; }
  bool has_long_arithmetic() const override { return avx512_; }
  bool has_rotations() const override { return avx512_; }
  bool has_ternary_logic() const override { return avx512_; }
  bool tests_multiples_by_reciprocals() const override { return avx2_ && !avx512_; }
  bool has_estimates() const override { return avx512_vl_; }
  bool has_table_lookups() const override { return avx2_ && fma_; }
  bool has_half_arithmetic() const override { return half_arithmetic_; }
  bool has_half_conversions() const override { return half_conversions_; }
  unsigned directed_multiply_add_lanes() const override { return avx512_f_ ? 16 : 0; }
  llvm::Value* directed_multiply_add(Builder& at, llvm::Value* a, llvm::Value* b, llvm::Value* c,
                                     llvm::RoundingMode mode) const override;

  llvm::Value* begin_flushing(Builder& at) const override;
  void end_flushing(Builder& at, llvm::Value* before) const override;

 private:
  bool avx2_, avx512_f_, avx512_vl_;
  bool avx512_;  ///< with its instructions for bytes and words, and for short registers
  bool permutes_bytes_, mixes_bytes_;
  bool fma_, half_arithmetic_, half_conversions_;
  bool avx512_vnni_, avx_vnni_, avx_vnni_int8_;
};

}  // namespace heddle::compiler::x86
