// SPDX-License-Identifier: Apache-2.0
// Hints of compilers of SYCL that the validator does not know, or not where they stand: which loads
// and stores touch the same memory (SPV_INTEL_memory_access_aliasing, in half of their modules),
// and how loops are unrolled (SPV_INTEL_unstructured_loop_controls).
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Takes them out.
class Hints {
 public:
  explicit Hints(const Module& module);

  bool any() const { return any_; }
  /// True if it appended what stands for `one`, perhaps nothing.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words) const;

 private:
  bool any_ = false;
  std::set<uint32_t> ids_;  // of scopes, lists and domains
};

}  // namespace heddle::compiler::spirv
