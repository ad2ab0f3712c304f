// SPDX-License-Identifier: Apache-2.0
// Converts between vectors in memory order ("windows") and one vector for each member of a
// structure, in steps that the target has instructions for: shuffles of two vectors, which stay
// within blocks of 128 bits if the target's do.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace heddle::compiler {

/// The layout of some lanes' memory in windows. A window is a vector of `pieces` pieces. Each piece
/// is contiguous in memory, and holds elements of other lanes than the piece beside it: shuffles
/// within the pieces suffice. Either pieces is 1 and lanes <= piece, or lanes == piece * pieces.
struct Tiling {
  unsigned stride;  ///< elements from lane to lane
  unsigned piece;   ///< elements of a piece; a power of two
  unsigned pieces;  ///< the number in a window
  unsigned lanes;

  unsigned length() const { return piece * pieces; }  ///< elements of a window
  unsigned windows() const { return (lanes * stride + length() - 1) / length(); }
  unsigned lanes_per_piece() const { return lanes / pieces; }
  /// Returns the first element of a piece, counted from the first element of lane 0.
  unsigned start(unsigned window, unsigned index) const {
    return index * lanes_per_piece() * stride + window * piece;
  }
  /// Return the place of a lane's element; the same for each piece: `lane` < lanes_per_piece().
  unsigned window_of(unsigned lane, unsigned member) const {
    return (lane * stride + member) / piece;
  }
  unsigned place_of(unsigned lane, unsigned member) const {
    return (lane * stride + member) % piece;
  }
};

/// Returns the tiling of all `lanes`, or of as many as have an element each in `pieces` pieces.
Tiling tiling_of(unsigned lanes, unsigned stride, unsigned piece, unsigned pieces);

/// Concatenates vectors of one length.
llvm::Value* joined(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> parts);
/// Returns `length` elements of a vector from `start`; those after its end are poison.
llvm::Value* cut(llvm::IRBuilder<>& at, llvm::Value* vector, unsigned start, unsigned length);

/// Returns a vector of tiling.lanes elements for each of `members` (ascending, < stride). Windows
/// without an element of a member may be null.
llvm::SmallVector<llvm::Value*> separate_members(llvm::IRBuilder<>& at,
                                                 llvm::ArrayRef<llvm::Value*> windows,
                                                 const Tiling& tiling,
                                                 llvm::ArrayRef<unsigned> members);

/// Returns the windows of `members`, one vector of tiling.lanes elements for each place of the
/// stride; null for members that are not stored.
llvm::SmallVector<llvm::Value*> merge_members(llvm::IRBuilder<>& at,
                                              llvm::ArrayRef<llvm::Value*> members,
                                              const Tiling& tiling);

}  // namespace heddle::compiler
