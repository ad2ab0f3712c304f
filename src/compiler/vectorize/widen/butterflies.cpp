// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/butterflies.h"

#include "compiler/analysis/modular_affine.h"
#include "compiler/vectorize/access/butterfly_memory.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/widen_access.h"
#include "compiler/vectorize/widen/lane_addresses.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxSteps = 6;  // to the ids

bool is_of(const Value* value, std::initializer_list<unsigned> opcodes) {
  const auto* instruction = dyn_cast<Instruction>(value);
  return instruction && is_contained(opcodes, instruction->getOpcode());
}

/// Returns the number of the operand x of x ^ d, where d is the same for all lanes.
unsigned lane_operand(const Instruction& exchange, const Shapes& shapes) {
  return shapes.of(exchange.getOperand(0)).is_uniform() ? 1 : 0;
}

}  // namespace

/// An access of lanes that have partners.
struct Butterflies::Partner {
  GetElementPtrInst* address;
  Value* core;                    ///< the part of its last index that differs between lanes
  bool is_cut;                    ///< the index has the low 32 bits
  SmallVector<Value*, 1> shared;  ///< the other summands

  Value* index() const { return *std::prev(address->idx_end()); }
  bool is_exchange() const { return is_of(core, {Instruction::Xor}); }
  bool has_same_base(const Partner& other) const {
    return core == other.core &&
           address->getSourceElementType() == other.address->getSourceElementType() &&
           equal(drop_end(address->operand_values()), drop_end(other.address->operand_values()));
  }
};

/// Tells whether each bit of the number is a bit of an aligned affine value, or the same for all
/// lanes.
bool Butterflies::is_of_bits(const Value* value, unsigned steps) const {
  if (wide_.shapes.of(value).is_affine()) return wide_.shapes.of(value).stride == 1;
  if (steps == 0 || !is_of(value, {Instruction::And, Instruction::LShr, Instruction::Shl,
                                   Instruction::Or, Instruction::ZExt, Instruction::Trunc}))
    return false;
  const auto& instruction = cast<Instruction>(*value);
  const Value* first = instruction.getOperand(0);
  if (isa<CastInst>(instruction)) return is_of_bits(first, steps - 1);
  const Value* second = instruction.getOperand(1);
  if (is_of(value, {Instruction::And}) && wide_.shapes.of(first).is_uniform())
    std::swap(first, second);
  if (!is_of(value, {Instruction::Or}))
    return wide_.shapes.of(second).is_uniform() && is_of_bits(first, steps - 1);
  return is_of_bits(first, steps - 1) && is_of_bits(second, steps - 1);
}

/// Tells whether it is a sum of such numbers, affine ones and uniform ones.
bool Butterflies::is_of_sums(const Value* value, unsigned steps) const {
  if (wide_.shapes.of(value).has_base() || is_of_bits(value, steps)) return true;
  if (steps == 0 || !is_of(value, {Instruction::Add, Instruction::Sub, Instruction::Shl}))
    return false;
  const auto& instruction = cast<Instruction>(*value);
  if (is_of(value, {Instruction::Shl}) && !wide_.shapes.of(instruction.getOperand(1)).is_uniform())
    return false;
  return is_of_sums(instruction.getOperand(0), steps - 1) &&
         is_of_sums(instruction.getOperand(1), steps - 1);
}

