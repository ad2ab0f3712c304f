// SPDX-License-Identifier: Apache-2.0
// Loops whose iterations compute something and hardly ever do more than test it (a search for a
// hash).
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include <optional>

#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// The parts of such a loop.
struct Search {
  llvm::BasicBlock *head, *latch, *rest, *exit;
  llvm::Value* test;
  bool rest_if;  ///< the test's outcome that leads to the rest
  llvm::Value* more;
  bool more_if;
};

/// Returns the parts of `loop`, if it has that form.
std::optional<Search> find_search(const llvm::Loop& loop);

/// Tells whether the condition hardly ever holds (or, if not `holds`, fails). Two numbers that may
/// be anything are seldom the same.
bool is_rare(llvm::Value& condition, bool holds);

/// Returns the number of interleaved iterations that bridges the latencies and fits into registers.
unsigned iterations_for(const llvm::BasicBlock& head, const InstructionSet& machine);

}  // namespace heddle::compiler
