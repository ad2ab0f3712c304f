// SPDX-License-Identifier: Apache-2.0
// Short vectors of which nobody asks for single elements: `out[i] = a[i] * b[i] + 1` with uchar16.
#pragma once

#include <llvm/ADT/DenseSet.h>

#include "compiler/passes/vectorize/memory.h"

namespace heddle::compiler {

/// Groups of loads and stores between which the same is done with each member. Which of their
/// elements make a register does not matter then: as they lie in memory, nothing is shuffled.
class FlatGroups {
 public:
  FlatGroups(llvm::Function& kernel, const Shapes& shapes, const AccessGroups& groups);
  bool has(const AccessGroup& group) const { return groups_.contains(&group); }

 private:
  llvm::DenseSet<const AccessGroup*> groups_;
};

}  // namespace heddle::compiler