std::optional<Butterflies::Partner> Butterflies::partner_of(Instruction& access) const {
  Value* pointer = getLoadStorePointerOperand(&access);
  Type* type = getLoadStoreType(&access);
  const bool is_simple = isa<LoadInst>(access) ? cast<LoadInst>(access).isSimple()
                                               : cast<StoreInst>(access).isSimple();
  if (wide_.lanes.rows > 1 || !is_simple || !wide_.is_vectorizable(type) ||
      wide_.groups.of(access) || !wide_.shapes.of(pointer).is_varying() ||
      wide_.shapes.of(pointer).interleaved)
    return std::nullopt;
  const auto is_uniform = [&](const Value* value) { return wide_.shapes.of(value).is_uniform(); };
  auto* gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep || !all_of(drop_end(gep->operand_values()), is_uniform) ||
      wide_.layout.getTypeAllocSize(gep->getResultElementType()) !=
          wide_.layout.getTypeStoreSize(type))
    return std::nullopt;
  Partner result{gep, *std::prev(gep->idx_end()), false, {}};
  Value*& core = result.core;
  if (!core->getType()->isIntegerTy(64)) return std::nullopt;
  for (unsigned steps = 0; steps < kMaxSteps && isa<Instruction>(core); ++steps) {
    Value *first = cast<Instruction>(core)->getOperand(0), *other = nullptr;
    if (isa<TruncInst>(core) || is_cut(*core)) {
      core = first;
      result.is_cut = true;
    } else if (core == result.index() && isa<SExtInst, ZExtInst>(core)) {
      if (!first->getType()->isIntegerTy(32)) return std::nullopt;
      core = first;
      result.is_cut = true;
    } else if (const auto* bits = dyn_cast<PossiblyDisjointInst>(core);
               is_of(core, {Instruction::Add}) || (bits && bits->isDisjoint())) {
      other = cast<Instruction>(core)->getOperand(1);
      if (is_uniform(first)) std::swap(first, other);
      if (!is_uniform(other)) break;
      result.shared.push_back(other);
      core = first;
    } else {
      break;
    }
  }
  if (!result.is_exchange()) {
    const bool is_sum = is_of(core, {Instruction::Or, Instruction::Add, Instruction::Sub});
    return is_sum && is_of_sums(core, kMaxSteps) ? std::optional(result) : std::nullopt;
  }
  const auto& exchange = cast<Instruction>(*core);
  const unsigned lanes = lane_operand(exchange, wide_.shapes);
  const Shape lane = wide_.shapes.of(exchange.getOperand(lanes));
  const bool is_contiguous =
      is_uniform(exchange.getOperand(1 - lanes)) && lane.is_affine() && lane.stride == 1;
  return is_contiguous && result.shared.empty() ? std::optional(result) : std::nullopt;
}

/// Returns the access to the lanes' partners after this one, if both can be done there.
Instruction* Butterflies::pair_of(Instruction& access, const Partner& partner) const {
  constexpr unsigned kFar = 24;
  Instruction* other = &access;
  const Value* mask = wide_.block_mask();
  for (unsigned steps = 0; steps < kFar; ++steps) {
    if (auto* branch = dyn_cast<BranchInst>(other)) {
      BasicBlock* next = branch->getSuccessor(0);
      if (branch->isConditional() || !next->getSinglePredecessor()) return nullptr;
      other = &next->front();
      mask = nullptr;
    } else {
      other = other->getNextNode();
      if (!other) return nullptr;
    }
    if (is_contained(other->operand_values(), &access)) return nullptr;
    if (called_internal(*other) == Internal::Mask) {
      mask = other->getOperand(0);
      continue;
    }
    if (other->getOpcode() == access.getOpcode() && mask == wide_.block_mask() &&
        getLoadStoreType(other) == getLoadStoreType(&access)) {
      const std::optional<Partner> found = partner_of(*other);
      if (found && found->has_same_base(partner)) return other;
    }
    if (isa<LoadInst>(access) ? other->mayWriteToMemory() : other->mayReadOrWriteMemory())
      return nullptr;
  }
  return nullptr;
}

