// SPDX-License-Identifier: Apache-2.0
// Lanes that lie anywhere: by the target's gathers and scatters, else lane by lane. A lane that is
// left out then goes to memory of ours instead of round the access: no branch for each lane.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "compiler/analysis/constant_tables.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/marks.h"
#include "compiler/vectorize/access/run.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kIdleBytes = 64;  // the longest row

/// The pointers of lanes a constant stride apart, in the form that addressing modes of gathers
/// have.
Value* spread(IRBuilder<>& at, const LaneAddress& address, unsigned lanes) {
  if (address.pointers) return address.pointers;
  SmallVector<Constant*> offsets;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    offsets.push_back(
        ConstantInt::getSigned(at.getInt64Ty(), static_cast<int64_t>(lane) * address.stride));
  }
  return at.CreateGEP(at.getInt8Ty(), address.base, ConstantVector::get(offsets));
}

/// The GEP of one base and one vector of indices that yields `pointers`, or null.
GetElementPtrInst* indexed(Value* pointers) {
  auto* gep = dyn_cast<GetElementPtrInst>(pointers);
  bool is_indexed = gep && gep->getNumIndices() == 1 &&
                    !gep->getPointerOperandType()->isVectorTy() &&
                    gep->getOperand(1)->getType()->isVectorTy();
  return is_indexed ? gep : nullptr;
}

/// Are the indices numbers of 32 bits?
bool has_short_numbers(Value* pointers) {
  GetElementPtrInst* gep = indexed(pointers);
  auto* extended = gep ? dyn_cast<CastInst>(gep->getOperand(1)) : nullptr;
  return isa_and_nonnull<SExtInst, ZExtInst>(extended) &&
         extended->getSrcTy()->getScalarSizeInBits() == 32;
}

/// Each element of a vector of integers as i64: of extended ones what they were extended from, by
/// words of 64 bits and shifts. Taking elements out of vectors one by one is what costs most.
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

bool is_of_lane_mask(const Value* mask) {
  constexpr unsigned kMaxValues = 16;
  SmallVector<const Value*> left{mask};
  for (unsigned seen = 0; !left.empty(); ++seen) {
    const Value* value = left.pop_back_val();
    if (isa<Constant>(value)) continue;
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || seen == kMaxValues) return false;
    if (called_internal(*instruction) == Internal::LaneMask) continue;
    if (!isa<BinaryOperator, SelectInst, ShuffleVectorInst>(instruction)) return false;
    append_range(left, instruction->operand_values());
  }
  return true;
}

Value* LaneMemory::gather(Builder& at, Type* element, const LaneAddress& address, Align align,
                          Value* mask) {
  FixedVectorType* type = vector_of(element);
  auto lanes = [&](Value* mask) -> Values { return {load_lanes(at, type, address, align, mask)}; };
  // lower-tables makes a permutation of the gather.
  const bool is_lookup =
      isa_.register_bits() >= 256 && address.pointers &&
      table_in_registers(address.pointers, element->getPrimitiveSizeInBits(), isa_.has_avx512());
  // AVX2's gathers take as long as scalar loads, but with lanes that are left out; they are
  // shorter.
  const bool is_better = isa_.has_avx512() || is_rare_ || (mask && !is_of_lane_mask(mask));
  if (!is_lookup && is_better && has_narrow_gather(at, element, address, align))
    return gather_narrow(at, element, address, mask);
  if (!is_lookup && !isa_.has_gather(size_of(at, element) * 8, width_)) {
    return by_lanes(at, address, mask, lanes)[0];
  }
  auto gathered_from = [&](const LaneAddress& from) -> Value* {
    Value* active = mask ? mask : Constant::getAllOnesValue(vector_of(at.getInt1Ty()));
    return with_scopes(at.CreateMaskedGather(type, spread(at, from, width_), align, active,
                                             Constant::getNullValue(type)));
  };
  auto gathered = [&]() -> Values { return {gathered_from(address)}; };
  if (is_lookup) return gathered()[0];
  // Where the addresses are known but for one register, scalar loads are twice as fast; so are they
  // where numbers leave a vector two at a time, and each load brings two words.
  const bool is_fast = address.base || (address.is_private && indexed(address.pointers)) ||
                       (size_of(at, element) == 8 && has_short_numbers(address.pointers));
  if (is_fast && !mask) return lanes(nullptr)[0];
  if (is_fast && is_of_lane_mask(mask))
    return if_all(
        at, mask, [&] { return lanes(nullptr); }, gathered)[0];
  if (size_of(at, element) == 4 && may_have_window(at, address) &&
      (!mask || is_of_lane_mask(mask))) {
    Value* words = load_window(at, address, 1, align, mask, [&](const LaneAddress& from) -> Values {
      return {at.CreateBitCast(gathered_from(from), vector_of(at.getInt32Ty()))};
    })[0];
    return at.CreateBitCast(words, type);
  }
  return gathered()[0];
}

