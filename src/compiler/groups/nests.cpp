// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/nests.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the dimensions without lanes, the slower one first.
std::array<unsigned, 2> outer_dimensions(const Lanes& lanes) {
  unsigned inner = lanes.are_used() ? lanes.dimension : 0;
  return inner == 0   ? std::array<unsigned, 2>{2, 1}
         : inner == 1 ? std::array<unsigned, 2>{2, 0}
                      : std::array<unsigned, 2>{1, 0};
}

/// Returns the numbers 0, 1, 2 ... to be compared with the number of remaining lanes, in elements
/// that fit one register, and that hold `width`.
Constant* lane_numbers(LLVMContext& context, unsigned width) {
  const bool is_byte = width > 32 && width <= UINT8_MAX;
  Type* element = Type::getIntNTy(context, width <= 16 ? 32 : is_byte ? 8 : 16);
  SmallVector<Constant*> numbers;
  for (unsigned lane = 0; lane < width; ++lane) numbers.push_back(ConstantInt::get(element, lane));
  return ConstantVector::get(numbers);
}

bool is_number(Value* value, uint64_t number) {
  auto* constant = dyn_cast<ConstantInt>(value);
  return constant && constant->getZExtValue() == number;
}

}  // namespace

BasicBlock* NestMaker::block(const Twine& name) {
  return BasicBlock::Create(entry_.function().getContext(), name, &entry_.function());
}

/// Returns a mask of the first `left` lanes.
Value* NestMaker::mask(IRBuilder<>& at, Value* left) const {
  Constant* numbers = lane_numbers(at.getContext(), lanes_.width);
  left = at.CreateTrunc(left, numbers->getType()->getScalarType());
  return at.CreateICmpULT(numbers, at.CreateVectorSplat(lanes_.width, left), "lane_mask");
}

Value* NestMaker::all_lanes() const {
  Type* flag = Type::getInt1Ty(entry_.function().getContext());
  return ConstantInt::getTrue(FixedVectorType::get(flag, lanes_.width));
}

/// Returns the end of the last full vector of `step` work-items.
Value* NestMaker::full_end(IRBuilder<>& at, Value* begin, Value* end, unsigned step) const {
  Value* count = at.CreateSub(end, begin, "", /*HasNUW=*/true);
  Value* rest = at.CreateURem(count, at.getInt64(step));  // rows of a tile need not be a power of 2
  Value* whole = at.CreateSub(count, rest, "", true, true);
  return is_number(begin, 0) ? whole : entry_.add(at, begin, whole);
}

/// Pins the start of a tail inside the loops over rows. Its ids are the same for all rows, so
/// values computed from them would be hoisted out of these loops and kept in registers, even if
/// there is one row without a tail.
Value* NestMaker::at_tail(IRBuilder<>& at, Value* full) const {
  if (isa<ConstantInt>(full)) return full;
  CallInst* start = at.CreateCall(pinned_internal(*entry_.function().getParent()), {full});
  if (entry_.ids_are_small())
    start->addRangeRetAttr(ConstantRange(APInt(64, 0), APInt(64, HD_NARROW_IDS_END)));
  return start;
}

Nest NestMaker::make_nest(BasicBlock* preheader, const Twine& name) {
  return {preheader, block(name)};
}

Body& NestMaker::body(Nest& nest, const CountedLoop& loop, MakePlace place, Value* mask) {
  IRBuilder<> at(loop.body);
  nest.bodies.push_back({loop.body, loop.latch, {place(at, loop.counter, mask)}});
  return nest.bodies.back();
}