/// Emits lane 0's value as a scalar, even if the lane is not active.
Value* Butterflies::first_of(Value* value) {
  if (wide_.shapes.of(value).has_base()) return wide_.scalar(value, 0);
  Instruction* copy = cast<Instruction>(value)->clone();
  copy->dropPoisonGeneratingFlags();
  for (Use& operand : copy->operands()) operand.set(first_of(operand.get()));
  return wide_.at.Insert(copy);
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
Butterflies::Pairing Butterflies::pairing_of_exchange(const Instruction& exchange, unsigned bits) {
  Pairing result;
  result.is_so = wide_.at.getTrue();
  const unsigned operand = lane_operand(exchange, wide_.shapes);
  Value* lanes = lanes_of(exchange.getOperand(operand), result.is_so);
  Value* distance = wide_.scalar(exchange.getOperand(1 - operand), 0);
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
Butterflies::Pairing Butterflies::pairing_of(Value* core, unsigned bits) {
  if (is_of(core, {Instruction::Xor})) return pairing_of_exchange(cast<Instruction>(*core), bits);
  Pairing result;
  result.is_so = wide_.at.getTrue();
  const auto requires_that = [&](Value* condition) {
    result.is_so = wide_.at.CreateAnd(result.is_so, condition);
  };
  Type* number = core->getType();
  const auto constant = [&](uint64_t value) { return ConstantInt::get(number, value); };
  const auto each = [&](Value* one) { return wide_.at.CreateVectorSplat(wide_.width, one); };
  const auto of_element = [&](Value* numbers) {
    return wide_.at.CreateZExtOrTrunc(numbers, wide_.widened(wide_.at.getIntNTy(bits)));
  };
  Value* lanes = lanes_of(core, result.is_so);
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
SmallVector<Value*, 2> Butterflies::bases_of(ArrayRef<Partner> accesses, const Pairing& pairing,
                                             uint64_t size, Value*& is_so) {
  const Partner& first = accesses[0];
  Type* bytes = wide_.at.getInt64Ty();
  const auto requires_that = [&](Value* condition) {
    is_so = wide_.at.CreateAnd(is_so, condition);
  };
  const auto bytes_of = [&](Value* elements) {
    return wide_.at.CreateMul(wide_.at.CreateSExtOrTrunc(elements, bytes), wide_.at.getInt64(size));
  };
  Value* base = first_of(first.address);
  if (first.is_exchange())
    return {wide_.at.CreatePtrAdd(base, wide_.at.CreateNeg(bytes_of(pairing.distance)))};
  const Partner& second = accesses[1];
  const bool is_cut = first.is_cut || second.is_cut;
  const auto sum_of = [&](const Partner& access) {
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

bool Butterflies::access(Instruction& access, Value* lanes) {
  Type* type = getLoadStoreType(&access);
  const uint64_t size = wide_.layout.getTypeStoreSize(type);
  if (!can_permute_butterfly(wide_.emit, wide_.at, type) ||
      !wide_.emit.techniques.allow(Technique::Butterflies))
    return false;
  const std::optional<Partner> partner = partner_of(access);
  if (!partner) return false;
  SmallVector<Instruction*, 2> accesses{&access};
  SmallVector<Partner, 2> partners{*partner};
  if (Instruction* first = butterflies_.lookup(&access)) {
    accesses.insert(accesses.begin(), first);
    partners.insert(partners.begin(), *partner_of(*first));
  } else if (!partner->is_exchange()) {
    Instruction* second = pair_of(access, *partner);
    if (second) butterflies_[second] = &access;
    return second;
  }

  Pairing& pairing = pairings_[{partner->core, size}];
  if (!pairing.block || !wide_.tree.dominates(pairing.block, access.getParent())) {
    pairing = pairing_of(partner->core, size * 8);
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
    if (isa<StoreInst>(one)) values.push_back(wide_.vector(one->getOperand(0), 0));
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
      if (values.empty())
        loaded.push_back(widen_load(wide_.emit, wide_.at, type, where, align, lanes));
      else
        widen_store(wide_.emit, wide_.at, values[i], where, align, lanes);
    }
    return loaded;
  };
  const LaneValues loaded =
      wide_.emit.if_likely(wide_.at, wide_.at.CreateFreeze(is_so), in_registers, anywhere);
  for (const auto& [one, value] : zip(accesses, loaded)) wide_.set_vector(*one, value);
  return true;
}

}  // namespace heddle::compiler
