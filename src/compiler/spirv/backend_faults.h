// SPDX-License-Identifier: Apache-2.0
// Words of LLVM's own back end for SPIR-V (Clang 22's, `clang -target spirv64`) that the
// specification does not allow, but whose meaning is clear.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// - Structures are indexed by OpConstantNull: such integers are OpConstant.
/// - OpAny and OpAll of integers and vectors of them, as OpenCL C has them, are such of signs.
/// - OpFConvert, OpSConvert and OpUConvert to the same width are copies.
/// - OpSelect of vectors by one condition, which needs version 1.4 (translators write it, too), has
///   that for each component.
/// - OpAtomicCompareExchangeWeak, which 1.4 has no more, is the strong one.
/// - Numbers and strides of OpGroupAsyncCopy have 64 bits, as addresses have.
/// - The alignment -128 is 128, and 0 is 256 (or more, which nobody knows).
class BackendFaults {
 public:
  /// `module` need not be valid. New ids are taken from `bound`.
  BackendFaults(const Module& module, uint32_t& bound);

  /// Appends the replacement of `one`. Returns false if there is none.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words);
  /// Tells whether there is anything to rewrite.
  bool needed() const { return needed_; }

 private:
  /// A scalar or a vector of numbers.
  struct Numbers {
    uint16_t opcode;     ///< that of the scalar's type
    uint32_t bits;       ///< those of a component; 1 for a bool
    uint32_t scalar;     ///< the component's type
    uint32_t count = 1;  ///< the number of components
  };
  using Vector = std::pair<uint32_t, uint32_t>;  // type and number of its components

  void note_type(const Instruction& one);
  void note(const Instruction& one);
  const Numbers* numbers_of(uint32_t value) const;
  const Numbers* type(uint32_t id) const;
  bool is_same_width(const Instruction& one) const;
  bool is_test_of_integers(const Instruction& one) const;
  bool is_select_by_scalar(const Instruction& one) const;
  bool is_narrow(const Instruction& one, size_t operand) const;
  void need_vector(uint32_t component, uint32_t count);
  void declare(std::vector<uint32_t>& words);
  void test(const Instruction& one, std::vector<uint32_t>& words);
  void copy(const Instruction& one, std::vector<uint32_t>& words);
  void select(const Instruction& one, std::vector<uint32_t>& words);

  uint32_t& bound_;
  std::map<uint32_t, uint32_t> types_;      // the types of results, by id
  std::map<uint32_t, Numbers> numbers_;     // by the type's id
  std::map<Vector, uint32_t> vectors_;      // ids of vector types
  std::map<Vector, uint32_t> new_vectors_;  // those to be declared
  std::map<uint32_t, uint32_t> zeros_;      // to be declared, by type
  std::set<uint32_t> copies_;               // results of conversions to the same width
  uint32_t long_ = 0;                       // the type of integers of 64 bits
  bool may_select_;                         // by one condition for all components
  bool needed_ = false, functions_begun_ = false;
};

}  // namespace heddle::compiler::spirv