/// Loops over all vectors from `begin` to `end`. The last full one ends at `full`.
void NestMaker::along_lanes(Nest& nest, BasicBlock* from, Span span, BasicBlock* exit,
                            MakePlace place, unsigned jammed) {
  const bool is_small = entry_.ids_are_small();
  const bool is_jammed = jammed > 1 && !masked_only_;
  if (is_jammed) from = unroll_and_jam(nest, from, span, place, jammed);
  if (!lanes_.are_used()) {
    body(nest,
         make_loop(from, span.begin, span.end, 1, exit, is_jammed, is_small, "item", "item.next"),
         place, nullptr);
    return;
  }
  auto [begin, full, end] = span;
  if (masked_only_) {
    auto loop =
        make_loop(from, begin, end, lanes_.width, exit, false, is_small, "vector", "vector.next");
    IRBuilder<> at(loop.body);
    Value* left = at.CreateSub(end, loop.counter, "left", /*HasNUW=*/true);
    left = at.CreateBinaryIntrinsic(Intrinsic::umin, left, at.getInt64(lanes_.width));
    body(nest, loop, place, mask(at, left));
    return;
  }
  const bool is_known = isa<ConstantInt>(begin) && isa<ConstantInt>(full);
  if (begin == end) IRBuilder<>(from).CreateBr(exit);
  if (full != begin) {
    BasicBlock* after = full == end ? exit : block("rest");
    body(nest,
         make_loop(from, begin, full, lanes_.width, after, !is_known, is_small, "vector",
                   "vector.next"),
         place, all_lanes());
    from = after;
  }
  if (full == end) return;
  BasicBlock* tail = block("tail");
  BasicBlock* tail_end = block("tail.end");
  IRBuilder<> at(from);
  if (isa<ConstantInt>(full) && isa<ConstantInt>(end)) {
    at.CreateBr(tail);
  } else {
    at.CreateCondBr(at.CreateICmpULT(full, end), tail, exit);
  }
  at.SetInsertPoint(tail_end);
  at.CreateBr(exit);
  at.SetInsertPoint(tail);
  Value* start = at_tail(at, full);
  Value* active = mask(at, at.CreateSub(end, start, "left", /*HasNUW=*/true));
  body(nest, {start, tail, tail_end}, place, active).is_partial = true;
}

/// Makes bodies of `count` work-items or full vectors, as many as there are. The rest begins at the
/// block returned.
BasicBlock* NestMaker::unroll_and_jam(Nest& nest, BasicBlock* from, Span& span, MakePlace place,
                                      unsigned count) {
  IRBuilder<> at(from);
  Value* active = lanes_.are_used() ? all_lanes() : nullptr;
  const uint64_t step = uint64_t{count} * lanes_.width;
  Value* end = full_end(at, span.begin, lanes_.are_used() ? span.full : span.end, step);
  BasicBlock* rest = block("rest");
  auto loop = make_loop(from, span.begin, end, step, rest, true, entry_.ids_are_small(), "items",
                        "items.next");
  Body& all = body(nest, loop, place, active);
  at.SetInsertPoint(all.start);
  for (unsigned i = 1; i < count; ++i) {
    Value* next = entry_.add(at, loop.counter, at.getInt64(uint64_t{i} * lanes_.width));
    all.places.push_back(place(at, next, active));
  }
  span.begin = end;
  return rest;
}

Nest NestMaker::over_group(BasicBlock* preheader, unsigned jammed) {
  Nest nest = make_nest(preheader, "region.end");
  auto [z, y] = outer_dimensions(lanes_);
  unsigned x = 3 - z - y;
  IRBuilder<> at(preheader);
  Value* zero = at.getInt64(0);
  Value* size = entry_.local_size(x);
  Value* full = full_end(at, zero, size, lanes_.width);
  Value* vectors = size;
  if (lanes_.are_used()) {
    Value* up = at.CreateNUWAdd(size, at.getInt64(lanes_.width - 1));
    vectors = at.CreateLShr(up, Log2_64(lanes_.width));
  }
  auto planes = make_loop(preheader, zero, entry_.local_size(z), 1, nest.after, false, true,
                          "items", "items.next");
  auto rows = make_loop(planes.body, zero, entry_.local_size(y), 1, planes.latch, false, true,
                        "items", "items.next");
  at.SetInsertPoint(rows.body);
  Value* row = at.CreateMul(planes.counter, entry_.local_size(y), "", true, true);
  row = at.CreateAdd(row, rows.counter, "", true, true);
  row = at.CreateMul(row, vectors, "", true, true);
  along_lanes(
      nest, rows.body, {zero, full, size}, rows.latch,
      [&](IRBuilder<>& at, Value* id, Value* mask) {
        Place place;
        place.local_id[z] = planes.counter;
        place.local_id[y] = rows.counter;
        place.local_id[x] = id;
        place.mask = mask;
        Value* in_row = at.CreateLShr(id, Log2_64(lanes_.width), "", /*isExact=*/true);
        place.vector = at.CreateAdd(row, in_row, "vector_id", true, true);
        return place;
      },
      jammed);
  return nest;
}

