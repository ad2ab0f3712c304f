// SPDX-License-Identifier: Apache-2.0
// Pointers that are compared or subtracted, or whose bits are taken. SPIR-V 1.4 has instructions
// for the former, which the translator does not know; older compilers of OpenCL C used those for
// integers. OpBitcast converts pointers to integers, and since 1.5 to vectors of them.
#pragma once

#include <map>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

class PointerArithmetic {
 public:
  /// `module` need not be valid. New ids are taken from `bound`.
  PointerArithmetic(const Module& module, uint32_t& bound);

  /// Appends the replacement of `one`. Returns false if there is none.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words);

  /// Tells whether instructions for integers were used.
  bool has_integer_instructions() const { return has_integer_instructions_; }
  /// Tells whether those for pointers were used.
  bool has_pointer_instructions() const { return has_pointer_instructions_; }
  /// Tells whether there is anything to rewrite.
  bool needed() const {
    return has_integer_instructions_ || has_pointer_instructions_ || has_bitcasts_;
  }

 private:
  void note(const Instruction& one);
  bool is_ours(const Instruction& one) const;
  bool is_pointer(uint32_t id) const;
  bool is_bitcast(const Instruction& one) const;
  void bitcast(const Instruction& one, std::vector<uint32_t>& words);
  void declare(std::vector<uint32_t>& words);
  uint32_t number_of(uint32_t pointer, std::vector<uint32_t>& words);
  void subtract(const Instruction& one, std::vector<uint32_t>& words);

  uint32_t& bound_;
  std::map<uint32_t, uint32_t> types_;     // those of results, by id
  std::map<uint32_t, uint32_t> pointees_;  // those of pointer types, by id
  uint32_t number_type_ = 0;               // integers of 64 bits
  uint32_t one_ = 0;                       // a 1 of that type
  bool has_integer_instructions_ = false, has_pointer_instructions_ = false;
  bool has_bitcasts_ = false;
  bool has_int64_ = false;  // the capability
  bool has_number_type_ = false;
  bool begun_ = false, functions_begun_ = false;
};

}  // namespace heddle::compiler::spirv
