// SPDX-License-Identifier: Apache-2.0
// Vectors of a work-item's own: where work-items are no lanes, innermost loops become vector code.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include <memory>

namespace heddle::compiler {

/// Do all work-items (of a group) do the very same, so that one speaks for the lanes of a vector?
/// Kernels that know no ids, called tasks where they are written for FPGAs.
bool all_do_the_same(const llvm::Function& kernel);

/// Which loops would become vectors if the kernel's work-items were no lanes. Asks for little, and
/// may be wrong.
class OwnVectors {
 public:
  OwnVectors(llvm::Function& kernel, const llvm::LoopInfo& loops);
  ~OwnVectors();

  /// Seen at a glance: is there a loop worth asking about?
  static bool are_thinkable(const llvm::LoopInfo& loops);
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