Nest NestMaker::over_linear_group(BasicBlock* preheader) {
  Nest nest = make_nest(preheader, "region.end");
  IRBuilder<> at(preheader);
  Value* zero = at.getInt64(0);
  Value* items = entry_.group_items(at);
  Value* full = full_end(at, zero, items, lanes_.width);
  along_lanes(nest, preheader, {zero, full, items}, nest.after,
              [&](IRBuilder<>& at, Value* id, Value* mask) {
                Place place;
                place.local_id = {id, at.getInt64(0), at.getInt64(0)};
                place.mask = mask;
                place.vector = at.CreateLShr(id, Log2_64(lanes_.width), "vector_id", true);
                return place;
              });
  return nest;
}

Nest NestMaker::over_vectors(BasicBlock* preheader, const std::array<uint64_t, 3>& size,
                             unsigned batch) {
  Nest nest = make_nest(preheader, "region.end");
  auto [z, y] = outer_dimensions(lanes_);
  const unsigned x = 3 - z - y;
  IRBuilder<> at(preheader);
  BasicBlock* next = block("vector");
  at.CreateBr(next);
  unsigned count = 0;
  auto append = [&](const Place& place) {
    if (count % batch == 0) {
      BasicBlock* start = next;
      BasicBlock* latch = block("vector.end");
      next = block("vector");
      IRBuilder<>(latch).CreateBr(next);
      nest.bodies.push_back({start, latch, {}, count});
    }
    nest.bodies.back().places.push_back(place);
    ++count;
  };
  for (uint64_t plane = 0; plane < size[z]; ++plane) {
    for (uint64_t row = 0; row < size[y]; ++row) {
      for (uint64_t id = 0; id < size[x]; id += lanes_.width) {
        Place place;
        place.local_id[z] = at.getInt64(plane);
        place.local_id[y] = at.getInt64(row);
        place.local_id[x] = at.getInt64(id);
        place.vector = at.getInt64(count);
        bool is_full = size[x] - id >= lanes_.width;
        if (lanes_.are_used())
          place.mask = is_full ? all_lanes() : mask(at, at.getInt64(size[x] - id));
        append(place);
      }
    }
  }
  nest.is_written_out = true;
  nest.after->eraseFromParent();
  nest.after = next;
  nest.after->setName("region.end");
  return nest;
}

Nest NestMaker::over_rows(BasicBlock* preheader, unsigned jammed) {
  Nest nest = make_nest(preheader, "range.end");
  auto [z, y] = outer_dimensions(lanes_);
  unsigned x = 3 - z - y;
  IRBuilder<> at(preheader);
  Value *begin = entry_.begin(x), *end = entry_.end(x);
  Value* full = full_end(at, begin, end, lanes_.width);
  const bool is_small = entry_.ids_are_small();
  auto planes = make_loop(preheader, entry_.begin(z), entry_.end(z), 1, nest.after, false, is_small,
                          "items", "items.next");
  auto over_rows_of = [&](BasicBlock* from, Span span, BasicBlock* exit) {
    auto rows = make_loop(from, entry_.begin(y), entry_.end(y), 1, exit, false, is_small, "items",
                          "items.next");
    along_lanes(
        nest, rows.body, span, rows.latch,
        [&](IRBuilder<>&, Value* id, Value* mask) {
          Place place;
          place.global_id[z] = planes.counter;
          place.global_id[y] = rows.counter;
          place.global_id[x] = id;
          place.mask = mask;
          return place;
        },
        jammed);
  };
  if (!lanes_.are_used() || !lanes_.by_columns) {
    over_rows_of(planes.body, {begin, full, end}, planes.latch);
    return nest;
  }
  Value* strips_end = masked_only_ ? end : full;
  BasicBlock* rest = masked_only_ ? planes.latch : block("rest");
  auto strips = make_loop(planes.body, begin, strips_end, lanes_.width, rest, true, is_small,
                          "strip", "strip.next");
  at.SetInsertPoint(strips.body);
  Value* strip_end = entry_.add(at, strips.counter, at.getInt64(lanes_.width));
  if (masked_only_) strip_end = at.CreateBinaryIntrinsic(Intrinsic::umin, strip_end, end);
  over_rows_of(strips.body, {strips.counter, strip_end, strip_end}, strips.latch);
  if (!masked_only_) over_rows_of(rest, {full, full, end}, planes.latch);
  return nest;
}

