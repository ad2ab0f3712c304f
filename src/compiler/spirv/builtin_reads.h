// SPDX-License-Identifier: Apache-2.0
// Partial reads of built-in variables, through pointers to other types: compilers of SYCL load a
// long from 8 bytes into GlobalInvocationId. The translator of LLVM 15 ends itself over all loads
// that are not of the whole ("Unexpected pattern!").
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>

#include "compiler/spirv/declarations.h"
#include "compiler/spirv/layouts.h"

namespace heddle::compiler::spirv {

/// A rewriter that loads a variable whole and takes the part from that. Pointers with other uses
/// stay, and so do those that they are made from.
class BuiltinReads {
 public:
  /// The module is valid. `types` are those of all results, by id.
  BuiltinReads(const Module& module, const Declarations& declared,
               const std::map<uint32_t, uint32_t>& types);

  /// Appends the replacement of `one`, with ids from `bound`. Returns false if there is none.
  bool rewrite(const Instruction& one, uint32_t& bound, std::vector<uint32_t>& words) const;

 private:
  /// The place that a pointer points to.
  struct Place {
    uint32_t variable = 0;
    uint64_t offset = 0;     ///< in bytes
    uint32_t component = 0;  ///< the id of a number of further components; 0: none
    uint32_t from = 0;       ///< the pointer that it is made from; 0: this is the variable
  };

  void note(const Instruction& one);
  void note_variable(const Instruction& one);
  void note_pointer(const Instruction& one);
  bool go_to_member(Place& place, uint32_t type, std::span<const uint32_t> indices) const;
  bool go_on(Place& place, uint32_t index, uint32_t type) const;
  void keep_used(const Module& module);
  void keep(uint32_t pointer);
  /// Returns the place; null if it is elsewhere, or a variable itself.
  const Place* part(uint32_t pointer) const;
  bool load(const Instruction& one, const Place& place, uint32_t& bound,
            std::vector<uint32_t>& words) const;
  bool load_some(const Instruction& one, const Place& place, uint32_t& bound,
                 std::vector<uint32_t>& words) const;
  uint32_t type_of(uint32_t id) const {
    const auto found = types_.find(id);
    return found == types_.end() ? 0 : found->second;
  }
  /// Returns the type of a variable; component() returns that of its elements.
  uint32_t whole(const Place& place) const { return declared_.pointee(type_of(place.variable)); }
  uint32_t component(const Place& place) const {
    const uint32_t type = whole(place);
    return declared_.components(type) ? declared_.member(type, 0) : type;
  }

  const Declarations& declared_;
  const std::map<uint32_t, uint32_t>& types_;
  const Layouts layouts_;
  std::set<uint32_t> builtins_;       // decorated ids
  std::map<uint32_t, Place> places_;  // by the pointer's id
  std::set<uint32_t> kept_;           // pointers
};

}  // namespace heddle::compiler::spirv
