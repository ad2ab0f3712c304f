// SPDX-License-Identifier: Apache-2.0
// Interleaving, as LLVM's loop vectoriser has it: two registers for each value are two chains. A
// processor chooses among the instructions that its schedulers hold. Where each waits for the one
// before, these are too few to keep it busy.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/block_counts.h"
#include "compiler/analysis/shape.h"
#include "compiler/ir/lanes.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// Returns the estimated time of a work-item with twice as many registers for each value as
/// `vectors` (1 or 2), which `lanes` fill each, over that with these; infinity if less than half of
/// the values that live at once would have registers.
double time_of_twice(llvm::Function& kernel, const llvm::LoopInfo& loops, const BlockCounts& counts,
                     const Shapes& shapes, const Lanes& lanes, unsigned vectors,
                     const InstructionSet& machine);

/// Tells whether twice as many of `lanes`, which fill one register, take less time by so much that
/// it is worth the code.
bool wants_two_registers(llvm::Function& kernel, const llvm::LoopInfo& loops,
                         const BlockCounts& counts, const Shapes& shapes, const Lanes& lanes,
                         const InstructionSet& machine);

/// Tells the same of four registers instead of two, where lanes leave a loop at different times.
/// All values that live at once must have registers.
bool wants_four_registers(llvm::Function& kernel, const llvm::LoopInfo& loops,
                          const BlockCounts& counts, const Shapes& shapes, const Lanes& lanes,
                          const InstructionSet& machine);

}  // namespace heddle::compiler
