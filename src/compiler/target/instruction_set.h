// SPDX-License-Identifier: Apache-2.0
// The questions that instruction sets answer differently, and the instructions that LLVM has no
// operation of its own for. Passes ask here and name no instruction set; a port implements this
// class in a folder of its own (docs/porting.md).
#pragma once

#include <llvm/IR/FPEnv.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <memory>

namespace heddle::compiler {

/// The costs that differ between instruction sets. Cycles are those of one unit of the processor.
struct TargetCosts {
  /// An operation on a whole vector register.
  double register_cycles;
  /// The part of these cycles that is left if so many vectors run side by side that operations for
  /// other units fill the gaps.
  double overlapped_part;
  /// Instructions of a test for multiples of a number that all lanes have, for each register, and
  /// once for all lanes (multiple_tests.cpp).
  double multiple_test, multiple_test_once;
  /// Cycles of the divider for a register of quotients or of square roots.
  double float_division, double_division, float_root, double_root;
  /// Cycles until the right instructions arrive.
  double mispredicted_branch;
  /// One lane of a gather, one that is loaded by itself, and one that is scattered or stored by
  /// itself.
  double gathered_lane, lane_by_lane, scattered_lane;
  /// Registers that values of unrolled code may take before spills cost more than they gain.
  double search_registers;
  unsigned jam_vector_registers, jam_scalar_registers;
};

/// An instruction set as kernels are compiled for it: one level of one architecture. Only features
/// count; who made the processor is not known.
class InstructionSet {
 public:
  using Builder = llvm::IRBuilder<>;

  virtual ~InstructionSet() = default;

  /// Returns the bits of the longest vector register.
  virtual unsigned register_bits() const = 0;
  /// Returns the bits of the shortest vector register, within which every permutation works.
  virtual unsigned shortest_register_bits() const = 0;
  /// Returns the number of vector registers.
  virtual unsigned vector_registers() const = 0;
  /// Returns the table of costs.
  virtual const TargetCosts& costs() const = 0;

  /// Returns the bytes of all vector registers together.
  unsigned all_register_bytes() const { return vector_registers() * register_bits() / 8; }
  /// Returns the registers that numbers of this type take, one for each lane; at least one.
  double registers(const llvm::Type& type, unsigned lanes) const {
    return std::max(1.0, double(type.getScalarSizeInBits()) * lanes / register_bits());
  }

  // Masks and memory. An element's size is given in bits.

  /// Tells whether masks of lanes have registers of their own, and operations take them for free.
  virtual bool has_mask_registers() const = 0;
  /// Tells whether there are loads and stores with a mask of elements, which do not touch the
  /// memory of the others.
  virtual bool has_masked_memory(unsigned element) const = 0;
  /// Tells whether a masked store takes no longer than a plain one.
  virtual bool has_fast_masked_stores() const = 0;
  /// Tells whether there are gathers of so many lanes.
  virtual bool has_gather(unsigned element, unsigned lanes) const = 0;
  /// Tells whether there are scatters of so many lanes.
  virtual bool has_scatter(unsigned element, unsigned lanes) const = 0;
  /// Tells whether one instruction moves the active lanes of a register to its beginning.
  virtual bool has_compression() const = 0;
  /// Emits a fence that makes non-temporal stores visible before later ones.
  virtual void emit_stream_fence(Builder& at) const = 0;

  // Permutations by numbers that are known at run time only.

