// SPDX-License-Identifier: Apache-2.0
// Accesses of structures that lie anywhere: each lane's structure is loaded whole, then all are
// transposed into members. That takes one address for each lane instead of one for each member.
#include "compiler/vectorize/access/structures.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>

#include "compiler/ir/shuffles.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/gather_to_permute.h"
#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/run.h"
#include "compiler/vectorize/access/scattered.h"
#include "compiler/vectorize/access/strided.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr int64_t kMaxGapStride = 8;  // elements; further apart, structures are stored one by one

/// Returns the tiling of structures as if they lay one after the other. Shuffles stay within the
/// shortest register: pieces are loaded from anywhere.
Tiling tile_structures(const InstructionSet& isa, unsigned lanes, unsigned stride, unsigned bits) {
  const unsigned block = isa.shortest_register_bits();
  return tiling_of(lanes, stride, std::min(block / bits, lanes * stride),
                   isa.register_bits() / block);
}

}  // namespace

namespace {

/// Emits the members, as integers, of structures that are integers.
LaneValues parts_of_structures(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run,
                               Value* structures) {
  const unsigned structure_bits = structures->getType()->getScalarSizeInBits();
  LaneValues members;
  // Halves of 64 bits are told apart by one permutation of all structures, smaller parts by shifts.
  const bool is_permuted = structure_bits == 64 && run.bits == 32;
  if (is_permuted)
    structures =
        at.CreateBitCast(structures, FixedVectorType::get(at.getInt32Ty(), 2 * emit.width));
  for (unsigned member : run.members) {
    if (is_permuted) {
      members.push_back(
          at.CreateShuffleVector(structures, createStrideMask(member, 2, emit.width)));
    } else {
      Value* value = at.CreateLShr(structures, member * run.bits);
      members.push_back(at.CreateTrunc(value, emit.vector_of(at.getIntNTy(run.bits))));
    }
  }
  return members;
}

LaneValues members_of_structures(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run,
                                 ArrayRef<Value*> structures) {
  const Tiling tiling = tile_structures(emit.machine, run.lanes, run.stride, run.bits);
  const unsigned step = std::min(run.stride, tiling.piece);
  SmallVector<LaneValues> parts(run.members.size());
  for (unsigned lane = 0; lane < run.lanes; lane += tiling.lanes) {
    LaneValues windows;
    for (unsigned window = 0; window < tiling.windows(); ++window) {
      LaneValues pieces;
      for (unsigned i = 0; i < tiling.pieces; ++i) {
        const unsigned start = lane * run.stride + tiling.start(window, i);
        for (unsigned element = start; element < start + tiling.piece; element += step)
          pieces.push_back(cut(at, structures[element / run.stride], element % run.stride, step));
      }
      windows.push_back(joined(at, pieces));
    }
    LaneValues separated = separate_members(at, windows, tiling, run.members);
    for (unsigned i = 0; i < separated.size(); ++i) parts[i].push_back(separated[i]);
  }
  LaneValues members;
  for (const LaneValues& of_member : parts) members.push_back(joined(at, of_member));
  return members;
}

/// Emits a load of run.stride elements. Those after the last member have any value.
Value* load_structure(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run, Value* pointer) {
  if (run.is_whole_stride())
    return emit.with_scopes(
        at.CreateAlignedLoad(FixedVectorType::get(run.element, run.stride), pointer, run.align));
  Value* structure = nullptr;
  const unsigned length = run.members.back() + 1;
  for (unsigned start = 0; start < length;) {
    const unsigned count = bit_floor(length - start);
    auto* type = FixedVectorType::get(run.element, count);
    Value* from = at.CreatePtrAdd(pointer, at.getInt64(uint64_t{start} * run.bits / 8));
    Value* part = emit.with_scopes(at.CreateAlignedLoad(type, from, run.align_at(start)));
    SmallVector<int> places(run.stride, -1);
    for (unsigned i = 0; i < count; ++i) places[start + i] = i + (structure ? run.stride : 0);
    if (structure) {  // as long as the structure first: a shuffle takes vectors of one length
      part = at.CreateShuffleVector(part, createSequentialMask(0, count, run.stride - count));
      for (unsigned i = 0; i < start; ++i) places[i] = i;
      structure = at.CreateShuffleVector(structure, part, places);
    } else {
      structure = at.CreateShuffleVector(part, places);
    }
    start += count;
  }
  return structure;
}

LaneValues structures_of_members(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run,
                                 ArrayRef<Value*> values) {
  const Tiling tiling = tile_structures(emit.machine, run.lanes, run.stride, run.bits);
  const unsigned step = std::min(run.stride, tiling.piece), own_lanes = tiling.lanes_per_piece();
  LaneValues structures;
  for (unsigned first = 0; first < run.lanes; first += tiling.lanes) {
    LaneValues members;
    for (Value* value : values) {
      value = at.CreateBitCast(value, emit.vector_of(run.element));
      members.push_back(cut(at, value, first, tiling.lanes));
    }
    members.resize(run.stride, PoisonValue::get(members[0]->getType()));
    LaneValues windows = merge_members(at, members, tiling);
    for (unsigned lane = 0; lane < tiling.lanes; ++lane) {
      LaneValues parts;
      for (unsigned member = 0; member < run.stride; member += step) {
        Value* window = windows[tiling.window_of(lane % own_lanes, member)];
        const unsigned place = tiling.place_of(lane % own_lanes, member);
        parts.push_back(cut(at, window, lane / own_lanes * tiling.piece + place, step));
      }
      structures.push_back(joined(at, parts));
    }
  }
  return structures;
}

void store_structure(AccessEmitter& emit, IRBuilder<>& at, const StridedRun& run, Value* pointer,
                     Value* structure) {
  const unsigned length = run.members.back() + 1;
  for (unsigned start = 0; start < length;) {
    const unsigned count = bit_floor(length - start);
    Value* to = at.CreatePtrAdd(pointer, at.getInt64(uint64_t{start} * run.bits / 8));
    emit.with_scopes(
        at.CreateAlignedStore(cut(at, structure, start, count), to, run.align_at(start)));
    start += count;
  }
}

}  // namespace

