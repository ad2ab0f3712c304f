// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/butterflies.h"

#include "compiler/vectorize/access/butterfly_memory.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/widen/lane_addresses.h"
#include "compiler/vectorize/widen/recomputed.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

/// Emits lane 0's value as a scalar, even if the lane is not active.
Value* Butterflies::first_of(Value* value) {
  return recomputed(wide_, value, [&](Value* part) {
    return wide_.shapes.of(part).has_base() ? wide_.scalar(part, 0) : nullptr;
  });
}

/// Emits the difference of each lane's number from lane 0's; null if there is none. `is_so` becomes
/// false where it would not be that.
Value* Butterflies::lanes_of(Value* value, Value*& is_so) {
  const Shape shape = wide_.shapes.of(value);
  if (shape.is_uniform()) return nullptr;
  const auto requires_none = [&](Value* bits) {
    is_so = wide_.at.CreateAnd(is_so, wide_.at.CreateIsNull(bits));
  };
  if (shape.is_affine()) {
    if (shape.stride == 1) {
      Value* first = wide_.scalar(value, 0);
      requires_none(wide_.at.CreateAnd(first, ConstantInt::get(first->getType(), wide_.width - 1)));
    }
    return wide_.iota(value->getType(), shape.stride);
  }
  auto& instruction = cast<Instruction>(*value);
  Value *left = instruction.getOperand(0), *first = lanes_of(left, is_so);
  if (auto* cast = dyn_cast<CastInst>(&instruction))
    return wide_.at.CreateCast(cast->getOpcode(), first, wide_.widened(cast->getType()));
  Value *right = instruction.getOperand(1), *second = lanes_of(right, is_so);
  const auto opcode = cast<BinaryOperator>(instruction).getOpcode();
  if (opcode == Instruction::Or) {  // which has to be a sum
    Value* bits = wide_.at.CreateOrReduce(wide_.at.CreateOr(first, second));
    requires_none(wide_.at.CreateAnd(bits, first_of(value)));
  }
  if (!first || !second) {
    if (opcode == Instruction::Add) return first ? first : second;
    if (opcode == Instruction::Sub) return first ? first : wide_.at.CreateNeg(second);
    Value*& uniform = first ? second : first;
    uniform = wide_.vector(first ? right : left, 0);
  }
  return wide_.at.CreateBinOp(opcode, first, second);
}

/// Emits the places of lanes with x ^ d.
Butterflies::Pairing Butterflies::pairing_of_exchange(const Exchange& exchange, unsigned bits) {
  Pairing result;
  result.is_so = wide_.at.getTrue();
  Value* lanes = lanes_of(exchange.lanes, result.is_so);
  Value* distance = wide_.scalar(exchange.distance, 0);
  result.distance =
      wide_.at.CreateAnd(distance, ConstantInt::get(distance->getType(), wide_.width - 1));
  lanes = wide_.at.CreateXor(lanes, wide_.at.CreateVectorSplat(wide_.width, result.distance));
  result.places.push_back(
      wide_.at.CreateZExtOrTrunc(lanes, wide_.widened(wide_.at.getIntNTy(bits))));
  result.lanes = result.places;
  return result;
}

/// Emits the places of pairs of elements d apart. From a vector's width on, the distance in
/// registers is the width.
Butterflies::Pairing Butterflies::pairing_of(const Exchange& exchange, unsigned bits) {
  if (exchange.distance) return pairing_of_exchange(exchange, bits);
  Pairing result;
  result.is_so = wide_.at.getTrue();
  const auto requires_that = [&](Value* condition) {
    result.is_so = wide_.at.CreateAnd(result.is_so, condition);
  };
  Type* number = exchange.core->getType();
  const auto constant = [&](uint64_t value) { return ConstantInt::get(number, value); };
  const auto each = [&](Value* one) { return wide_.at.CreateVectorSplat(wide_.width, one); };
  const auto of_element = [&](Value* numbers) {
    return wide_.at.CreateZExtOrTrunc(numbers, wide_.widened(wide_.at.getIntNTy(bits)));
  };
  Value* lanes = lanes_of(exchange.core, result.is_so);
  // The last lane is 2 * (width - 1) - (d - 1) elements after the first.
  Value* last = wide_.at.CreateExtractElement(lanes, wide_.width - 1);
  Value* distance = result.distance = wide_.at.CreateSub(constant(2 * wide_.width - 1), last);
  Value* less = wide_.at.CreateSub(distance, constant(1));
  requires_that(wide_.at.CreateIsNull(wide_.at.CreateAnd(distance, less)));
  Value *high = each(wide_.at.CreateNot(less)), *low = each(less);
  Constant* counted = wide_.iota(number, 1);
  Value* places = wide_.at.CreateAdd(counted, wide_.at.CreateAnd(counted, high));
  requires_that(wide_.at.CreateAndReduce(wide_.at.CreateICmpEQ(lanes, places)));
  result.places = {of_element(places), of_element(wide_.at.CreateAdd(places, each(distance)))};
  for (unsigned part = 0; part < 2; ++part) {
    Value* place = wide_.at.CreateAdd(counted, each(constant(part * wide_.width)));
    Value* lane = wide_.at.CreateOr(wide_.at.CreateAnd(wide_.at.CreateLShr(place, 1), high),
                                    wide_.at.CreateAnd(place, low));
    Value* is_second = wide_.at.CreateIsNotNull(wide_.at.CreateAnd(place, each(distance)));
    Value* access =
        wide_.at.CreateSelect(is_second, each(constant(wide_.width)), each(constant(0)));
    result.lanes.push_back(of_element(wide_.at.CreateOr(lane, access)));
  }
  return result;
}

