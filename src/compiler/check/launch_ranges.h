// SPDX-License-Identifier: Apache-2.0
// Ranges of integers over all work-items and iterations of a launch, as values that the kernel's
// entry computes from its arguments and the sizes of the launch. LLVM's
// InductiveRangeCheckElimination does the same over the iterations of one loop.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>

#include <optional>

#include "compiler/check/checked_arithmetic.h"

namespace heddle::compiler {

class LaunchRanges : CheckedArithmetic {
 public:
  /// Emits before `at`, which is in the kernel's entry block.
  LaunchRanges(llvm::Instruction& at, llvm::ScalarEvolution& evolution, const llvm::LoopInfo& loops,
               const llvm::DominatorTree& tree);

  /// Emits the condition that `offset` is below `end`, unsigned, for each work-item that comes to
  /// `block`. Null if nothing is known of it before the launch.
  llvm::Value* below(llvm::Value& offset, llvm::Value& end, const llvm::BasicBlock& block);

 private:
  using Range = std::optional<LaunchRange>;

  Range of(const llvm::SCEV* number, const llvm::BasicBlock& block, unsigned depth);
  Range computed(const llvm::SCEV* number, const llvm::BasicBlock& block, unsigned depth);
  Range of_value(llvm::Value& value, unsigned depth);
  Range of_call(const llvm::CallBase& call);
  Range of_phi(llvm::PHINode& phi, unsigned depth);
  Range of_sum(const llvm::SCEVAddExpr& sum, const llvm::BasicBlock& block, unsigned depth);
  Range of_product(const llvm::SCEVMulExpr& product, const llvm::BasicBlock& block, unsigned depth);
  Range of_recurrence(const llvm::SCEVAddRecExpr& recurrence, unsigned depth);
  Range of_counter(const llvm::SCEVAddRecExpr& counter, const LaunchRange& start,
                   const LaunchRange& step, unsigned depth);
  Range of_extremes(const llvm::SCEVNAryExpr& extremes, const llvm::BasicBlock& block,
                    unsigned depth);
  /// Narrows a range by the branches that `block` is after.
  LaunchRange after_branches(const llvm::SCEV* number, LaunchRange range,
                             const llvm::BasicBlock& block, unsigned depth);
  void narrow(const llvm::SCEV* number, LaunchRange& range, llvm::Value& condition, bool holds,
              const llvm::BasicBlock& block, unsigned depth);
  void narrow(const llvm::SCEV* number, LaunchRange& range, const llvm::ICmpInst& test, bool holds,
              bool swapped, const llvm::BasicBlock& block, unsigned depth);
  /// Emits a value that is the same for all work-items: of the table of bounds. Null: it is not.
  llvm::Value* at_entry(llvm::Value& value, unsigned depth = 0);
  Range fixed(const llvm::SCEV* number);
  Range one(llvm::Value* value);
  llvm::Value* size(const char* name, unsigned dimension);

  llvm::ScalarEvolution& evolution_;
  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& tree_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> moved_;
  unsigned steps_ = 0;      ///< for the present test
  unsigned narrowing_ = 0;  ///< ranges being narrowed
};

}  // namespace heddle::compiler
