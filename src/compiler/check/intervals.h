// SPDX-License-Identifier: Apache-2.0
// The least and the greatest value that a number takes in a loop nest, as code before the nest, by
// interval arithmetic over ScalarEvolution's expressions. Numbers that may wrap are compared with
// their range at run time, as SCEVWrapPredicate does for addresses of LoopAccessAnalysis.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <optional>

namespace heddle::compiler {

/// Values from `low` to `high`, modulo 2^64: their distance is less than 2^62. Both are null while
/// nothing is emitted.
struct Interval {
  llvm::Value* low;
  llvm::Value* high;
};

class Intervals {
 public:
  Intervals(llvm::ScalarEvolution& evolution, llvm::SCEVExpander& expander, const llvm::Loop& loop)
      : evolution_(evolution), expander_(expander), loop_(loop) {}

  /// Tells whether the interval of a number of 64 bits can be computed before the loop.
  bool has(const llvm::SCEV* number) {
    products_ = 0;
    return of_word(number, 0).has_value();
  }
  /// Emits it there. It is right only if is_right() holds.
  Interval emit(const llvm::SCEV* number, llvm::IRBuilder<>& at);
  /// Returns what must hold besides, since the last emit.
  llvm::Value* is_right() const { return is_right_; }

  /// Tells whether code before the loop can compute the value.
  bool is_known(const llvm::SCEV* value) const;
  /// Returns the part of a number that decides whether it is a multiple of 2^bits, and that is the
  /// same in all iterations; null if there is none.
  const llvm::SCEV* low_bits(const llvm::SCEV* number, unsigned bits);
  llvm::Value* expand(const llvm::SCEV* value, llvm::IRBuilder<>& at);

 private:
  /// The way in which a narrow number becomes one of 64 bits.
  enum class Extension { Signed, Unsigned };

  /// The interval of a number of 64 bits; that of a narrower one as an integer that does not wrap.
  std::optional<Interval> of_word(const llvm::SCEV* number, unsigned depth);
  std::optional<Interval> of_narrow(const llvm::SCEV* number, Extension extension, unsigned depth);
  template <class Part>
  std::optional<Interval> of_sum(const llvm::SCEVAddExpr& sum, Part part);
  template <class Part>
  std::optional<Interval> of_recurrence(const llvm::SCEVAddRecExpr& recurrence, Part part);
  template <class Part>
  std::optional<Interval> of_multiple(const llvm::SCEVMulExpr& product, Part part);
  /// The interval of the least or the greatest of several signed numbers.
  std::optional<Interval> of_choice(const llvm::SCEVMinMaxExpr& choice, unsigned depth);
  std::optional<Interval> of_range(const llvm::SCEV* number, Extension extension);
  /// Requires the value to be in [low, high].
  void require(llvm::Value* value, int64_t low, int64_t high);
  /// Emits a product of signed numbers that is required to be less than 2^60.
  llvm::Value* product(llvm::Value* left, llvm::Value* right);

  llvm::ScalarEvolution& evolution_;
  llvm::SCEVExpander& expander_;
  const llvm::Loop& loop_;
  unsigned products_ = 0;  ///< products in the number, so far
  llvm::IRBuilder<>* at_ = nullptr;
  llvm::Value* is_right_ = nullptr;
};

}  // namespace heddle::compiler
