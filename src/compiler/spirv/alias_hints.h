// SPDX-License-Identifier: Apache-2.0
// SPV_INTEL_memory_access_aliasing: which loads and stores touch the same memory. Compilers of SYCL
// say so in half of their modules; the validator does not know it, and the translators' reading of
// it (LLVM's alias scopes) is a hint.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Takes the hints out.
class AliasHints {
 public:
  explicit AliasHints(const Module& module);

  bool any() const { return any_; }
  /// True if it appended what stands for `one`, perhaps nothing.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words) const;

 private:
  bool any_ = false;
  std::set<uint32_t> ids_;  // of scopes, lists and domains
};

}  // namespace heddle::compiler::spirv