LaneValues gather_structures(AccessEmitter& emit, IRBuilder<>& at, Type* element,
                             const LaneAddress& address, ArrayRef<uint64_t> offsets, Align align,
                             Value* mask) {
  emit.uses(Strategy::Gather);
  emit.plan.by(Strategy::Structure);
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(element);
  const unsigned size = emit.size_of(at, type);
  StridedRun run{type, size * 8, nullptr, emit.width, 0, {}, align, mask};
  for (uint64_t offset : offsets) run.members.push_back(offset / size);
  run.stride = PowerOf2Ceil(run.members.back() + 1);
  const unsigned structure_bits = run.stride * run.bits;
  LaneValues members;
  const bool is_container =
      type->isIntegerTy() ||
      (type->isFloatTy() && emit.machine.has_gather(structure_bits, emit.width));
  if (structure_bits <= 64 && is_container && run.is_whole_stride()) {
    const auto parts = [&](const LaneAddress& from) {
      Value* structures = gather(emit, at, at.getIntNTy(structure_bits), from, align, mask);
      return parts_of_structures(emit, at, run, structures);
    };
    const bool is_pair = structure_bits == 64 && run.bits == 32 && run.is_dense();
    if (is_pair && may_permute_two_registers(emit, at, address) &&
        (!mask || is_of_lane_mask(mask))) {
      emit.plan.by(Strategy::TwoRegisterPermute);
      members = permute_two_registers(emit, at, address, 2, align, mask, parts);
    } else {
      members = parts(address);
    }
    for (Value*& member : members) member = at.CreateBitCast(member, emit.vector_of(element));
    return members;
  }
  if (mask) run.align = std::min(align, kIdleAlign);
  LaneValues structures;
  Value* idle = mask ? idle_source(at) : nullptr;
  each_lane(at, address, emit.width, mask, idle, [&](unsigned, Value* place) {
    structures.push_back(load_structure(emit, at, run, place));
  });
  for (Value* value : members_of_structures(emit, at, run, structures))
    members.push_back(at.CreateBitCast(value, emit.vector_of(element)));
  return members;
}

void scatter_structures(AccessEmitter& emit, IRBuilder<>& at, ArrayRef<Value*> values,
                        const LaneAddress& address, Align align, Value* mask) {
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(values[0]->getType()->getScalarType());
  const unsigned size = emit.size_of(at, type);
  StridedRun run{type, size * 8, nullptr, emit.width, 0, {}, align, mask};
  for (unsigned i = 0; i < values.size(); ++i) run.members.push_back(i);
  if (address.base && emit.machine.has_fast_masked_stores() && address.stride % size == 0 &&
      address.stride / size > static_cast<int64_t>(values.size()) &&
      address.stride / size <= kMaxGapStride) {
    emit.uses(Strategy::Interleaved);
    run.base = address.base;
    run.stride = address.stride / size;
    LaneValues members(run.stride, nullptr);
    for (unsigned i = 0; i < values.size(); ++i)
      members[i] = at.CreateBitCast(values[i], emit.vector_of(type));
    store_run(emit, at, run, members);
    return;
  }
  emit.uses(Strategy::Scatter);
  emit.plan.by(Strategy::Structure);
  run.stride = PowerOf2Ceil(values.size());
  const unsigned structure_bits = run.stride * run.bits;
  if (run.is_dense() && (scatters_structures(emit, structure_bits) ||
                         (structure_bits <= 32 && type->isIntegerTy()))) {
    FixedVectorType* wide = emit.vector_of(at.getIntNTy(structure_bits));
    Value* structures = nullptr;
    for (unsigned member : run.members) {
      Value* value = at.CreateBitCast(values[member], emit.vector_of(at.getIntNTy(run.bits)));
      value = at.CreateShl(at.CreateZExt(value, wide), member * run.bits);
      structures = structures ? at.CreateOr(structures, value, "", /*IsDisjoint=*/true) : value;
    }
    scatter(emit, at, structures, address, align, mask);
    return;
  }
  if (mask) run.align = std::min(align, kIdleAlign);
  Value* idle = mask ? emit.idle_target(at) : nullptr;
  LaneValues structures = structures_of_members(emit, at, run, values);
  each_lane(at, address, emit.width, mask, idle, [&](unsigned lane, Value* place) {
    store_structure(emit, at, run, place, structures[lane]);
  });
}

bool scatters_structures(AccessEmitter& emit, unsigned structure_bits) {
  return emit.is_rare() && structure_bits <= 64 &&
         emit.machine.has_scatter(structure_bits, emit.width);
}

}  // namespace heddle::compiler
