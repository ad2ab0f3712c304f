// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include <string>

#include "compiler/analysis/shape.h"
#include "compiler/ir/lanes.h"
#include "compiler/ir/vector_isa.h"

namespace heddle::compiler {

/// How `kernel`, of which no code is masked yet, does in such lanes beside one work-item at a time.
struct LaneGain {
  std::string why_scalar;  ///< empty: lanes are faster
  /// Work-items that take as long one by one as a vector of them; 0: unknown, as many as lanes.
  uint32_t items = 0;
};
LaneGain gain_of_lanes(llvm::Function& kernel, const llvm::LoopInfo& loops, const Lanes& lanes,
                       const VectorIsa& isa);

/// Does the address go on with the iterations of `loop`, without being read from memory? With
/// `shapes`: by what all lanes count.
bool goes_along(const llvm::Value& address, const llvm::Loop& loop, const Shapes* shapes = nullptr,
                unsigned depth = 0);

/// Tells whether `address` has a large stride along `loop`, so that only other lanes need the rest
/// of the cache line.
bool has_large_stride(const llvm::Value& address, const llvm::Loop& loop, unsigned depth = 0);

}  // namespace heddle::compiler
