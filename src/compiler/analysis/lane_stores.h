// SPDX-License-Identifier: Apache-2.0
// `tile[x][y] = a[y * n + x]`: the lanes of a vector go to rows of their own, one element each.
// Where the vectors of neighbours in y go side by side, their elements lie beside each other in
// memory: shuffles turn them, and each row is written 16 bytes at a time.
#pragma once

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {

/// Bytes that shuffles move within at no cost in any vector.
constexpr unsigned kPiece = 16;

/// A store of one element of a vector.
struct LaneStore {
  llvm::StoreInst* store = nullptr;
  llvm::Value* vector = nullptr;
  uint64_t lane = 0;
  unsigned size = 0;  ///< bytes of the element

  explicit operator bool() const { return store != nullptr; }
  unsigned lanes() const {
    return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  }
  unsigned rows() const { return kPiece / size; }
};

/// Of 4 or 8 bytes, which shuffles turn in one or two steps.
LaneStore lane_store(llvm::Instruction& instruction);

/// How many neighbours along `dimension` should go through `region` side by side, so that
/// transpose_stores finds 16 bytes for each row; 1 if there is nothing to turn.
unsigned neighbours_to_transpose(const Region& region, unsigned dimension,
                                 const Uniformity& uniformity);

}  // namespace heddle::compiler
