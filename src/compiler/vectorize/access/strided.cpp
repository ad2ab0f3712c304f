// SPDX-License-Identifier: Apache-2.0
// Accesses of lanes a small stride apart: whole vectors and shuffles. Memory between two elements
// of active lanes may be read, because it is less than a page away from both. Nothing before the
// first element or after the last one is read, and nothing is written but the elements.
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>

#include "compiler/ir/shuffles.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/contiguous.h"
#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/run.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr int64_t kMaxStride = 8;     // elements
constexpr int64_t kMaxGapStride = 8;  // elements; further apart, rows are stored one by one

/// Tells whether integers hold one lane's whole stride, so that shifts do instead of shuffles.
template <class StridedRun>
bool fits_container(const StridedRun& run, const InstructionSet& isa) {
  const unsigned bits = run.bits * run.stride;
  if (run.bits > 16 || !run.element->isIntegerTy() || !isPowerOf2_32(bits)) return false;
  if (bits <= 32) return true;
  return bits == 64 && isa.shuffle_bits(run.bits) == isa.shortest_register_bits();
}

template <class StridedRun>
FixedVectorType* containers_of(IRBuilder<>& at, const StridedRun& run) {
  return FixedVectorType::get(at.getIntNTy(run.bits * run.stride), run.lanes);
}

/// Emits the mask of the elements that may be read (or are to be written) of `length` from `start`
/// on; null: all.
template <class StridedRun>
Value* element_mask(IRBuilder<>& at, const StridedRun& run, unsigned start, unsigned length,
                    bool is_store) {
  const int kNone = 2 * run.lanes - 1;  // false in both second operands below
  SmallVector<int> from;
  bool bridges = false, excludes = false;
  for (unsigned element = start; element < start + length; ++element) {
    unsigned lane = element / run.stride, place = element % run.stride;
    bool owned = is_store ? is_contained(run.members, place) : place <= run.members.back();
    if (lane < run.lanes && owned) {
      from.push_back(lane);
    } else if (!is_store && lane + 1 < run.lanes) {
      bridges = true;
      from.push_back(run.lanes + lane);
    } else {
      excludes = true;
      from.push_back(kNone);
    }
  }
  if (!run.mask) {
    if (!excludes) return nullptr;
    SmallVector<Constant*> bits;
    for (int lane : from) bits.push_back(at.getInt1(lane != kNone));
    return ConstantVector::get(bits);
  }
  Value* second = bridges ? run.neighbours : Constant::getNullValue(run.mask->getType());
  return at.CreateShuffleVector(run.mask, second, from);
}

Value* neighbours(IRBuilder<>& at, Value* mask) {
  SmallVector<int> next;
  const int lanes = cast<FixedVectorType>(mask->getType())->getNumElements();
  for (int lane = 0; lane < lanes; ++lane) next.push_back(lane + 1);  // the last one: false
  Value* none = Constant::getNullValue(mask->getType());
  return at.CreateAnd(mask, at.CreateShuffleVector(mask, none, next));
}

/// Returns the tiling of one chunk of lanes.
Tiling tile(const InstructionSet& isa, unsigned lanes, unsigned stride, unsigned bits,
            unsigned piece) {
  return tiling_of(lanes, stride, piece, isa.register_bits() / isa.shuffle_bits(bits));
}

bool is_read(const Tiling& tiling, ArrayRef<unsigned> members, unsigned window) {
  for (unsigned lane = 0; lane < tiling.lanes_per_piece(); ++lane) {
    for (unsigned member : members)
      if (tiling.window_of(lane, member) == window) return true;
  }
  return false;
}

LaneValues load_members(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run) {
  LaneValues values;
  for (unsigned member : run.members) {
    Value* base = at.CreatePtrAdd(run.base, at.getInt64(member * run.bits / 8));
    auto address = LaneAddress::strided(base, run.stride * run.bits / 8);
    values.push_back(
        load_lanes(emit, at, emit.vector_of(run.element), address, run.align_at(member), run.mask));
  }
  return values;
}

/// Emits a load of `length` elements from `start` on. Those after the run's end have any value.
Value* load_piece(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run, unsigned start,
                  unsigned length) {
  auto* type = FixedVectorType::get(run.element, length);
  auto pointer = [&](unsigned element) {
    return at.CreatePtrAdd(run.base, at.getInt64(uint64_t{element} * run.bits / 8));
  };
  const unsigned excess = std::max(start + length, run.end()) - run.end();
  if (excess >= length / 2 && length > 1) {  // a shorter register will do
    Value* half = load_piece(emit, at, run, start, length / 2);
    SmallVector<int> places(createSequentialMask(0, length, 0));
    return at.CreateShuffleVector(half, Constant::getNullValue(half->getType()), places);
  }
  if (run.mask || excess == 0 || emit.machine.has_masked_memory(run.bits)) {
    Value* mask = element_mask(at, run, start, length, /*is_store=*/false);
    return block_load(emit, at, type, pointer(start), run.align_at(start), mask);
  }
  // Earlier, so that it ends with the run.
  Value* value =
      block_load(emit, at, type, pointer(start - excess), run.align_at(start - excess), {});
  SmallVector<int> places;
  for (unsigned i = 0; i < length; ++i) places.push_back(excess + i);
  return at.CreateShuffleVector(value, Constant::getNullValue(type), places);
}

