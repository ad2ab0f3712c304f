// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/lane_by_lane.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Emits each element of a vector of integers as i64. Of an extended vector the elements before the
/// extension are taken, by words of 64 bits and shifts: single elements out of vectors cost most.
SmallVector<Value*> elements(IRBuilder<>& at, Value* vector) {
  Value* from = vector;
  bool is_signed = true;
  while (isa<SExtInst, ZExtInst>(from)) {
    const bool extends_signed = isa<SExtInst>(from);
    if (from != vector && extends_signed && !is_signed) break;
    is_signed = extends_signed;
    from = cast<Instruction>(from)->getOperand(0);
  }
  auto* type = cast<FixedVectorType>(from->getType());
  const unsigned lanes = type->getNumElements(), bits = type->getScalarSizeInBits();
  SmallVector<Value*> result;
  if (bits < 8 || bits >= 64 || !isPowerOf2_32(bits) || lanes * bits % 64 != 0) {
    for (unsigned lane = 0; lane < lanes; ++lane)
      result.push_back(at.CreateExtractElement(vector, lane));
    return result;
  }
  Value* words = at.CreateBitCast(from, FixedVectorType::get(at.getInt64Ty(), lanes * bits / 64));
  Value* word = nullptr;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned start = lane * bits % 64;
    if (start == 0) word = at.CreateExtractElement(words, uint64_t{lane} * bits / 64);
    if (is_signed) {
      Value* left = at.CreateShl(word, 64 - bits - start);
      result.push_back(at.CreateAShr(left, 64 - bits));
    } else {
      Value* right = at.CreateLShr(word, start);
      result.push_back(at.CreateAnd(right, maskTrailingOnes<uint64_t>(bits)));
    }
  }
  return result;
}

}  // namespace

std::optional<Address> indexed(IRBuilder<>& at, const LaneAddress& address) {
  auto lanes = indexed_lanes(address.pointers, AccessEmitter::layout(at));
  const bool is_own =
      lanes && lanes->offset == 0 && cast<User>(address.pointers)->getOperand(0) == lanes->base;
  return is_own ? lanes : std::nullopt;
}

void update(AccessEmitter& emit, IRBuilder<>& at, Type* element, const LaneAddress& address,
            Align align, Value* mask, function_ref<Value*(unsigned, Value*)> changed) {
  by_lanes(emit, at, address, mask, [&](Value* active) -> LaneValues {
    const Align least = active ? std::min(align, kIdleAlign) : align;
    Value* idle = active ? emit.idle_target(at) : nullptr;
    each_lane(at, address, emit.width, active, idle, [&](unsigned lane, Value* place) {
      Value* old = emit.with_scopes(at.CreateAlignedLoad(element, place, least));
      emit.with_scopes(at.CreateAlignedStore(changed(lane, old), place, least));
    });
    return {};
  });
}

LaneValues by_lanes(AccessEmitter& emit, IRBuilder<>& at, const LaneAddress& address, Value* mask,
                    function_ref<LaneValues(Value* mask)> access) {
  const bool has_both = mask && indexed(at, address) && is_of_lane_mask(mask);
  if (!has_both) return access(mask);
  return emit.if_all(
      at, mask, [&] { return access(nullptr); }, [&] { return access(mask); });
}

Value* load_lanes(AccessEmitter& emit, IRBuilder<>& at, FixedVectorType* type,
                  const LaneAddress& address, Align align, Value* mask) {
  if (mask) align = std::min(align, kIdleAlign);
  Value* result = PoisonValue::get(type);
  Value* idle = mask ? idle_source(at) : nullptr;
  each_lane(at, address, type->getNumElements(), mask, idle, [&](unsigned lane, Value* place) {
    Value* value = emit.with_scopes(at.CreateAlignedLoad(type->getElementType(), place, align));
    result = at.CreateInsertElement(result, value, uint64_t{lane});
  });
  return result;
}

void store_lanes(AccessEmitter& emit, IRBuilder<>& at, Value* value, const LaneAddress& address,
                 Align align, Value* mask) {
  const unsigned lanes = cast<FixedVectorType>(value->getType())->getNumElements();
  if (mask) align = std::min(align, kIdleAlign);
  Value* idle = mask ? emit.idle_target(at) : nullptr;
  each_lane(at, address, lanes, mask, idle, [&](unsigned lane, Value* place) {
    Value* element = at.CreateExtractElement(value, uint64_t{lane});
    emit.with_scopes(at.CreateAlignedStore(element, place, align));
  });
}

