// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/shuffles.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/MathExtras.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

using Values = SmallVector<Value*>;

/// An element of a list of vectors.
struct Pick {
  int vector = -1;  ///< -1: any value will do
  unsigned place = 0;
};

class Shuffler {
 public:
  Shuffler(IRBuilder<>& at, const Tiling& tiling) : at_(at), tiling_(tiling) {}

  /// Emits a shuffle that does the same in all pieces. `place` returns for a place of a piece the
  /// place in the pieces of a and (counted from tiling.piece) of b; -1 for any value.
  Value* within_pieces(Value* a, Value* b, function_ref<int(unsigned)> place) {
    SmallVector<int> mask;
    for (unsigned piece = 0; piece < tiling_.pieces; ++piece) {
      for (unsigned i = 0; i < tiling_.piece; ++i) {
        int from = place(i), size = tiling_.piece;
        if (from >= size) from += tiling_.length() - size;  // in b
        mask.push_back(from < 0 ? -1 : from + static_cast<int>(piece * tiling_.piece));
      }
    }
    return at_.CreateShuffleVector(a, b ? b : PoisonValue::get(a->getType()), mask);
  }

  /// Collects the elements of `picks` (one for each place of a piece), two vectors at a time.
  Value* collect(ArrayRef<Value*> vectors, SmallVector<Pick> picks) {
    Values left(vectors);
    while (true) {
      SmallVector<bool> used(left.size(), false);
      for (const Pick& pick : picks)
        if (pick.vector >= 0) used[pick.vector] = true;
      SmallVector<int> indices;
      for (unsigned i = 0; i < left.size(); ++i)
        if (used[i]) indices.push_back(i);
      if (indices.size() <= 2) return join(left, picks, indices);
      Values next;
      for (unsigned i = 0; i < indices.size(); i += 2) {
        ArrayRef<int> pair = ArrayRef(indices).slice(i, std::min<size_t>(2, indices.size() - i));
        next.push_back(pair.size() == 2 ? join(left, picks, pair) : left[pair[0]]);
        for (unsigned place = 0; place < picks.size(); ++place) {
          if (!is_contained(pair, picks[place].vector)) continue;
          renamed_[place] = {static_cast<int>(next.size() - 1),
                             pair.size() == 2 ? place : picks[place].place};
        }
      }
      for (unsigned place = 0; place < picks.size(); ++place)
        if (picks[place].vector >= 0) picks[place] = renamed_[place];
      left = std::move(next);
    }
  }

  /// Resize between vectors of tiling.length() and of `lanes` elements.
  Value* lengthened(Value* vector) { return resized(vector, tiling_.length()); }
  Value* shortened(Value* vector) { return resized(vector, tiling_.lanes); }

  Value* half(Value* a, Value* b, unsigned odd) {  // every second element
    return within_pieces(a, b, [=](unsigned i) { return 2 * i + odd; });
  }
  Value* zip(Value* a, Value* b, unsigned high) {
    int size = tiling_.piece;
    return within_pieces(a, b, [=](unsigned i) {
      int from = static_cast<int>(i / 2) + (high ? size / 2 : 0);
      return i % 2 ? size + from : from;
    });
  }

 private:
  Value* join(ArrayRef<Value*> vectors, ArrayRef<Pick> picks, ArrayRef<int> indices) {
    if (indices.empty()) return nullptr;
    Value* b = indices.size() == 2 ? vectors[indices[1]] : nullptr;
    bool unchanged = !b;
    for (unsigned i = 0; i < picks.size(); ++i)
      unchanged &= picks[i].vector < 0 || picks[i].place == i;
    if (unchanged) return vectors[indices[0]];
    return within_pieces(vectors[indices[0]], b, [&](unsigned i) -> int {
      if (i >= picks.size() || !is_contained(indices, picks[i].vector)) return -1;
      return picks[i].place + (picks[i].vector == indices[0] ? 0 : tiling_.piece);
    });
  }

  Value* resized(Value* vector, unsigned length) {
    unsigned now = cast<FixedVectorType>(vector->getType())->getNumElements();
    if (now == length) return vector;
    SmallVector<int> mask(length, -1);
    for (unsigned i = 0; i < std::min(now, length); ++i) mask[i] = i;
    return at_.CreateShuffleVector(vector, mask);
  }

  IRBuilder<>& at_;
  const Tiling& tiling_;
  SmallDenseMap<unsigned, Pick> renamed_;
};

