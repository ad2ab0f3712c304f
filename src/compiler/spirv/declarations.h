// SPDX-License-Identifier: Apache-2.0
// What must be known of a module's types and decorations to rewrite its constants.
#pragma once

#include <map>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

struct Scalar {
  uint32_t bits = 0;  ///< 1: bool
  bool is_signed = false;
};

/// Of a valid module.
class Declarations {
 public:
  explicit Declarations(const Module& module) {
    module.each([&](const Instruction& one) { note(one); });
  }

  /// Null for other types than scalars.
  const Scalar* scalar(uint32_t type) const {
    const auto found = scalars_.find(type);
    return found == scalars_.end() ? nullptr : &found->second;
  }
  /// Components of a vector type; 0 for other types.
  uint32_t components(uint32_t type) const {
    const auto found = vectors_.find(type);
    return found == vectors_.end() ? 0 : found->second;
  }
  /// The SpecId of a result, by decoration or by a group of decorations; null if it has none.
  const uint32_t* spec_id(uint32_t result) const {
    const auto found = spec_ids_.find(result);
    return found == spec_ids_.end() ? nullptr : &found->second;
  }

 private:
  void note(const Instruction& one);

  std::map<uint32_t, Scalar> scalars_;     // by the type's id
  std::map<uint32_t, uint32_t> vectors_;   // by the type's id
  std::map<uint32_t, uint32_t> spec_ids_;  // by the result's id
};

bool is_spec_constant(const Instruction& one);

}  // namespace heddle::compiler::spirv
