// SPDX-License-Identifier: Apache-2.0
// Which functions are there once, of programs whose functions call each other so often that the
// kernel would be thousands of times as large as its source.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace heddle::compiler {

using FunctionSet = llvm::SmallPtrSet<const llvm::Function*, 8>;

/// Returns the function with a body that is called; null: there is none.
llvm::Function* callee_of(const llvm::Instruction& instruction);

/// The calls of a program, and how much each function does besides.
class WeighedCalls {
 public:
  /// A call of a function that is there once: a jump, and a case of the switch that goes back.
  static constexpr uint64_t kMergedCall = 16;

  using Weight = llvm::function_ref<uint64_t(const llvm::Instruction&)>;
  /// Takes functions after what they call.
  WeighedCalls(llvm::ArrayRef<llvm::Function*> functions, Weight weight);

  /// Returns the weight of the last function and of those in `merged`, if all others are inlined.
  uint64_t whole(const FunctionSet& merged = {}) const;

  /// Returns the calls of the function of `merged` that has most, if all others are inlined.
  uint64_t most_calls(const FunctionSet& merged) const;

  /// Returns those of `candidates` that make least of the whole, one after the other: at most so
  /// many, and as long as a tenth is saved. None that weighs less than `least` with what it calls.
  FunctionSet choose(llvm::ArrayRef<llvm::Function*> candidates, size_t most, uint64_t least) const;

 private:
  struct Node {
    uint64_t weight = 0;
    llvm::SmallMapVector<const llvm::Function*, uint64_t, 4> calls{};
  };
  using Weights = llvm::DenseMap<const llvm::Function*, uint64_t>;
  /// Returns the weight of each function with what it calls, if all but `merged` is inlined.
  Weights weights(const FunctionSet& merged) const;

  llvm::MapVector<const llvm::Function*, Node> nodes_;
};

}  // namespace heddle::compiler
