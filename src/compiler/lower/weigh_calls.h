// SPDX-License-Identifier: Apache-2.0
// Chooses the functions that get one copy, in programs whose functions call each other so often
// that the kernel would be thousands of times as large as its source.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace heddle::compiler {

using FunctionSet = llvm::SmallPtrSet<const llvm::Function*, 8>;

/// Returns the function with a body that is called; null if there is none.
llvm::Function* callee_of(const llvm::Instruction& instruction);

/// The calls of a program, and the weight of each function besides.
class WeighedCalls {
 public:
  /// The weight of a call of a merged function: a jump, and a case of the return switch.
  static constexpr uint64_t kMergedCall = 16;

  using Weight = llvm::function_ref<uint64_t(const llvm::Instruction&)>;
  /// Takes functions after their callees.
  WeighedCalls(llvm::ArrayRef<llvm::Function*> functions, Weight weight);

  /// Returns the weight of the last function and of those in `merged`, if all others are inlined.
  uint64_t whole(const FunctionSet& merged = {}) const;

  /// Returns the calls of the function in `merged` that has most, if all others are inlined.
  uint64_t most_calls(const FunctionSet& merged) const;

  /// Returns those of `candidates` that make least of the whole, one after the other: at most
  /// `most`, and as long as a tenth is saved. None weighs less than `least` with its callees.
  FunctionSet choose(llvm::ArrayRef<llvm::Function*> candidates, size_t most, uint64_t least) const;

 private:
  struct Node {
    uint64_t weight = 0;
    llvm::SmallMapVector<const llvm::Function*, uint64_t, 4> calls{};
  };
  using Weights = llvm::DenseMap<const llvm::Function*, uint64_t>;
  /// Returns the weight of each function with its callees, if all but `merged` is inlined.
  Weights weights(const FunctionSet& merged) const;

  llvm::MapVector<const llvm::Function*, Node> nodes_;
};

}  // namespace heddle::compiler
