// SPDX-License-Identifier: Apache-2.0
// The vectoriser's report on a kernel (HEDDLE_REPORT=1): how memory is accessed, and what stayed
// scalar and why, with the line of the source.
#pragma once

#include <llvm/IR/Instruction.h>

#include <string>
#include <vector>

#include "compiler/ir/lanes.h"

namespace heddle::compiler {

struct LaneReport {
  Lanes lanes;
  unsigned contiguous = 0;  ///< vector loads and stores, reversed ones included
  unsigned strided = 0;     ///< by shuffles
  unsigned gathers = 0;
  unsigned scatters = 0;
  unsigned uniform = 0;            ///< one scalar access for all lanes
  std::string accesses;            ///< the dearest accesses, with cycles of a vector
  std::vector<std::string> notes;  ///< one sentence each, without duplicates

  void note(std::string sentence);
  /// Notes a sentence, with the source line of `where` if it is known.
  void note(std::string sentence, const llvm::Instruction& where);
  std::string text() const;
};

}  // namespace heddle::compiler
