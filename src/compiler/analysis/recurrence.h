// SPDX-License-Identifier: Apache-2.0
// How long operations wait for one another, first of all those of a loop from one iteration to the
// next.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace heddle::compiler {

/// Is it nothing that a unit of the processor does, or part of another instruction?
bool is_free(const llvm::Instruction& instruction);
/// 1 / x, or 1 / sqrt(x), as lower-estimates takes it, which does not divide.
bool is_estimate(const llvm::Instruction& instruction);
/// Cycles until the result is there.
double latency(const llvm::Instruction& instruction);

/// The longest chain of operations of `loop` that one iteration hands on to the next, in the unit
/// of `latency`. Only phis of its header that `counts` wants begin one; operations deeper than
/// `max_depth` are not followed. 0 if there is none, or no single latch. The other phis wait for
/// the conditions of the branches before them, as long as `guess` says of each, if it does; null:
/// they do not.
double recurrence(const llvm::Loop& loop, llvm::function_ref<bool(const llvm::PHINode&)> counts,
                  llvm::function_ref<double(const llvm::Instruction&)> latency, unsigned max_depth,
                  llvm::function_ref<std::optional<double>(const llvm::Value&)> guess = nullptr);

}  // namespace heddle::compiler
