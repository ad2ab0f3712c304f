// SPDX-License-Identifier: Apache-2.0
// Instructions on composites in words that the translator takes. Of those that are made of values
// it constructs constants only, and it knows no way into a vector that is part of something; not
// every one knows OpCopyLogical (SPIR-V 1.4).
#pragma once

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {

/// Of a valid module.
class Composites {
 public:
  /// `types` of all results, `numbers` of constants; ids are taken from `bound` on.
  Composites(const Declarations& declared, const std::map<uint32_t, uint32_t>& types,
             const std::map<uint32_t, uint32_t>& numbers, uint32_t& bound)
      : declared_(declared), types_(types), numbers_(numbers), bound_(bound) {}

  /// Appends what stands for OpCompositeConstruct, -Extract, -Insert or OpCopyLogical; false if it
  /// may stay.
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