LaneValues load_containers(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run,
                           bool as_integers) {
  FixedVectorType* type = containers_of(at, run);
  Value* containers = nullptr;
  if (as_integers) {
    containers = block_load(emit, at, type, run.base, run.align, run.mask);
  } else {
    const unsigned length = run.lanes * run.stride;
    unsigned piece = std::min(length, emit.machine.register_bits() / run.bits);
    if (!emit.machine.has_masked_memory(run.bits))
      piece = std::min(length / 2, emit.machine.shortest_register_bits() / run.bits);
    LaneValues pieces;
    for (unsigned start = 0; start < length; start += piece)
      pieces.push_back(load_piece(emit, at, run, start, piece));
    containers = at.CreateBitCast(joined(at, pieces), type);
  }
  LaneValues values;
  for (unsigned member : run.members) {
    Value* shifted = at.CreateLShr(containers, member * run.bits);
    values.push_back(at.CreateTrunc(shifted, emit.vector_of(run.element)));
  }
  return values;
}

LaneValues load_windows(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run) {
  unsigned piece = emit.machine.shuffle_bits(run.bits) / run.bits;
  const unsigned limit =
      emit.machine.has_masked_memory(run.bits) ? 2 * run.lanes * run.stride - 1 : run.end();
  while (piece > limit) piece /= 2;
  const Tiling tiling = tile(emit.machine, run.lanes, run.stride, run.bits, piece);
  SmallVector<LaneValues> parts(run.members.size());
  for (unsigned lane = 0; lane < run.lanes; lane += tiling.lanes) {
    LaneValues windows(tiling.windows(), nullptr);
    for (unsigned window = 0; window < windows.size(); ++window) {
      if (!is_read(tiling, run.members, window)) continue;
      LaneValues pieces;
      for (unsigned i = 0; i < tiling.pieces; ++i)
        pieces.push_back(
            load_piece(emit, at, run, lane * run.stride + tiling.start(window, i), piece));
      windows[window] = joined(at, pieces);
    }
    LaneValues members = separate_members(at, windows, tiling, run.members);
    for (unsigned i = 0; i < members.size(); ++i) parts[i].push_back(members[i]);
  }
  LaneValues values;
  for (const LaneValues& of_member : parts) values.push_back(joined(at, of_member));
  return values;
}

void store_members(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run,
                   ArrayRef<Value*> members) {
  for (unsigned member : run.members) {
    Value* base = at.CreatePtrAdd(run.base, at.getInt64(member * run.bits / 8));
    auto address = LaneAddress::strided(base, run.stride * run.bits / 8);
    store_lanes(emit, at, members[member], address, run.align_at(member), run.mask);
  }
}

void store_piece(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run, Value* piece,
                 unsigned start) {
  const unsigned length = cast<FixedVectorType>(piece->getType())->getNumElements();
  Value* pointer = at.CreatePtrAdd(run.base, at.getInt64(uint64_t{start} * run.bits / 8));
  block_store(emit, at, piece, pointer, run.align_at(start),
              element_mask(at, run, start, length, /*is_store=*/true));
}

void store_containers(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run,
                      ArrayRef<Value*> members) {
  FixedVectorType* type = containers_of(at, run);
  Value* containers = nullptr;
  for (unsigned member : run.members) {
    Value* shifted = at.CreateShl(at.CreateZExt(members[member], type), member * run.bits);
    containers = containers ? at.CreateOr(containers, shifted, "", /*IsDisjoint=*/true) : shifted;
  }
  if (run.is_dense()) {
    block_store(emit, at, containers, run.base, run.align, run.mask);
    return;
  }
  const unsigned length = run.lanes * run.stride;
  Value* elements = at.CreateBitCast(containers, FixedVectorType::get(run.element, length));
  store_piece(emit, at, run, elements, 0);
}

void store_windows(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run,
                   ArrayRef<Value*> members) {
  const unsigned piece = std::min(run.lanes, emit.machine.shuffle_bits(run.bits) / run.bits);
  const Tiling tiling = tile(emit.machine, run.lanes, run.stride, run.bits, piece);
  for (unsigned lane = 0; lane < run.lanes; lane += tiling.lanes) {
    LaneValues parts(run.stride, nullptr);
    for (unsigned member : run.members)
      parts[member] = cut(at, members[member], lane, tiling.lanes);
    LaneValues windows = merge_members(at, parts, tiling);
    for (unsigned window = 0; window < windows.size(); ++window) {
      if (!windows[window]) continue;  // stride > piece: nothing of this member
      for (unsigned i = 0; i < tiling.pieces; ++i) {
        store_piece(emit, at, run, cut(at, windows[window], i * piece, piece),
                    lane * run.stride + tiling.start(window, i));
      }
    }
  }
}

