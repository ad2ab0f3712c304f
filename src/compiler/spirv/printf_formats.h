// SPDX-License-Identifier: Apache-2.0
// Rewrites formats of printf that do not point to characters in constant memory. LLVM's back end
// for SPIR-V lets them point to arrays of characters. With
// SPV_EXT_relaxed_printf_string_address_space it also puts literals into other address spaces.
#pragma once

#include <map>
#include <optional>

#include "compiler/spirv/declarations.h"
#include "compiler/spirv/layouts.h"

namespace heddle::compiler::spirv {

/// A rewriter that turns these formats into pointers to the first character of their literal.
/// Literals in other memory are copied.
class PrintfFormats {
 public:
  /// `module` need not be valid. New ids are taken from `bound`.
  PrintfFormats(const Module& module, uint32_t& bound);

  /// Appends the replacement of `one`. Returns false if there is none.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words);
  /// Tells whether there are such formats.
  bool any() const { return !formats_.empty(); }
  /// Tells whether there is anything to rewrite: translators do not know the extension either.
  bool needed() const { return !formats_.empty() || has_extension_; }

 private:
  struct Literal {
    uint32_t type = 0, characters = 0;  ///< types of the variable and of the array
    uint32_t initializer = 0;
    uint32_t copy = 0;  ///< in constant memory: a variable of its own, if the literal is elsewhere
    uint32_t copy_type = 0;  ///< a pointer to the array in constant memory
  };
  struct Pointer {
    uint32_t storage_class, pointee;
  };

  void note(const Instruction& one);
  void note_format(const Instruction& one);
  uint32_t pointer_to(uint32_t pointee);
  std::optional<uint32_t> variable_of(uint32_t pointer) const;
  void declare(std::vector<uint32_t>& words) const;

  uint32_t& bound_;
  const Declarations declared_;
  const std::map<uint32_t, uint32_t> types_;  // those of results, by id
  const Layouts layouts_;
  std::map<uint32_t, Pointer> pointers_;      // types, by id
  std::map<uint32_t, uint32_t> origins_;      // pointers to the beginning of others
  std::map<uint32_t, Literal> variables_;     // by id
  std::map<uint32_t, Literal> literals_;      // those to be rewritten
  std::map<uint32_t, uint32_t> in_constant_;  // types of pointers to constant memory, by pointee
  std::map<uint32_t, uint32_t> new_types_;    // those to be declared
  std::map<uint32_t, uint32_t> formats_;      // variables, by the format
  uint32_t set_ = 0, number_ = 0, zero_ = 0;  // OpenCL.std; a type of integers and its zero
  bool has_number_ = false, has_extension_ = false, functions_begun_ = false;
};

}  // namespace heddle::compiler::spirv
