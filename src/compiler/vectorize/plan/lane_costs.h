// SPDX-License-Identifier: Apache-2.0
// What a kernel computes and accesses, as far as that says how many lanes it should have and along
// which dimension.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "compiler/analysis/block_counts.h"
#include "compiler/ir/vector_isa.h"

namespace heddle::compiler {

struct LaneCosts {
  double by_bits[4] = {};  ///< varying arithmetic on elements of 8, 16, 32, 64 bits
  double contiguous = 0, scattered = 0;
  bool varies = false;
  bool holds_64_bits = false;  ///< in memory or as double; ids and addresses do not count
};

/// `counts`: how often accesses happen; null: by the loops around them, as arithmetic does.
LaneCosts costs_along(llvm::Function& kernel, const llvm::LoopInfo& loops, unsigned dimension,
                      bool small_objects, const VectorIsa& machine,
                      const BlockCounts* counts = nullptr);

/// As many lanes as elements of the size that half of the work is done in fit into a register.
unsigned width_for(const LaneCosts& costs, unsigned bits);

/// Do lanes find more of what they access side by side along dimension 1?
bool are_better_along_one(llvm::Function& kernel, llvm::DominatorTree& dominators,
                          llvm::LoopInfo& loops, bool small_objects, const VectorIsa& machine);

/// Is most of what the kernel computes already in vectors that fill registers? Truth values do not
/// count: looking for an element takes many (`a.s0 == b || a.s1 == b || ...`).
bool is_written_in_wide_vectors(llvm::Function& kernel, unsigned bits);

/// Is what no vector instruction does, and is done for one lane after the other, most of the work?
bool is_mostly_alone(llvm::Function& kernel, const llvm::LoopInfo& loops);

}  // namespace heddle::compiler
