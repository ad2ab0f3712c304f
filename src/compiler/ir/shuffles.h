// SPDX-License-Identifier: Apache-2.0
// Between vectors as they lie in memory ("windows") and one vector for each member of a structure,
// in steps that the target has instructions for: shuffles of two vectors, which stay within blocks
// of 128 bits where the target's do.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace heddle::compiler {

/// How the memory of some lanes is cut. A window is a vector of `pieces` pieces; each piece is
/// contiguous in memory, and holds elements of other lanes than the piece beside it does: shuffles
/// within the pieces do all. Either pieces is 1 and lanes <= piece, or lanes == piece * pieces.
struct Tiling {
  unsigned stride;  ///< elements from lane to lane
  unsigned piece;   ///< elements of a piece; a power of two
  unsigned pieces;  ///< of a window
  unsigned lanes;

  unsigned length() const { return piece * pieces; }  ///< elements of a window
  unsigned windows() const { return (lanes * stride + length() - 1) / length(); }
  unsigned lanes_per_piece() const { return lanes / pieces; }
  /// The first element of a piece, counted from the first element of lane 0.
  unsigned start(unsigned window, unsigned index) const {
    return index * lanes_per_piece() * stride + window * piece;
  }
  /// Where a lane's element lies; the same for each piece: `lane` < lanes_per_piece().
  unsigned window_of(unsigned lane, unsigned member) const {
    return (lane * stride + member) / piece;
  }
  unsigned place_of(unsigned lane, unsigned member) const {
    return (lane * stride + member) % piece;
  }
};

/// The tiling of all `lanes`, or of as many as `pieces` pieces have elements for one each.
Tiling tiling_of(unsigned lanes, unsigned stride, unsigned piece, unsigned pieces);

/// Vectors of one length, one after the other.
llvm::Value* joined(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> parts);
/// `length` elements of a vector from `start` on; those after its end are poison.
llvm::Value* cut(llvm::IRBuilder<>& at, llvm::Value* vector, unsigned start, unsigned length);

/// One vector of tiling.lanes elements for each of `members` (ascending, < stride). Windows in
/// which no member has an element may be null.
llvm::SmallVector<llvm::Value*> separate_members(llvm::IRBuilder<>& at,
                                                 llvm::ArrayRef<llvm::Value*> windows,
                                                 const Tiling& tiling,
                                                 llvm::ArrayRef<unsigned> members);

/// The windows of `members`, one vector of tiling.lanes elements for each place of the stride; null
/// where nothing is to be stored.
llvm::SmallVector<llvm::Value*> merge_members(llvm::IRBuilder<>& at,
                                              llvm::ArrayRef<llvm::Value*> members,
                                              const Tiling& tiling);

}  // namespace heddle::compiler
