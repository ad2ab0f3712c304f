// SPDX-License-Identifier: Apache-2.0
// Kernels that say what they compute: each value that an analysis claims something of is written to
// a trace, with the work-item and the iteration of each loop around it.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <array>
#include <map>
#include <vector>

namespace heddle::compiler {

constexpr unsigned kMaxDepth = 4;  ///< of loops, in a trace

/// One value as one work-item computed it.
struct TracedValue {
  std::array<uint64_t, 3> global, local, group;  ///< ids of the work-item
  uint64_t bits;
};

/// When a value was computed: the iterations of the loops around it, outer ones first.
using Iterations = std::array<uint64_t, kMaxDepth>;

/// The values of one instruction, by the iterations they were computed in.
using TraceOfValue = std::map<Iterations, std::vector<TracedValue>>;

/// What a launch wrote, by the numbers of the traced values.
using Trace = std::vector<TraceOfValue>;

/// Adds the writing of traces to a kernel, which is otherwise as it was.
class Tracer {
 public:
  /// `trace` must live while the kernel runs.
  Tracer(llvm::Function& kernel, const llvm::LoopInfo& loops, Trace& trace);

  /// Lets the kernel write `value` wherever it is computed, or, if `block` is not null, at the
  /// beginning of that block, which it dominates. Returns the number of the traced value.
  unsigned add(llvm::Instruction& value, llvm::BasicBlock* block = nullptr);

  /// Can the value be written, and is it the same one in scalar code?
  static bool can_trace(const llvm::Instruction& value);

 private:
  llvm::Value* is_defined(llvm::Value& value);
  llvm::Value* defined_phi(llvm::PHINode& phi);

  llvm::Function& kernel_;
  const llvm::LoopInfo& loops_;
  Trace& trace_;
  llvm::SmallVector<llvm::Value*> ids_;  ///< global, local and group ids, in three dimensions each
  llvm::DenseMap<const llvm::Loop*, llvm::Value*> iterations_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> defined_;
};

}  // namespace heddle::compiler