/// Separates by halves: even and odd elements, again and again. Unused members are null, and need
/// no shuffles. Without a shuffler it only counts.
class Halving {
 public:
  Halving(Shuffler* shuffler, const Tiling& tiling) : shuffler_(shuffler), tiling_(tiling) {}
  unsigned shuffles() const { return shuffles_; }

  /// Separates windows. There are as many as a block has members, a power of two. If a piece has as
  /// many elements, they are a square, which merging transposes as well: zips are one instruction
  /// for all elements, halves only for those of 32 bits and more.
  Values separate(ArrayRef<Value*> windows, ArrayRef<bool> needed) {
    return windows.size() == tiling_.piece ? merge(windows, needed) : halve(windows, needed);
  }

  Values merge(ArrayRef<Value*> members, ArrayRef<bool> needed) {
    unsigned size = members.size();
    if (size == 1) return Values(members);
    SmallVector<bool> pairs;
    for (unsigned i = 0; i < size; i += 2) pairs.push_back(needed[i] || needed[i + 1]);
    Values parts[2];
    for (unsigned odd = 0; odd < 2; ++odd) {
      Values part;
      for (unsigned i = odd; i < size; i += 2) part.push_back(members[i]);
      parts[odd] = merge(part, pairs);
    }
    Values windows(size, nullptr);
    for (unsigned i = 0; i < size; ++i) {
      if (!needed[i]) continue;
      if (shuffler_) windows[i] = shuffler_->zip(parts[0][i / 2], parts[1][i / 2], i % 2);
      ++shuffles_;
    }
    return windows;
  }

 private:
  Values halve(ArrayRef<Value*> windows, ArrayRef<bool> needed) {
    unsigned size = windows.size();
    if (size == 1) return Values(windows);
    Values members(size, nullptr);
    for (unsigned odd = 0; odd < 2; ++odd) {
      SmallVector<bool> part;
      for (unsigned i = odd; i < size; i += 2) part.push_back(needed[i]);
      if (!is_contained(part, true)) continue;
      Values halves;
      for (unsigned i = 0; i < size; i += 2) {
        halves.push_back(shuffler_ ? shuffler_->half(windows[i], windows[i + 1], odd) : nullptr);
        ++shuffles_;
      }
      Values separated = halve(halves, part);
      for (unsigned i = 0; i < separated.size(); ++i) members[2 * i + odd] = separated[i];
    }
    return members;
  }

  Shuffler* shuffler_;
  const Tiling& tiling_;
  unsigned shuffles_ = 0;
};

/// Blocks of windows. If the stride is longer than a piece, some windows hold a block of the
/// members for one lane each: block b is the windows b, b + blocks, ...
struct Blocks {
  explicit Blocks(const Tiling& tiling)
      : size(std::min(tiling.stride, tiling.piece)), count(tiling.stride / size) {}
  unsigned size;  ///< members of a block, and its windows
  unsigned count;
};

bool can_halve(const Tiling& tiling) {
  return isPowerOf2_32(tiling.stride) && tiling.lanes == tiling.length();
}

/// Returns the number of shuffles of the general way: all windows but one for each member.
unsigned collecting_shuffles(const Tiling& tiling, unsigned members) {
  return members * (std::min(tiling.windows(), tiling.lanes_per_piece()) - 1);
}

/// Tells whether blends can collect a member. In an odd stride, its elements are at different
/// places of each window: blends bring them into one vector, one permutation into order. If one
/// instruction takes elements from any place of two vectors it does as much as both.
bool can_blend(const Tiling& tiling, Type* vector) {
  return tiling.stride % 2 == 1 && tiling.lanes_per_piece() == tiling.piece &&
         tiling.piece * vector->getScalarSizeInBits() == 128;
}

Values separate_by_halves(Shuffler& shuffler, ArrayRef<Value*> windows, const Tiling& tiling,
                          ArrayRef<bool> needed) {
  Blocks blocks(tiling);
  Halving halving(&shuffler, tiling);
  Values all;
  for (unsigned block = 0; block < blocks.count; ++block) {
    Values own;
    for (unsigned i = 0; i < blocks.size; ++i) own.push_back(windows[i * blocks.count + block]);
    all.append(halving.separate(own, needed.slice(block * blocks.size, blocks.size)));
  }
  return all;
}

