// SPDX-License-Identifier: Apache-2.0
// Instructions on composites, in forms that the translator takes. It constructs composites from
// constants only, and cannot reach into a vector that is part of another composite. Not every
// translator knows OpCopyLogical (SPIR-V 1.4).
#pragma once

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {

/// A rewriter for a valid module.
class Composites {
 public:
  /// Takes the `types` of all results and the `numbers` of constants; ids are taken from `bound`.
  Composites(const Declarations& declared, const std::map<uint32_t, uint32_t>& types,
             const std::map<uint32_t, uint32_t>& numbers, uint32_t& bound)
      : declared_(declared), types_(types), numbers_(numbers), bound_(bound) {}

  /// Appends the replacement of OpCompositeConstruct, -Extract, -Insert or OpCopyLogical. Returns
  /// false if it may stay.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words);

 private:
  bool construct(std::span<const uint32_t> operands, std::vector<uint32_t>& words);
  bool extract(std::span<const uint32_t> operands, std::vector<uint32_t>& words);
  bool insert(std::span<const uint32_t> operands, std::vector<uint32_t>& words);
  std::vector<uint32_t> members_of(std::span<const uint32_t> operands,
                                   std::vector<uint32_t>& words);
  void copy(uint32_t type, uint32_t result, uint32_t from, uint32_t value,
            std::vector<uint32_t>& words);
  uint32_t vector_inside(uint32_t type, std::span<const uint32_t> indexes) const;
  uint32_t type_of(uint32_t id) const {
    const auto found = types_.find(id);
    return found == types_.end() ? 0 : found->second;
  }

  const Declarations& declared_;
  const std::map<uint32_t, uint32_t>& types_;
  const std::map<uint32_t, uint32_t>& numbers_;
  uint32_t& bound_;
};

}  // namespace heddle::compiler::spirv
