// SPDX-License-Identifier: Apache-2.0
// The sizes of a module's types in memory, as LLVM lays them out, and its integer constants.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {

/// A module's types in memory. A type follows the types of its members. The module need not be
/// valid.
class Layouts {
 public:
  Layouts(const Module& module, const Declarations& declared);

  /// Returns bytes; nothing for types without a size, or with a member without one.
  std::optional<uint64_t> size(uint32_t type) const;
  std::optional<uint64_t> member_offset(uint32_t structure, uint32_t index) const;
  /// Returns an integer constant that is not specialised, with its sign.
  std::optional<int64_t> number(uint32_t id) const;

 private:
  struct Layout {
    uint64_t size, alignment;
    std::vector<uint64_t> offsets;  ///< those of a structure's members
  };
  void note(const Instruction& one);
  void note_number(const Instruction& one);
  std::optional<Layout> vector(uint32_t component, uint32_t count) const;
  std::optional<Layout> array(uint32_t element, uint32_t length) const;
  std::optional<Layout> structure(const Instruction& one) const;
  const Layout* find(uint32_t type) const;

  const Declarations& declared_;
  std::set<uint32_t> packed_;            // structures
  std::map<uint32_t, Layout> layouts_;   // by the type's id
  std::map<uint32_t, int64_t> numbers_;  // by the constant's id
};

}  // namespace heddle::compiler::spirv