/// Emits the addresses of the registers, and the test whether they hold all lanes.
SmallVector<Value*, 2> Butterflies::bases_of(ArrayRef<const Exchange*> accesses,
                                             const Pairing& pairing, uint64_t size, Value*& is_so) {
  const Exchange& first = *accesses[0];
  Type* bytes = wide_.at.getInt64Ty();
  const auto requires_that = [&](Value* condition) {
    is_so = wide_.at.CreateAnd(is_so, condition);
  };
  const auto bytes_of = [&](Value* elements) {
    return wide_.at.CreateMul(wide_.at.CreateSExtOrTrunc(elements, bytes), wide_.at.getInt64(size));
  };
  Value* base = first_of(first.address);
  if (first.distance)
    return {wide_.at.CreatePtrAdd(base, wide_.at.CreateNeg(bytes_of(pairing.distance)))};
  const Exchange& second = *accesses[1];
  const bool is_cut = first.is_cut || second.is_cut;
  const auto sum_of = [&](const Exchange& access) {
    Value* sum = wide_.at.getIntN(is_cut ? 32 : 64, 0);
    for (Value* term : access.shared)
      sum = wide_.at.CreateAdd(sum,
                               wide_.at.CreateZExtOrTrunc(wide_.scalar(term, 0), sum->getType()));
    return sum;
  };
  Value* apart = bytes_of(wide_.at.CreateSub(sum_of(second), sum_of(first)));
  Value* whole = wide_.at.getInt64(wide_.width * size);
  requires_that(wide_.at.CreateICmpEQ(wide_.at.CreateBinaryIntrinsic(Intrinsic::umin, apart, whole),
                                      bytes_of(pairing.distance)));
  if (is_cut) {  // small numbers lose nothing, and no lane wraps
    Value* numbers = wide_.at.CreateOr(first_of(first.index()), first_of(second.index()));
    requires_that(wide_.at.CreateICmpULT(numbers, wide_.at.getInt64(1 << 30)));
  }
  return {base, wide_.at.CreatePtrAdd(
                    base, wide_.at.CreateBinaryIntrinsic(Intrinsic::umax, apart, whole))};
}

void Butterflies::access(const Candidate& plan, Value* lanes) {
  SmallVector<Instruction*, 2> accesses{const_cast<Instruction*>(plan.site.place)};
  if (plan.site.first) accesses.insert(accesses.begin(), plan.site.first);
  SmallVector<const Exchange*, 2> partners;
  for (Instruction* one : accesses)
    partners.push_back(wide_.shapes.of(getLoadStorePointerOperand(one)).exchange);
  Type* type = plan.site.element;
  const uint64_t size = plan.site.size;
  Instruction& access = *accesses.back();
  const Exchange* partner = partners.back();

  Pairing& pairing = pairings_[{partner->core, size}];
  if (!pairing.block || !wide_.tree.dominates(pairing.block, access.getParent())) {
    pairing = pairing_of(*partner, size * 8);
    pairing.block = access.getParent();
  }
  Value* is_so = pairing.is_so;
  const ButterflyLanes all{bases_of(partners, pairing, size, is_so), pairing.places, pairing.lanes};
  // A mask that is constant later is asked for, others are permuted as the values are.
  const bool is_of_tail = lanes && is_of_lane_mask(lanes);
  Value* active = is_of_tail ? nullptr : lanes;
  if (is_of_tail) is_so = wide_.at.CreateAnd(is_so, wide_.at.CreateAndReduce(lanes));

  Align align = getLoadStoreAlignment(&access);
  AAMDNodes scopes = access.getAAMetadata();
  LaneValues values;
  for (Instruction* one : accesses) {
    align = std::min(align, getLoadStoreAlignment(one));
    scopes = scopes.merge(one->getAAMetadata());
    if (!isa<StoreInst>(one)) continue;
    values.push_back(
        wide_.at.CreateBitCast(wide_.vector(one->getOperand(0), 0), wide_.widened(type)));
  }
  wide_.emit.set_scopes(scopes);
  const auto in_registers = [&]() -> LaneValues {
    if (values.empty()) return load_butterfly(wide_.emit, wide_.at, type, all, align, active);
    store_butterfly(wide_.emit, wide_.at, values, all, align, active);
    return {};
  };
  const auto anywhere = [&]() {
    LaneValues loaded;
    for (const auto& [i, one] : enumerate(accesses)) {
      Value* pointer = getLoadStorePointerOperand(one);
      const LaneAddress where = wide_.shapes.of(pointer).is_piecewise()
                                    ? piecewise_.address(pointer, 0)
                                    : address_of(wide_, pointer, 0, lanes);
      const ArrayRef<Value*> own = values.empty() ? ArrayRef<Value*>() : values[i];
      loaded.append(emit_access(wide_.emit, wide_.at, plan.parts[i], {where, own, lanes}));
    }
    return loaded;
  };
  const LaneValues loaded =
      wide_.emit.either(wide_.at, wide_.at.CreateFreeze(is_so), in_registers, anywhere);
  for (const auto& [one, value] : zip(accesses, loaded)) wide_.set_loaded(*one, value);
}

}  // namespace heddle::compiler
