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
/// - Capabilities, decorations and linkage that came with an extension need that, but for those
/// that
///   the module's version has without.
class MissingDeclarations {
 public:
  /// `module` need not be valid.
  explicit MissingDeclarations(const Module& module);

  /// Appends what stands for `one`. False if that is `one`.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words);
  /// Names of what is missing; none: nothing is to be rewritten.
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
