// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Constants.h>

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// The elements of lanes a small stride apart, in ascending order. An interleave group, in LLVM's
/// words.
struct StridedRun {
  llvm::Type* element;
  unsigned bits;  ///< size of an element
  llvm::Value* base;
  unsigned lanes;
  unsigned stride;  ///< elements from lane to lane
  llvm::SmallVector<unsigned>
      members;  ///< elements of each lane, ascending from 0, below the stride
  llvm::Align align;
  llvm::Value* mask;                  ///< active lanes; null for all
  llvm::Value* neighbours = nullptr;  ///< lanes that are active together with the next one

  bool is_dense() const { return members.size() == stride; }
  /// Returns one past the last element that a lane has.
  unsigned end() const { return (lanes - 1) * stride + members.back() + 1; }
  llvm::Align align_at(unsigned element_index) const {
    return llvm::commonAlignment(align, uint64_t{element_index} * bits / 8);
  }
  /// Tells whether a lane may read all of its stride. An aligned one lies on one page.
  bool is_whole_stride() const {
    return members.back() + 1 == stride || align.value() * 8 >= uint64_t{stride} * bits;
  }
  /// Returns the run for all lanes.
  StridedRun without_mask() const {
    StridedRun run = *this;
    run.mask = run.neighbours = nullptr;
    return run;
  }
};

/// Emits the lanes in reverse order; null stays null.
inline llvm::Value* reversed(llvm::IRBuilder<>& at, llvm::Value* value) {
  return value ? at.CreateVectorReverse(value) : nullptr;
}

/// Returns the type as which values are loaded and stored: halves as 16-bit integers, because not
/// every target has vectors of halves.
inline llvm::Type* carrier(llvm::Type* element) {
  return element->is16bitFPTy() ? llvm::Type::getInt16Ty(element->getContext()) : element;
}

}  // namespace heddle::compiler
