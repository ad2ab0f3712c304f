// SPDX-License-Identifier: Apache-2.0
// The arithmetic and the accesses of a kernel, by which plan_lanes chooses the number of lanes and
// their dimension.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/analysis/block_counts.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

struct KernelContext;

struct LaneCosts {
  double by_bits[4] = {};  ///< varying arithmetic on elements of 8, 16, 32, 64 bits
  double contiguous = 0, scattered = 0;
  bool varies = false;
  bool holds_64_bits =
      false;  ///< values of 64 bits in memory or doubles; ids and addresses do not count
};

/// Returns the costs with lanes along `dimension`: accesses as often as they happen, arithmetic by
/// the loops around it.
LaneCosts costs_along(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses,
                      unsigned dimension, bool small_objects, const InstructionSet& machine);

/// Prints the costs along dimensions 0 and 1.
void print_lane_costs(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses,
                      const KernelContext& context, llvm::raw_ostream& out);

/// Returns the number of lanes: as many as elements of the size of half of the work fit in a
/// register.
unsigned width_for(const LaneCosts& costs, unsigned bits);

/// Tells whether more accesses are contiguous with lanes along dimension 1.
bool are_better_along_one(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses,
                          bool small_objects, const InstructionSet& machine);

/// Tells whether most of the kernel's arithmetic is on vectors that fill registers. Truth values do
/// not count: looking for an element takes many (`a.s0 == b || a.s1 == b || ...`).
bool is_written_in_wide_vectors(llvm::Function& kernel, unsigned bits,
                                llvm::FunctionAnalysisManager& analyses);

/// Tells whether most of the work is done lane by lane, for lack of vector instructions.
bool is_mostly_alone(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