void LaneMemory::scatter(Builder& at, Value* value, const LaneAddress& address, Align align,
                         Value* mask) {
  auto lanes = [&](Value* mask) -> Values {
    store_lanes(at, value, address, align, mask);
    return {};
  };
  if (!isa_.has_scatter(size_of(at, value->getType()->getScalarType()) * 8, width_)) {
    by_lanes(at, address, mask, lanes);
    return;
  }
  if (store_packed(at, value, address, align, mask)) return;
  auto scattered = [&]() -> Values {
    Value* active = mask ? mask : Constant::getAllOnesValue(vector_of(at.getInt1Ty()));
    with_scopes(at.CreateMaskedScatter(value, spread(at, address, width_), align, active));
    return {};
  };
  const bool is_fast = address.base || (address.is_private && indexed(address.pointers));
  if (is_fast && !mask) {
    lanes(nullptr);
  } else if (is_fast && is_of_lane_mask(mask)) {
    if_all(
        at, mask, [&] { return lanes(nullptr); }, scattered);
  } else {
    scattered();
  }
}

void LaneMemory::update(Builder& at, Type* element, const LaneAddress& address, Align align,
                        Value* mask, function_ref<Value*(unsigned, Value*)> changed) {
  ++report_.gathers;
  ++report_.scatters;
  by_lanes(at, address, mask, [&](Value* active) -> Values {
    const Align least = active ? std::min(align, kIdleAlign) : align;
    Value* idle = active ? idle_target(at) : nullptr;
    each_lane(at, address, width_, active, idle, [&](unsigned lane, Value* place) {
      Value* old = with_scopes(at.CreateAlignedLoad(element, place, least));
      with_scopes(at.CreateAlignedStore(changed(lane, old), place, least));
    });
    return {};
  });
}

/// What `access` does with a mask, or with null for all lanes; both where most often all lanes are
/// active: selected pointers have no index any more.
LaneMemory::Values LaneMemory::by_lanes(Builder& at, const LaneAddress& address, Value* mask,
                                        function_ref<Values(Value* mask)> access) {
  const bool has_both =
      mask && address.pointers && indexed(address.pointers) && is_of_lane_mask(mask);
  if (!has_both) return access(mask);
  return if_all(
      at, mask, [&] { return access(nullptr); }, [&] { return access(mask); });
}

Value* LaneMemory::load_lanes(Builder& at, FixedVectorType* type, const LaneAddress& address,
                              Align align, Value* mask) {
  if (mask) align = std::min(align, kIdleAlign);
  Value* result = PoisonValue::get(type);
  Value* idle = mask ? idle_source(at) : nullptr;
  each_lane(at, address, type->getNumElements(), mask, idle, [&](unsigned lane, Value* place) {
    Value* value = with_scopes(at.CreateAlignedLoad(type->getElementType(), place, align));
    result = at.CreateInsertElement(result, value, uint64_t{lane});
  });
  return result;
}

/// In ascending order: where lanes meet, the last one wins.
void LaneMemory::store_lanes(Builder& at, Value* value, const LaneAddress& address, Align align,
                             Value* mask) {
  const unsigned lanes = cast<FixedVectorType>(value->getType())->getNumElements();
  if (mask) align = std::min(align, kIdleAlign);
  Value* idle = mask ? idle_target(at) : nullptr;
  each_lane(at, address, lanes, mask, idle, [&](unsigned lane, Value* place) {
    Value* element = at.CreateExtractElement(value, uint64_t{lane});
    with_scopes(at.CreateAlignedStore(element, place, align));
  });
}

/// With where each lane goes: to `idle`, which is not null then, if the mask leaves it out.
void LaneMemory::each_lane(Builder& at, const LaneAddress& address, unsigned lanes, Value* mask,
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
  if (GetElementPtrInst* gep = indexed(pointers)) {
    for (const auto [lane, index] : enumerate(elements(at, gep->getOperand(1)))) {
      Value* base = gep->getPointerOperand();
      access(lane, at.CreateGEP(gep->getSourceElementType(), base, index));
    }
    return;
  }
  for (unsigned lane = 0; lane < lanes; ++lane)
    access(lane, at.CreateExtractElement(pointers, lane));
}

/// Never written.
Value* LaneMemory::idle_source(Builder& at) {
  Module& module = *at.GetInsertBlock()->getModule();
  constexpr const char* kName = "heddle.idle_lane";
  if (Value* source = module.getNamedGlobal(kName)) return source;
  auto* type = ArrayType::get(at.getInt8Ty(), kIdleBytes);
  auto* source = new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                    Constant::getNullValue(type), kName);
  source->setAlignment(kIdleAlign);
  return source;
}

/// Never read; on the stack, because threads that write to one cache line wait for each other.
Value* LaneMemory::idle_target(Builder& at) {
  Function* function = at.GetInsertBlock()->getParent();
  if (idle_target_ && idle_target_->getFunction() == function) return idle_target_;
  Builder entry(&function->getEntryBlock(), function->getEntryBlock().getFirstInsertionPt());
  idle_target_ = entry.CreateAlloca(ArrayType::get(at.getInt8Ty(), kIdleBytes), nullptr, "idle");
  idle_target_->setAlignment(kIdleAlign);
  mark_transient(*idle_target_);
  return idle_target_;
}

}  // namespace heddle::compiler
