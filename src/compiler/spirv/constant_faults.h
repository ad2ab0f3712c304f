// SPDX-License-Identifier: Apache-2.0
// Constants of LLVM's own back end for SPIR-V (Clang 22's) that the specification does not allow.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// - OpConstantNull of an event has its type once more after the result: that goes.
/// - A null pointer in a structure or an array is an integer: it is OpConstantNull.
/// - A pointer in one, or the first value of a variable, has another type, such as that to a
/// shorter
///  string: it is converted.
/// - The address of a member or an element has the type of its use: it is converted to that.
class ConstantFaults {
 public:
  /// `module` need not be valid. New ids are taken from `bound`.
  ConstantFaults(const Module& module, uint32_t& bound);

  /// Appends the replacement of `one`. Returns false if there is none.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words);
  /// Tells whether there is anything to rewrite.
  bool needed() const { return needed_; }

 private:
  struct Members {
    bool are_alike;
    std::vector<uint32_t> members;  ///< types
  };
  struct Pointer {
    uint32_t storage_class, pointee;
  };
  void note(const Instruction& one);
  void note_constant(const Instruction& one);
  /// Tells whether it is the address of a part, in bytes.
  bool is_in_bytes(const Instruction& chain) const;
  uint32_t member_type(const Instruction& composite, size_t operand) const;
  /// Tells whether a constant has to be converted to `type`, a pointer's, for its use.
  bool is_other(uint32_t constant, uint32_t type) const;
  uint32_t converted(uint32_t constant, uint32_t type, std::vector<uint32_t>& words);

  uint32_t& bound_;
  const bool is_backends_;                       // LLVM's
  std::map<uint32_t, Members> composites_;       // types of arrays and structures, by id
  std::map<uint32_t, Pointer> pointers_;         // types, by id
  std::map<uint32_t, uint32_t> types_;           // types of constants and variables, by id
  std::set<uint32_t> integers_, bytes_, zeros_;  // types, and integer constants
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> converted_;  // by constant (0: null) and type
  bool needed_ = false;
};

}  // namespace heddle::compiler::spirv
