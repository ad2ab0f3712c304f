// SPDX-License-Identifier: Apache-2.0
// Ranges of integers over all work-items and iterations of a launch, as values that the kernel's
// entry computes from its arguments and the sizes of the launch. LLVM's
// InductiveRangeCheckElimination does the same over the iterations of one loop.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

namespace heddle::compiler {

/// The least and the largest number, signed and of 64 bits, that a value has wherever it is
/// computed.
struct LaunchRange {
  llvm::Value *least, *most;
};

class LaunchRanges {
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
  LaunchRange number(int64_t value);

  llvm::Value* add(llvm::Value* a, llvm::Value* b);
  llvm::Value* multiply(llvm::Value* a, llvm::Value* b);
  llvm::Value* least(llvm::Value* a, llvm::Value* b);
  llvm::Value* most(llvm::Value* a, llvm::Value* b);
  /// Notes a condition without which the range says nothing.
  void demand(llvm::Value* condition);
  /// Demands that a number, or its negative, is not above `most`.
  void demand_small(llvm::Value* value, uint64_t most);
  void demand_not_negative(const LaunchRange& range);
  void demand_fits(const LaunchRange& range, unsigned bits);
  llvm::Value* size(const char* name, unsigned dimension);

  llvm::IRBuilder<> at_;
  llvm::ScalarEvolution& evolution_;
  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& tree_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> moved_;
  llvm::Value* holds_ = nullptr;  ///< all that is demanded
  unsigned steps_ = 0;            ///< for the present test
  unsigned narrowing_ = 0;        ///< ranges being narrowed
};

}  // namespace heddle::compiler