  /// Returns the bits of the block within which one instruction moves an element from any of two
  /// registers to any place, in an order that is known when the kernel is compiled.
  virtual unsigned shuffle_bits(unsigned element) const = 0;
  /// Tells whether instructions pick from `count` elements that lie side by side.
  virtual bool can_permute(unsigned count, unsigned element) const = 0;
  /// Picks for each element of a vector from the block of `table` that it lies in itself. Blocks
  /// are `count` elements long, as can_permute() was asked, and the numbers' bits above are
  /// ignored.
  virtual llvm::Value* permute(Builder& at, llvm::Value* table, llvm::Value* numbers,
                               unsigned count) const = 0;
  /// Tells whether one instruction picks from two registers, as permute_two() does.
  virtual bool has_two_register_permute(unsigned element) const = 0;
  /// Picks for each element of a vector from two of the longest registers, which lie side by side.
  virtual llvm::Value* permute_two(Builder& at, llvm::Value* low, llvm::Value* high,
                                   llvm::Value* numbers) const = 0;
  /// Picks for each element of `lanes` (numbers of 32 bits below the length of `from`) from a
  /// vector of any length. Returns null if there is no instruction for it.
  virtual llvm::Value* permute_lanes(Builder& at, llvm::Value* from, llvm::Value* lanes) const = 0;
  /// Returns the bits of the largest constant table of such elements that `lower-tables` looks up
  /// by permutations for so many lanes; 0: none.
  virtual unsigned lookup_bits(unsigned element, unsigned lanes) const = 0;

  // Products of integers. Vectors fill a register of some length.

  /// Tells whether there are sums of four products of an unsigned and a signed byte.
  virtual bool has_byte_products() const = 0;
  /// Tells whether there are also those of two signed bytes, and of two unsigned ones.
  virtual bool has_any_byte_products() const = 0;
  /// Sums four products in each word: of the unsigned bytes of `a` and the signed ones of `b`.
  virtual llvm::Value* mixed_byte_products(Builder& at, llvm::Value* a, llvm::Value* b) const = 0;
  /// Sums four products in each word, of bytes that are signed in both operands or in none.
  virtual llvm::Value* same_byte_products(Builder& at, llvm::Value* a, llvm::Value* b,
                                          bool are_signed) const = 0;
  /// Sums two products in each word, of neighbours among signed numbers of 16 bits.
  virtual llvm::Value* pair_products(Builder& at, llvm::Value* a, llvm::Value* b) const = 0;
  /// Tells whether built-ins should filter the bytes of images by pair_products().
  virtual bool mixes_bytes() const = 0;

  // Arithmetic.

  /// Tells whether a * b + c is rounded once by one instruction.
  virtual bool has_fused_multiply_add() const = 0;
  /// Tells whether one instruction multiplies vectors of 64-bit integers, and one converts vectors
  /// of unsigned integers from and to floating-point numbers.
  virtual bool has_long_arithmetic() const = 0;
  /// Tells whether vectors are rotated by one instruction.
  virtual bool has_rotations() const = 0;
  /// Tells whether each function of three bits is one instruction.
  virtual bool has_ternary_logic() const = 0;
  /// Tells whether tests for multiples of a word are made by its reciprocal as a double.
  virtual bool tests_multiples_by_reciprocals() const = 0;
  /// Tells whether there are the instructions of opaque_arithmetic.h for floats and doubles,
  /// estimates that are good to 14 bits, and conversions that round in a given direction.
  virtual bool has_estimates() const = 0;
  /// Tells whether built-ins should take their tables, by permutations.
  virtual bool has_table_lookups() const = 0;
  /// Tells whether there is arithmetic of half.
  virtual bool has_half_arithmetic() const = 0;
  /// Tells whether there are conversions between half and float.
  virtual bool has_half_conversions() const = 0;
  /// Returns the lanes of a * b + c of floats that directed_multiply_add() takes; 0: none.
  virtual unsigned directed_multiply_add_lanes() const = 0;
  /// Emits a * b + c, rounded in the given direction.
  virtual llvm::Value* directed_multiply_add(Builder& at, llvm::Value* a, llvm::Value* b,
                                             llvm::Value* c, llvm::RoundingMode mode) const = 0;

  // The thread's floating-point settings.

  /// Emits code that flushes subnormal operands and results to zero from `at` on. Returns the
  /// settings before, for end_flushing().
  virtual llvm::Value* begin_flushing(Builder& at) const = 0;
  /// Emits code that restores the settings from before begin_flushing().
  virtual void end_flushing(Builder& at, llvm::Value* before) const = 0;
};

/// Makes the description of the instruction set that `machine` compiles for.
std::unique_ptr<const InstructionSet> make_instruction_set(const llvm::TargetMachine& machine);

}  // namespace heddle::compiler