void each_lane(IRBuilder<>& at, const LaneAddress& address, unsigned lanes, Value* mask,
               Value* idle, function_ref<void(unsigned lane, Value* place)> access) {
  if (address.base) {
    Value* bits = mask ? at.CreateBitCast(mask, at.getIntNTy(lanes)) : nullptr;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      auto* offset = at.getInt64(static_cast<int64_t>(lane) * address.stride);
      Value* pointer = at.CreatePtrAdd(address.base, offset);
      if (bits) {
        auto* bit = ConstantInt::get(at.getContext(), APInt::getOneBitSet(lanes, lane));
        pointer = at.CreateSelect(at.CreateIsNotNull(at.CreateAnd(bits, bit)), pointer, idle);
      }
      access(lane, pointer);
    }
    return;
  }
  Value* pointers = address.pointers;
  if (mask) pointers = at.CreateSelect(mask, pointers, at.CreateVectorSplat(lanes, idle));
  if (const auto all = mask ? std::nullopt : indexed(at, address)) {
    const AddressTerm& term = all->terms[0];
    for (const auto [lane, index] : enumerate(elements(at, term.index)))
      access(lane, at.CreateGEP(term.element, all->base, index));
    return;
  }
  for (unsigned lane = 0; lane < lanes; ++lane)
    access(lane, at.CreateExtractElement(pointers, lane));
}

Value* idle_source(IRBuilder<>& at) {
  Module& module = *at.GetInsertBlock()->getModule();
  constexpr const char* kName = "heddle.idle_lane";
  if (Value* source = module.getNamedGlobal(kName)) return source;
  auto* type = ArrayType::get(at.getInt8Ty(), kIdleBytes);
  auto* source = new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                    Constant::getNullValue(type), kName);
  source->setAlignment(kIdleAlign);
  return source;
}

namespace {

/// The cycles of one lane, as parts of those that a lane takes which is loaded, or stored, by
/// itself at an address from a vector.
struct LaneParts {
  double known, indexed, any, chosen, masked;
};
/// Addresses that are known but for one register take half as long, or less. Numbers of 32 bits
/// leave a vector two at a time. An address that a mask selects is longer, and no index is left.
constexpr LaneParts kLoads = {0.4, 0.6, 1, 1.15, 1.2}, kStores = {0.55, 0.6, 1.02, 1.1, 1.15};

Price price_of_lanes(const Site& site, const InstructionSet& machine) {
  const TargetCosts& costs = machine.costs();
  const LaneParts& parts = site.is_store ? kStores : kLoads;
  const bool is_plain = site.index && site.is_plain_index;
  // Code that hardly ever runs should be short. Gathers read rows that share a set of the cache
  // faster, unless elements have 64 bits.
  const bool is_dear = site.is_rare || (site.goes_by_rows && site.size != 8);
  const bool has_short_numbers = !site.is_store && site.number_bits == 32 && !is_dear;
  const bool is_indexed = is_plain && (site.is_private || has_short_numbers);
  double part = site.stride != 0 ? parts.known : is_indexed ? parts.indexed : parts.any;
  if (site.mask == MaskKind::Lanes) part = parts.masked;
  if (site.mask == MaskKind::Range && (is_plain || site.is_mask_asked)) part = parts.chosen;
  if (site.mask == MaskKind::Range && site.stride != 0 && !site.is_mask_asked) part *= 1.06;
  const double lane = site.is_store ? costs.scattered_lane : costs.lane_by_lane;
  const double instructions = site.mask == MaskKind::None ? 3 : 4;
  return {lane * part * site.width, instructions * site.width};
}

LaneValues emit_lanes(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                      const LaneOperands& operands) {
  const Site& site = plan.site;
  if (!site.is_store)
    return {load_lanes(emit, at, emit.vector_of(site.element), operands.address, site.align,
                       operands.mask)};
  store_lanes(emit, at, operands.values[0], operands.address, site.align, operands.mask);
  return {};
}

/// Returns the access of all lanes, and that of some.
std::vector<Site> by_mask(const Site& site, const InstructionSet&) {
  Site all = site, some = site;
  all.mask = MaskKind::None;
  some.is_mask_asked = true;
  return {all, some};
}

}  // namespace

const AccessStrategy kLaneByLane = {
    .name = "lane by lane",
    .counted = Counted::Anywhere,
    .fits = [](const Site& site, const InstructionSet&) { return site.is_element(); },
    .price = price_of_lanes,
    .emit = emit_lanes};

const AccessStrategy kIfAllLanes = {
    .name = "all lanes",
    .condition = "no lane is left out",
    .fits =
        [](const Site& site, const InstructionSet&) {
          return site.mask == MaskKind::Range && !site.is_mask_asked &&
                 (site.is_element() || site.is_group());
        },
    .parts = by_mask,
    .price = [](const Site&, const InstructionSet&) -> Price {
      return {0.06, 2};
    },
    .emit =
        [](AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
           const LaneOperands& operands) {
          const LaneOperands all{operands.address, operands.values};
          return emit.if_all(
              at, operands.mask, [&] { return emit_access(emit, at, plan.parts[0], all); },
              [&] { return emit_access(emit, at, plan.parts[1], operands); });
        }};

}  // namespace heddle::compiler
