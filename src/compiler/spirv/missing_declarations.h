// SPDX-License-Identifier: Apache-2.0
// Capabilities and extensions that a module uses without declaring them (OpCapability,
// OpExtension).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// - Execution modes for the size of sub-groups need the capability SubgroupDispatch.
/// - Capabilities, decorations and linkage of an extension need its declaration, unless the
/// module's
///  version has them without.
class MissingDeclarations {
 public:
  /// `module` need not be valid.
  explicit MissingDeclarations(const Module& module);

  /// Appends the replacement of `one`. Returns false if there is none.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words);
  /// Returns the names of missing declarations; empty if there is nothing to rewrite.
  const std::string& names() const { return names_; }

 private:
  void note(const Instruction& one);

  const uint32_t version_;
  bool has_dispatch_ = false, needs_dispatch_ = false;
  std::set<std::string, std::less<>> given_, needed_;  // extensions
  std::string names_;
  bool is_declared_ = false;
};

}  // namespace heddle::compiler::spirv
