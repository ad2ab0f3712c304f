// SPDX-License-Identifier: Apache-2.0
// Latencies of operations, and of the recurrences of loops.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace heddle::compiler {

/// Tells whether the instruction takes no unit of the processor, or is part of another one.
bool is_free(const llvm::Instruction& instruction);
/// Tells whether it is 1 / x or 1 / sqrt(x) in the form of lower-estimates, which does not divide.
bool is_estimate(const llvm::Instruction& instruction);
/// Returns the cycles until the result is there.
double latency(const llvm::Instruction& instruction);

/// Returns the latency of the longest recurrence of `loop`, a cycle of the dependence graph through
/// a phi of its header, in the unit of `latency`; 0 if there is none, or no single latch. Only phis
/// for which `counts` is true begin one, and operations deeper than `max_depth` are not followed.
/// Other phis wait for the conditions of the branches before them for as long as `guess` returns,
/// if anything. Without `guess` they do not wait.
double recurrence(const llvm::Loop& loop, llvm::function_ref<bool(const llvm::PHINode&)> counts,
                  llvm::function_ref<double(const llvm::Instruction&)> latency, unsigned max_depth,
                  llvm::function_ref<std::optional<double>(const llvm::Value&)> guess = nullptr);

/// Prints the longest chain of each loop, over all phis, in cycles.
void print_recurrences(const llvm::LoopInfo& loops, llvm::raw_ostream& out);

}  // namespace heddle::compiler
