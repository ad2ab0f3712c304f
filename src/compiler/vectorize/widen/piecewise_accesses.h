// SPDX-License-Identifier: Apache-2.0
// Accesses along piecewise affine addresses: contiguous or strided where a test at run time finds
// all lanes on one piece.
#pragma once

#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {

class PiecewiseAccesses {
 public:
  explicit PiecewiseAccesses(WideKernel& wide) : wide_(wide) {}

  /// Emits a load from a piecewise affine address. Returns false if the address is no such one.
  bool load(llvm::LoadInst& load, unsigned row, llvm::Value* lanes);
  bool store(llvm::StoreInst& store, unsigned row, llvm::Value* lanes);
  /// Emits the loads of a group along a piecewise affine address: the members within a lane's step
  /// are loaded together, then those within the next.
  bool load_group(const AccessGroup& group, unsigned row, llvm::Value* lanes);
  /// Emits the stores of a group whose members all lie within one step.
  bool store_group(const AccessGroup& group, llvm::ArrayRef<llvm::Value*> values, unsigned row,
                   llvm::Value* lanes);
  /// Returns the addresses of all lanes, which need not lie on one piece.
  LaneAddress address(llvm::Value* pointer, unsigned row);

 private:
  llvm::Value* is_one_side(const llvm::SelectInst& select, unsigned row);
  llvm::Value* affine_at(llvm::Value* affine, unsigned row, unsigned index);
  llvm::Value* value_at(llvm::Value* value, unsigned row, unsigned index);
  llvm::Value* is_one_quotient(const Breakpoint& at, unsigned row);
  llvm::Value* is_one_period(const Breakpoint& at, unsigned row);
  llvm::Value* is_one_piece(const Breakpoint& at, unsigned row);
  llvm::Value* is_affine_now(llvm::Value* pointer, unsigned row, llvm::Value* lanes);

  WideKernel& wide_;
};

}  // namespace heddle::compiler
