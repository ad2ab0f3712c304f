// SPDX-License-Identifier: Apache-2.0
// Vectors of a work-item's own: where work-items are no lanes, innermost loops become vector code.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// What no vector can do is seen at once, before anything is analysed.
bool has_a_chance(const llvm::Loop& loop);
/// Seen at a glance: is there a loop worth asking about?
bool may_vectorize_inner_loops(const llvm::LoopInfo& loops);

/// Which loops would become vectors if the kernel's work-items were no lanes. Asks for little, and
/// may be wrong.
class InnerLoopVectors {
 public:
  InnerLoopVectors(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses)
      : kernel_(kernel), analyses_(analyses) {}

  /// Of the largest number that an innermost loop reads or writes; 0: it stays scalar.
  unsigned element_bits(const llvm::Loop& loop);

 private:
  llvm::Function& kernel_;
  llvm::FunctionAnalysisManager& analyses_;
};

}  // namespace heddle::compiler
