// SPDX-License-Identifier: Apache-2.0
// What a loop waits for from one run to the next.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace heddle::compiler {

/// The longest chain of operations of `loop` that one run hands on to the next, in the unit of
/// `latency`. Only phis of its header that `counts` wants begin one; operations deeper than
/// `max_depth` are not followed. 0 if there is none, or no single latch.
double recurrence(const llvm::Loop& loop, llvm::function_ref<bool(const llvm::PHINode&)> counts,
                  llvm::function_ref<double(const llvm::Instruction&)> latency, unsigned max_depth);

}  // namespace heddle::compiler
