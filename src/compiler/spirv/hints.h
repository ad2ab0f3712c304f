// SPDX-License-Identifier: Apache-2.0
// Hints of SYCL compilers that the validator does not know, or not in their places: loads and
// stores that touch the same memory (SPV_INTEL_memory_access_aliasing, in half of their modules),
// and the unrolling of loops (SPV_INTEL_unstructured_loop_controls).
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// A rewriter that removes them.
class Hints {
 public:
  explicit Hints(const Module& module);

  bool any() const { return any_; }
  /// Appends the replacement of `one`, perhaps nothing. Returns false if there is none.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words) const;

 private:
  bool any_ = false;
  std::set<uint32_t> ids_;  // ids of scopes, lists and domains
};

}  // namespace heddle::compiler::spirv
