// SPDX-License-Identifier: Apache-2.0
// Accesses of structures that lie anywhere: each lane's structure is loaded whole, then all are
// transposed into members. That takes one address for each lane instead of one for each member.
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>

#include "compiler/ir/shuffles.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/access/run.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the tiling of structures as if they lay one after the other. Shuffles stay within the
/// shortest register: pieces are loaded from anywhere.
Tiling tile_structures(const InstructionSet& isa, unsigned lanes, unsigned stride, unsigned bits) {
  const unsigned block = isa.shortest_register_bits();
  return tiling_of(lanes, stride, std::min(block / bits, lanes * stride),
                   isa.register_bits() / block);
}

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

/// Returns the structures, as if each filled a power of two of elements.
StridedRun structures_of(const Site& site, Value* mask) {
  const SmallVector<unsigned> elements = site.elements();
  return {
      site.element, site.bits(), nullptr, site.width, unsigned(PowerOf2Ceil(elements.back() + 1)),
      elements,     site.align,  mask};
}

unsigned structure_bits(const StridedRun& run) {
  return run.stride * run.bits;
}

/// Tells whether each lane's structure is one element of a size that lanes may have.
bool are_elements(const Site& site, const InstructionSet& machine) {
  if (!site.is_group() || site.is_within_stride) return false;
  const StridedRun run = structures_of(site, nullptr);
  const unsigned bits = structure_bits(run);
  if (bits > 64 || !run.is_whole_stride()) return false;
  if (site.is_store) return run.is_dense();
  return site.is_in_order() || site.element->isIntegerTy() ||
         (site.element->isFloatTy() && machine.has_gather(bits, site.width));
}

std::vector<Site> as_elements(const Site& site, const InstructionSet&) {
  Site whole = site;
  const unsigned bits = structure_bits(structures_of(site, nullptr));
  whole.element = Type::getIntNTy(site.element->getContext(), bits);
  whole.size = bits / 8;
  whole.offsets = {0};
  whole.kind = SiteKind::Element;
  whole.is_within_stride = false;
  return {whole};
}

/// Emits elements that are structures from members, or in the order of memory.
Value* elements_of_members(AccessEmitter& emit, IRBuilder<>& at, const Site& site, Type* element,
                           ArrayRef<Value*> values) {
  FixedVectorType* wide = emit.vector_of(element);
  if (site.is_in_order()) return at.CreateBitCast(joined(at, values), wide);
  Value* structures = nullptr;
  for (const auto& [member, value] : enumerate(values)) {
    Value* bits = at.CreateBitCast(value, emit.vector_of(at.getIntNTy(site.bits())));
    bits = at.CreateShl(at.CreateZExt(bits, wide), member * site.bits());
    structures = structures ? at.CreateOr(structures, bits, "", /*IsDisjoint=*/true) : bits;
  }
  return structures;
}

LaneValues emit_elements(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                         const LaneOperands& operands) {
  const Site& site = plan.site;
  const Candidate& whole = plan.parts[0];
  LaneOperands own = operands;
  Value* stored = nullptr;
  if (site.is_store) {
    stored = elements_of_members(emit, at, site, whole.site.element, operands.values);
    own.values = stored;
    return emit_access(emit, at, whole, own);
  }
  Value* structures = emit_access(emit, at, whole, own)[0];
  LaneValues values;
  if (site.is_in_order()) {
    const unsigned count = site.offsets.size();
    structures =
        at.CreateBitCast(structures, FixedVectorType::get(site.element, site.width * count));
    for (unsigned i = 0; i < count; ++i)
      values.push_back(cut(at, structures, i * site.width, site.width));
    return values;
  }
  for (Value* value : parts_of_structures(emit, at, structures_of(site, nullptr), structures))
    values.push_back(at.CreateBitCast(value, emit.vector_of(site.element)));
  return values;
}

Price price_of_elements(const Site& site, const InstructionSet& machine) {
  const Site whole = as_elements(site, machine)[0];
  const double registers = whole.registers(machine);
  const double members = site.is_in_order() ? 0 : site.offsets.size() * registers;
  // A scatter takes as long as one store for each lane, but is much less code.
  const bool is_less =
      site.is_store && site.is_rare && machine.has_scatter(whole.bits(), site.width);
  return {members * (site.is_store ? 1 : 0.5) - (is_less ? 0.75 * site.width : 0), 2 * members};
}

bool are_rows(const Site& site, const InstructionSet&) {
  const bool is_dense = site.offsets.back() == (site.offsets.size() - 1) * site.size;
  return site.is_group() && !site.is_within_stride && (!site.is_store || is_dense);
}

Price price_of_rows(const Site& site, const InstructionSet& machine) {
  const unsigned bits = structure_bits(structures_of(site, nullptr));
  double lane = site.is_store ? 1.8 : 2.1;
  if (site.is_store && bits <= 32) lane += 2;  // each is moved out of its vector
  if (site.mask == MaskKind::Lanes || site.is_mask_asked) lane += 0.3;
  const double members = site.offsets.size() * site.registers(machine);
  const double moves = site.is_in_order() ? 0.3 : site.is_store ? 1 : 1.5;
  return {lane * site.width + moves * members, 3.0 * site.width + 2 * members};
}

/// Emits rows of registers that hold the members as memory does.
LaneValues emit_rows_in_order(AccessEmitter& emit, IRBuilder<>& at, const Site& site,
                              const LaneOperands& operands, Align align, Value* idle) {
  const unsigned count = site.offsets.size(), width = site.width;
  auto* structure = FixedVectorType::get(site.element, count);
  LaneValues structures, values;
  each_lane(at, operands.address, width, operands.mask, idle, [&](unsigned lane, Value* place) {
    if (site.is_store) {
      Value* part = cut(at, operands.values[lane * count / width], lane * count % width, count);
      emit.with_scopes(at.CreateAlignedStore(part, place, align));
    } else {
      structures.push_back(emit.with_scopes(at.CreateAlignedLoad(structure, place, align)));
    }
  });
  for (unsigned lane = 0; !site.is_store && lane < width; lane += width / count)
    values.push_back(joined(at, ArrayRef(structures).slice(lane, width / count)));
  return values;
}

LaneValues emit_rows(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                     const LaneOperands& operands) {
  const Site& site = plan.site;
  Value* mask = operands.mask;
  const Align align = mask ? std::min(site.align, kIdleAlign) : site.align;
  Value* idle = !mask ? nullptr : site.is_store ? emit.idle_target(at) : idle_source(at);
  if (site.is_in_order()) return emit_rows_in_order(emit, at, site, operands, align, idle);
  StridedRun run = structures_of(site, mask);
  run.align = align;
  LaneValues structures, values;
  if (site.is_store) structures = structures_of_members(emit, at, run, operands.values);
  each_lane(at, operands.address, site.width, mask, idle, [&](unsigned lane, Value* place) {
    if (site.is_store)
      store_structure(emit, at, run, place, structures[lane]);
    else
      structures.push_back(load_structure(emit, at, run, place));
  });
  return site.is_store ? LaneValues() : members_of_structures(emit, at, run, structures);
}

}  // namespace

const AccessStrategy kWholeStructures = {.name = "structure",
                                         .fits = are_elements,
                                         .parts = as_elements,
                                         .price = price_of_elements,
                                         .emit = emit_elements};

const AccessStrategy kStructures = {.name = "structure",
                                    .counted = Counted::Anywhere,
                                    .fits = are_rows,
                                    .price = price_of_rows,
                                    .emit = emit_rows};

}  // namespace heddle::compiler
