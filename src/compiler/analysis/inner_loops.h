// SPDX-License-Identifier: Apache-2.0
// Vectors of a work-item's own: where work-items are no lanes, innermost loops become vector code.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include <memory>

namespace heddle::compiler {

/// What no vector can do is seen at once, before anything is analysed.
bool has_a_chance(const llvm::Loop& loop);
/// Seen at a glance: is there a loop worth asking about?
bool may_vectorize_inner_loops(const llvm::LoopInfo& loops);

/// Which loops would become vectors if the kernel's work-items were no lanes. Asks for little, and
/// may be wrong.
class InnerLoopVectors {
 public:
  InnerLoopVectors(llvm::Function& kernel, const llvm::LoopInfo& loops);
  ~InnerLoopVectors();

  /// Of the largest number that an innermost loop reads or writes; 0: it stays scalar.
  unsigned element_bits(const llvm::Loop& loop);

 private:
  struct Analyses;
  Analyses& analyses();

  llvm::Function& kernel_;
  const llvm::LoopInfo& loops_;
  std::unique_ptr<Analyses> analyses_;  ///< made when they are needed
};

}  // namespace heddle::compiler
