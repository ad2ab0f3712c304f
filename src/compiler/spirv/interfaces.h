// SPDX-License-Identifier: Apache-2.0
// The variables that an entry point names (SPIR-V, OpEntryPoint): Input and Output variables that
// its functions use. Since 1.4 it has to name those of other storage classes, too, and each once.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

class Interfaces {
 public:
  /// `module` need not be valid.
  explicit Interfaces(const Module& module);

  /// Appends the replacement of `one`. Returns false if there is none.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words) const;
  /// Tells whether an entry point lacks variables, has one twice, or has some that it may not.
  bool needed() const { return needed_; }

 private:
  void note_uses(const Module& module);
  std::vector<uint32_t> wanted(const Instruction& one) const;
  std::set<uint32_t> used_by(uint32_t entry) const;
  bool may_name(uint32_t variable) const;

  const bool names_all_;                          // storage classes
  std::map<uint32_t, uint32_t> storage_classes_;  // those of variables outside functions, by id
  std::map<uint32_t, std::set<uint32_t>> uses_;   // ids that a function, or another value, uses
  bool needed_ = false;
};

}  // namespace heddle::compiler::spirv
