// SPDX-License-Identifier: Apache-2.0
// The types and decorations of a module that are needed to rewrite its constants.
#pragma once

#include <functional>
#include <map>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

struct Scalar {
  uint32_t bits = 0;  ///< 1: bool
  bool is_signed = false;
};

/// The module need not be valid.
class Declarations {
 public:
  explicit Declarations(const Module& module) {
    module.each([&](const Instruction& one) { note(one); });
  }

  /// Returns a scalar type; null for other types.
  const Scalar* scalar(uint32_t type) const {
    const auto found = scalars_.find(type);
    return found == scalars_.end() ? nullptr : &found->second;
  }
  /// Returns the components of a vector type; 0 for other types.
  uint32_t components(uint32_t type) const {
    const auto found = vectors_.find(type);
    return found == vectors_.end() ? 0 : found->second;
  }
  /// Returns the type that a pointer type points to; 0 for other types.
  uint32_t pointee(uint32_t type) const {
    const auto found = pointees_.find(type);
    return found == pointees_.end() ? 0 : found->second;
  }
  /// Returns the type of a member of a vector, an array or a structure; 0 if there is none.
  uint32_t member(uint32_t type, uint32_t index) const {
    const auto found = members_.find(type);
    if (found == members_.end()) return 0;
    const auto& members = found->second;
    if (members.all_alike) return members.types[0];
    return index < members.types.size() ? members.types[index] : 0;
  }
  /// Tells whether it is an array or a structure, which have numbered members.
  bool is_aggregate(uint32_t type) const {
    return members_.contains(type) && components(type) == 0;
  }
  /// The number of members of a structure, or the constant with the length of an array.
  struct Count {
    uint32_t number, constant;  ///< the other one is 0
  };
  Count count(uint32_t type) const {
    const auto found = members_.find(type);
    if (found == members_.end()) return {0, 0};
    return {found->second.length ? 0 : static_cast<uint32_t>(found->second.types.size()),
            found->second.length};
  }
  /// Returns the SpecId of a result, by decoration or by a group of decorations; null if it has
  /// none.
  const uint32_t* spec_id(uint32_t result) const {
    const auto found = spec_ids_.find(result);
    return found == spec_ids_.end() ? nullptr : &found->second;
  }

 private:
  struct Members {
    bool all_alike;
    std::vector<uint32_t> types;
    uint32_t length = 0;  ///< for an array: the id of a constant
  };
  void note(const Instruction& one);

  std::map<uint32_t, Scalar> scalars_;     // by the type's id
  std::map<uint32_t, uint32_t> vectors_;   // by the type's id
  std::map<uint32_t, uint32_t> pointees_;  // by the type's id
  std::map<uint32_t, Members> members_;    // by the type's id
  std::map<uint32_t, uint32_t> spec_ids_;  // by the result's id
};

bool is_spec_constant(const Instruction& one);

/// Returns the types of all results, by id; for a module that is not valid, of those before its
/// faults.
std::map<uint32_t, uint32_t> result_types(const Module& module);

/// Calls `see` with each operand that is an id, other than the result and its type; in a module
/// that is not valid, with those before its faults.
void each_use(const Module& module, const std::function<void(const Instruction&, size_t)>& see);

}  // namespace heddle::compiler::spirv