unsigned halving_shuffles(const Tiling& tiling, ArrayRef<bool> needed) {
  Blocks blocks(tiling);
  Halving plan(nullptr, tiling);
  for (unsigned block = 0; block < blocks.count; ++block)
    plan.separate(Values(blocks.size, nullptr), needed.slice(block * blocks.size, blocks.size));
  return plan.shuffles();
}

/// Separates one member, for any stride.
Value* separate_one(Shuffler& shuffler, ArrayRef<Value*> windows, const Tiling& tiling,
                    unsigned member) {
  const unsigned lanes = tiling.lanes_per_piece();
  Type* type = (*find_if(windows, [](Value* window) { return window; }))->getType();
  SmallVector<Pick> picks(tiling.piece), order(tiling.piece);
  const bool blend = can_blend(tiling, type);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned place = tiling.place_of(lane, member);
    picks[blend ? place : lane] = {static_cast<int>(tiling.window_of(lane, member)), place};
    order[lane] = {0, place};
  }
  Value* collected = shuffler.collect(windows, picks);
  return shuffler.shortened(blend ? shuffler.collect(collected, order) : collected);
}

}  // namespace

Tiling tiling_of(unsigned lanes, unsigned stride, unsigned piece, unsigned pieces) {
  if (lanes <= piece) return {stride, piece, 1, lanes};
  pieces = std::min(lanes / piece, std::max(1U, pieces));
  return {stride, piece, pieces, piece * pieces};
}

Value* joined(IRBuilder<>& at, ArrayRef<Value*> parts) {
  return parts.size() == 1 ? parts[0] : concatenateVectors(at, parts);
}

Value* cut(IRBuilder<>& at, Value* vector, unsigned start, unsigned length) {
  const unsigned own = cast<FixedVectorType>(vector->getType())->getNumElements();
  if (start == 0 && length == own) return vector;
  const unsigned there = start < own ? std::min(length, own - start) : 0;
  return at.CreateShuffleVector(vector, createSequentialMask(start, there, length - there));
}

Values separate_members(IRBuilder<>& at, ArrayRef<Value*> windows, const Tiling& tiling,
                        ArrayRef<unsigned> members) {
  Shuffler shuffler(at, tiling);
  SmallVector<bool> needed(tiling.stride, false);
  for (unsigned member : members) needed[member] = true;
  Values result;
  if (can_halve(tiling) &&
      halving_shuffles(tiling, needed) <= collecting_shuffles(tiling, members.size())) {
    Values all = separate_by_halves(shuffler, windows, tiling, needed);
    for (unsigned member : members) result.push_back(all[member]);
  } else {
    for (unsigned member : members)
      result.push_back(separate_one(shuffler, windows, tiling, member));
  }
  return result;
}

Values merge_members(IRBuilder<>& at, ArrayRef<Value*> members, const Tiling& tiling) {
  Shuffler shuffler(at, tiling);
  Values windows(tiling.windows(), nullptr);
  if (can_halve(tiling) && !is_contained(members, nullptr)) {
    Blocks blocks(tiling);
    const SmallVector<bool> all(blocks.size, true);
    for (unsigned block = 0; block < blocks.count; ++block) {
      Values own =
          Halving(&shuffler, tiling).merge(members.slice(block * blocks.size, blocks.size), all);
      for (unsigned i = 0; i < blocks.size; ++i) windows[i * blocks.count + block] = own[i];
    }
    return windows;
  }
  Values vectors;
  bool blend = false;
  for (unsigned member = 0; member < members.size(); ++member) {
    vectors.push_back(nullptr);
    if (!members[member]) continue;
    vectors[member] = shuffler.lengthened(members[member]);
    blend = can_blend(tiling, vectors[member]->getType());
    if (!blend) continue;
    SmallVector<Pick> order(tiling.piece);
    for (unsigned lane = 0; lane < tiling.piece; ++lane)
      order[tiling.place_of(lane, member)] = {0, lane};
    vectors[member] = shuffler.collect(vectors[member], order);
  }
  for (unsigned window = 0; window < windows.size(); ++window) {
    SmallVector<Pick> picks(tiling.piece);
    for (unsigned i = 0; i < tiling.piece; ++i) {
      const unsigned element = window * tiling.piece + i;
      const unsigned member = element % tiling.stride, lane = element / tiling.stride;
      if (members[member] && lane < tiling.lanes_per_piece())
        picks[i] = {static_cast<int>(member), blend ? i : lane};
    }
    windows[window] = shuffler.collect(vectors, picks);
  }
  return windows;
}

}  // namespace heddle::compiler
