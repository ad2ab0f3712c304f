// SPDX-License-Identifier: Apache-2.0
// A processor chooses among the instructions that its schedulers hold. Where each waits for the one
// before, these are too few to keep it busy; two registers a value are two such chains.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shape.h"
#include "compiler/ir/lanes.h"
#include "compiler/ir/vector_isa.h"

namespace heddle::compiler {

/// Does a work-item of `kernel` take less time if there are twice as many of `lanes`, which fill
/// one register? Not if less than half of the values that live at once would have registers.
bool wants_two_registers(llvm::Function& kernel, const llvm::LoopInfo& loops, const Shapes& shapes,
                         const Lanes& lanes, const VectorIsa& machine);

/// The same of four registers instead of two, where lanes leave a loop at different times. All that
/// lives at once must have registers.
bool wants_four_registers(llvm::Function& kernel, const llvm::LoopInfo& loops, const Shapes& shapes,
                          const Lanes& lanes, const VectorIsa& machine);

}  // namespace heddle::compiler
