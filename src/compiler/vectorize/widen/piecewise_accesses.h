// SPDX-License-Identifier: Apache-2.0
// Accesses along piecewise affine addresses: contiguous or strided where a test at run time finds
// all lanes on one piece.
#pragma once

#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {

class PiecewiseAccesses {
 public:
  explicit PiecewiseAccesses(WideKernel& wide) : wide_(wide) {}

  /// Emits one row of an access that is planned so, and returns what is loaded.
  LaneValues access(const Candidate& plan, unsigned row, llvm::ArrayRef<llvm::Value*> values,
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
