// SPDX-License-Identifier: Apache-2.0
// Accesses along piecewise affine values: is it affine this time, or does each lane go elsewhere?
#pragma once

#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {

class PiecewiseAccesses {
 public:
  explicit PiecewiseAccesses(WideKernel& wide) : wide_(wide) {}

  /// Loads from a piecewise affine value. False: it is no such load.
  bool load(llvm::LoadInst& load, unsigned row, llvm::Value* lanes);
  bool store(llvm::StoreInst& store, unsigned row, llvm::Value* lanes);
  /// A group to gather whose lanes lie on a piecewise affine value: the members that a lane's
  /// step holds are loaded together, then those of the next.
  bool load_group(const AccessGroup& group, unsigned row, llvm::Value* lanes);
  /// The same for stores; of all that lies within a step only.
  bool store_group(const AccessGroup& group, llvm::ArrayRef<llvm::Value*> values, unsigned row,
                   llvm::Value* lanes);
  /// All lanes of a piecewise affine pointer that is not affine this time.
  LaneAddress address(llvm::Value* pointer, unsigned row);

 private:
  llvm::Value* value_of(llvm::Value* value, llvm::function_ref<llvm::Value*(llvm::Value*)> affine);
  void alike(llvm::Value*& a, llvm::Value*& b);
  llvm::Value* remainder(const llvm::BinaryOperator& division, llvm::Value* dividend,
                         llvm::Value* divisor);
  bool find_bends(llvm::Value* value, bool is_asked, unsigned& steps,
                  llvm::SetVector<llvm::Instruction*>& found) const;
  llvm::Value* is_one_side(const llvm::SelectInst& select, unsigned row);
  llvm::Value* affine_at(llvm::Value* affine, unsigned row, unsigned index);
  llvm::Value* value_at(llvm::Value* value, unsigned row, unsigned index);
  llvm::Value* is_one_quotient(llvm::Instruction& quotient, unsigned row);
  llvm::Value* is_one_turn(llvm::Instruction& rest, unsigned row);
  llvm::Value* mask_of(const llvm::Instruction& rest, unsigned row);
  llvm::Value* is_straight(llvm::Instruction& bend, unsigned row);
  llvm::Value* is_affine_now(llvm::Value* pointer, unsigned row, llvm::Value* lanes);

  WideKernel& wide_;
};

}  // namespace heddle::compiler
