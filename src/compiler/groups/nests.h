// SPDX-License-Identifier: Apache-2.0
// Loops over the work-items of a group, or of a whole range if groups are not distinguished. Those
// of a widened kernel step over vectors: along the lanes' dimension first full vectors, whose mask
// is a constant, then the rest in one partial vector.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/analysis/counted_loop.h"
#include "compiler/groups/group_entry.h"

namespace heddle::compiler {

/// A copy of a region's code.
struct Body {
  llvm::BasicBlock* start;  ///< open
  llvm::BasicBlock* latch;  ///< closed: the end of the copy
  /// The work-items (vectors) of the copy. There are several if control flow is the same for the
  /// group (unroll and jam).
  llvm::SmallVector<Place, 1> places;
  /// The number of the first place in the group, if it is known.
  std::optional<unsigned> first{};
  bool is_partial = false;  ///< some lanes of its vectors have no work-item
};

struct Nest {
  llvm::BasicBlock* preheader;  ///< closed; runs once before all bodies
  llvm::BasicBlock* after;      ///< open: all work-items are done
  llvm::SmallVector<Body, 2> bodies{};
  bool is_written_out = false;  ///< the bodies stand one after the other, without a loop
};

class NestMaker {
 public:
  /// `masked_only`: no copy of the code for full vectors, as it is too large for two.
  NestMaker(GroupEntry& entry, bool masked_only)
      : entry_(entry), lanes_(entry.lanes()), masked_only_(masked_only) {}

  /// Loops over the work-items of one group. `jammed` neighbours share a body, as long as there are
  /// so many; only in a kernel that was not widened, whose control flow is the same for the group.
  Nest over_group(llvm::BasicBlock* preheader, unsigned jammed = 1);
  /// Loops by their linear local ids, which are local_id[0]; the others are 0.
  Nest over_linear_group(llvm::BasicBlock* preheader);
  /// Writes the loop over vectors out; `size` is the group's size. Each body has `batch` vectors
  /// (the last one maybe fewer).
  Nest over_vectors(llvm::BasicBlock* preheader, const std::array<uint64_t, 3>& size,
                    unsigned batch);
  /// Loops over the work-items of the range, one line along the lanes after the other.
  Nest over_rows(llvm::BasicBlock* preheader, unsigned jammed = 1);
  /// Loops over a range in tiles of whole vectors and lanes().rows rows first. bodies[0] and [1]
  /// are those of tiles. With `strip`, so many tiles of a row come first, then those below them,
  /// for code that reads whole columns; 0: whole rows.
  Nest over_tiles(llvm::BasicBlock* preheader, unsigned strip);

 private:
  using MakePlace =
      llvm::function_ref<Place(llvm::IRBuilder<>& at, llvm::Value* id, llvm::Value* mask)>;

  struct Span {
    llvm::Value *begin, *full, *end;
  };

  Nest make_nest(llvm::BasicBlock* preheader, const llvm::Twine& name);
  llvm::BasicBlock* block(const llvm::Twine& name);
  Body& body(Nest& nest, const CountedLoop& loop, MakePlace place, llvm::Value* mask);
  llvm::Value* full_end(llvm::IRBuilder<>& at, llvm::Value* begin, llvm::Value* end,
                        unsigned step) const;
  void along_lanes(Nest& nest, llvm::BasicBlock* from, Span span, llvm::BasicBlock* exit,
                   MakePlace place, unsigned jammed = 1);
  llvm::BasicBlock* unroll_and_jam(Nest& nest, llvm::BasicBlock* from, Span& span, MakePlace place,
                                   unsigned count);
  llvm::Value* mask(llvm::IRBuilder<>& at, llvm::Value* left) const;
  llvm::Value* all_lanes() const;
  llvm::Value* at_tail(llvm::IRBuilder<>& at, llvm::Value* full) const;

  GroupEntry& entry_;
  const Lanes& lanes_;
  const bool masked_only_;
};

}  // namespace heddle::compiler
