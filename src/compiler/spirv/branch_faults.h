// SPDX-License-Identifier: Apache-2.0
// Blocks that merge hints and OpPhi name once too often.
#pragma once

#include <set>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// - A block may be the merge block of one header only (SPIR-V §2.11). Kernels are not structured,
///  so OpSelectionMerge and OpLoopMerge are hints there: the second one is left out.
/// - OpPhi has one pair for each parent. LLVM has one for each edge from it, which bring the same
///  value: one of them is kept.
class BranchFaults {
 public:
  /// `module` need not be valid.
  explicit BranchFaults(const Module& module);

  /// Appends the replacement of `one`. Returns false if there is none.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words);

  /// Tells whether hints share a merge block.
  bool has_shared_merges() const { return has_shared_merges_; }
  /// Tells whether an OpPhi has a parent twice.
  bool has_double_parents() const { return has_double_parents_; }

 private:
  bool is_shared_merge(const Instruction& one);

  std::set<uint32_t> merges_;  // blocks of the function
  bool has_shared_merges_ = false, has_double_parents_ = false;
};

}  // namespace heddle::compiler::spirv
