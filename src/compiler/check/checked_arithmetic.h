// SPDX-License-Identifier: Apache-2.0
// Signed arithmetic of 64 bits on ranges, as code that notes under which condition nothing in it
// has overflowed.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace heddle::compiler {

/// The least and the largest number, signed and of 64 bits, that a value has wherever it is
/// computed.
struct LaunchRange {
  llvm::Value *least, *most;
};

/// Return the ends of the signed numbers of so many bits.
int64_t smallest_number(unsigned bits);
int64_t largest_number(unsigned bits);

/// Code that is emitted at one place, and the condition under which it is right.
class CheckedArithmetic {
 protected:
  explicit CheckedArithmetic(llvm::Instruction& at) : at_(&at), holds_(at_.getTrue()) {}

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

  llvm::IRBuilder<> at_;
  llvm::Value* holds_;  ///< all that is demanded
};

}  // namespace heddle::compiler