/// Makes the loops of tiles. After the tiles of full vectors come those of the partial vectors at
/// the rows' ends, then the rows that fill no tile.
Nest NestMaker::over_tiles(BasicBlock* preheader, unsigned strip) {
  Nest nest = make_nest(preheader, "range.end");
  const unsigned x = lanes_.dimension, y = lanes_.row_dimension, z = 3 - x - y;
  const bool is_small = entry_.ids_are_small();
  Value *begin = entry_.begin(x), *end = entry_.end(x);
  IRBuilder<> at(preheader);
  Value* full = full_end(at, begin, end, lanes_.width);
  Value* tiled = full_end(at, entry_.begin(y), entry_.end(y), lanes_.rows);
  auto planes = make_loop(preheader, entry_.begin(z), entry_.end(z), 1, nest.after, false, is_small,
                          "items", "items.next");
  BasicBlock* ends = block("rest.ends");
  BasicBlock* rest = block("rest.rows");
  auto place_at = [&](Value* row) {
    return [&, row](IRBuilder<>&, Value* id, Value* mask) {
      Place place;
      place.global_id[z] = planes.counter;
      place.global_id[y] = row;
      place.global_id[x] = id;
      place.mask = mask;
      return place;
    };
  };
  auto tile_rows = [&](BasicBlock* from, BasicBlock* exit) {
    return make_loop(from, entry_.begin(y), tiled, lanes_.rows, exit, true, is_small, "tile.y",
                     "tile.y.next");
  };
  CountedLoop strips{begin, planes.body, ends};
  Value* strip_end = full;
  if (strip != 0) {
    const uint64_t step = uint64_t{lanes_.width} * strip;
    strips = make_loop(planes.body, begin, full, step, ends, true, is_small, "strip", "strip.next");
    at.SetInsertPoint(strips.body);
    strip_end = entry_.add(at, strips.counter, at.getInt64(step));
    strip_end = at.CreateBinaryIntrinsic(Intrinsic::umin, strip_end, full);
  }
  auto in_strip = tile_rows(strips.body, strips.latch);
  body(nest,
       make_loop(in_strip.body, strips.counter, strip_end, lanes_.width, in_strip.latch, true,
                 is_small, "tile.x", "tile.x.next"),
       place_at(in_strip.counter), all_lanes());
  BasicBlock* has_ends = block("tiles.ends");
  at.SetInsertPoint(ends);
  at.CreateCondBr(at.CreateICmpULT(full, end), has_ends, rest);
  at.SetInsertPoint(has_ends);
  Value* active = mask(at, at.CreateSub(end, full, "left", /*HasNUW=*/true));
  auto at_ends = tile_rows(has_ends, rest);
  body(nest, {full, at_ends.body, at_ends.latch}, place_at(at_ends.counter), active).is_partial =
      true;
  auto rows =
      make_loop(rest, tiled, entry_.end(y), 1, planes.latch, true, is_small, "items", "items.next");
  along_lanes(nest, rows.body, {begin, full, end}, rows.latch, place_at(rows.counter));
  return nest;
}

}  // namespace heddle::compiler
