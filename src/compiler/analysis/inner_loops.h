// SPDX-License-Identifier: Apache-2.0
// Innermost loops of one work-item that LLVM's loop vectoriser takes where work-items are no lanes.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// Tells whether a loop may be vectorised, by what shows without an analysis.
bool has_a_chance(const llvm::Loop& loop);
/// Tells whether there is a loop that may be vectorised, without an analysis.
bool may_vectorize_inner_loops(const llvm::LoopInfo& loops);

/// The loops that would be vectorised if the kernel's work-items were no lanes. An estimate, which
/// may be wrong.
class InnerLoopVectors {
 public:
  InnerLoopVectors(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses)
      : kernel_(kernel), analyses_(analyses) {}

  /// Returns the bits of the largest number that an innermost loop accesses or computes from what
  /// it loads; 0: it stays scalar.
  unsigned element_bits(const llvm::Loop& loop);

 private:
  llvm::Function& kernel_;
  llvm::FunctionAnalysisManager& analyses_;
};

}  // namespace heddle::compiler