LaneValues load_run(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& given) {
  StridedRun run = given;
  if (is_all_true(run.mask)) run.mask = nullptr;
  const bool contained = fits_container(run, emit.machine);
  const bool whole = run.members.back() + 1 == run.stride;
  const bool as_integers = contained && run.is_whole_stride();
  auto load = [&](const StridedRun& run) -> LaneValues {
    return contained ? load_containers(emit, at, run, as_integers) : load_windows(emit, at, run);
  };
  if (!run.mask) return load(run);
  if (!emit.machine.has_masked_memory(as_integers ? run.bits * run.stride : run.bits)) {
    return emit.if_readable(
        at, run.mask, run.base, uint64_t{run.lanes} * run.stride * run.bits / 8,
        [&] { return load(run.without_mask()); }, [&] { return load_members(emit, at, run); });
  }
  if (!whole && !as_integers) run.neighbours = neighbours(at, run.mask);
  return load(run);
}

void store_run(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& given,
               ArrayRef<Value*> members) {
  StridedRun run = given;
  if (is_all_true(run.mask)) run.mask = nullptr;
  const bool contained = fits_container(run, emit.machine);
  auto store = [&](const StridedRun& run) -> LaneValues {
    contained ? store_containers(emit, at, run, members) : store_windows(emit, at, run, members);
    return {};
  };
  const unsigned masked_bits = contained && run.is_dense() ? run.bits * run.stride : run.bits;
  if (!run.mask || emit.machine.has_masked_memory(masked_bits)) {
    store(run);
    return;
  }
  emit.if_all(
      at, run.mask, [&] { return store(run.without_mask()); },
      [&]() -> LaneValues {
        store_members(emit, at, run, members);
        return {};
      });
}

/// Returns the elements between the first and the last one of all lanes.
StridedRun run_of(const Site& site, Value* base, Value* mask) {
  return {site.element,
          site.bits(),
          base,
          site.width,
          static_cast<unsigned>(std::abs(site.stride) / site.size),
          site.elements(),
          site.align,
          mask};
}

bool lies_within_stride(const Site& site, const InstructionSet& machine) {
  if (site.stride == 0 || site.stride % site.size != 0) return false;
  const int64_t step = std::abs(site.stride / site.size);
  if (site.is_element()) return step >= 2 && step <= kMaxStride;
  if (site.kind != SiteKind::Members) return false;
  if (site.is_within_stride) return true;
  // Rows that are stored with gaps between them.
  return site.is_store && machine.has_fast_masked_stores() && step <= kMaxGapStride &&
         site.stride > static_cast<int64_t>(site.offsets.size() * site.size);
}

/// Cycles of one load or store with its shuffle; the registers are short or long.
constexpr double kShortShuffle = 1.066, kLongShuffle = 1.599;

Price price_of_shuffles(const Site& site, const InstructionSet& machine) {
  const StridedRun run = run_of(site, nullptr, nullptr);
  if (fits_container(run, machine)) {
    const double registers =
        std::max(1.0, double(run.bits) * run.stride * run.lanes / machine.register_bits());
    return {registers * (1 + 0.5 * run.members.size()), registers * (1 + 2 * run.members.size())};
  }
  const unsigned block = machine.shuffle_bits(run.bits), piece = block / run.bits;
  const unsigned lanes = std::min(run.lanes, piece);
  const unsigned windows = (lanes * run.stride + piece - 1) / piece * (run.lanes / lanes);
  double one = block > machine.shortest_register_bits() ? kLongShuffle : kShortShuffle;
  if (site.is_store) one *= run.is_dense() || machine.has_fast_masked_stores() ? 1.5 : 8;
  // A mask of lanes is shuffled, too, or asked whether all elements may be read.
  if (site.mask == MaskKind::Lanes) one *= machine.has_masked_memory(run.bits) ? 2 : 2.99;
  return {windows * one, windows * (1.0 + run.members.size())};
}

LaneValues emit_shuffles(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                         const LaneOperands& operands) {
  const Site& site = plan.site;
  const bool is_reversed = site.stride < 0;
  Value *base = operands.address.base, *mask = operands.mask;
  if (is_reversed) {  // the lanes from the last one on
    base = at.CreatePtrAdd(base, at.getInt64(site.stride * (site.width - 1)));
    mask = reversed(at, mask);
  }
  const StridedRun run = run_of(site, base, mask);
  if (!site.is_store) {
    LaneValues values = load_run(emit, at, run);
    if (is_reversed) values[0] = reversed(at, values[0]);
    return values;
  }
  LaneValues members(run.stride, nullptr);
  for (const auto [element, value] : zip_equal(run.members, operands.values))
    members[element] = is_reversed ? reversed(at, value) : value;
  store_run(emit, at, run, members);
  return {};
}

}  // namespace

const AccessStrategy kInterleaved = {.name = "interleaved",
                                     .counted = Counted::Strided,
                                     .fits = lies_within_stride,
                                     .price = price_of_shuffles,
                                     .emit = emit_shuffles};

}  // namespace heddle::compiler
