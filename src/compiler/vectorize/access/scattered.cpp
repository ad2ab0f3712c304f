// SPDX-License-Identifier: Apache-2.0
// Lanes that lie anywhere: by the target's gathers and scatters, else lane by lane. A lane that is
// left out then goes to memory of ours instead of round the access: no branch for each lane.
#include "compiler/vectorize/access/scattered.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "compiler/analysis/constant_tables.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/marks.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/compress_stores.h"
#include "compiler/vectorize/access/gather_to_permute.h"
#include "compiler/vectorize/access/narrow_gathers.h"
#include "compiler/vectorize/access/run.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kIdleBytes = 64;  // the longest structure

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

Value* gather(AccessEmitter& emit, IRBuilder<>& at, Type* element, const LaneAddress& address,
              Align align, Value* mask) {
  FixedVectorType* type = emit.vector_of(element);
  auto lanes = [&](Value* mask) -> LaneValues {
    return {load_lanes(emit, at, type, address, align, mask)};
  };
  // lower-tables makes a permutation of the gather.
  const bool is_lookup = emit.machine.register_bits() >= 256 && address.pointers &&
                         table_in_registers(address.pointers, element->getPrimitiveSizeInBits(),
                                            emit.machine.has_avx512());
  // AVX2's gathers take as long as scalar loads, but with lanes that are left out; they are
  // shorter.
  const bool is_better =
      emit.machine.has_avx512() || emit.is_rare || (mask && !is_of_lane_mask(mask));
  if (!is_lookup && is_better && has_narrow_gather(emit, at, element, address, align))
    return gather_narrow(emit, at, element, address, mask);
  if (!is_lookup && !emit.machine.has_gather(emit.size_of(at, element) * 8, emit.width)) {
    return by_lanes(emit, at, address, mask, lanes)[0];
  }
  auto gathered_from = [&](const LaneAddress& from) -> Value* {
    Value* active = mask ? mask : Constant::getAllOnesValue(emit.vector_of(at.getInt1Ty()));
    return emit.with_scopes(at.CreateMaskedGather(type, spread(at, from, emit.width), align, active,
                                                  Constant::getNullValue(type)));
  };
  auto gathered = [&]() -> LaneValues { return {gathered_from(address)}; };
  if (is_lookup) return gathered()[0];
  // Where the addresses are known but for one register, scalar loads are twice as fast; so are they
  // where numbers leave a vector two at a time, and each load brings two words.
  const bool is_fast = address.base || (address.is_private && indexed(address.pointers)) ||
                       (emit.size_of(at, element) == 8 && has_short_numbers(address.pointers));
  if (is_fast && !mask) return lanes(nullptr)[0];
  if (is_fast && is_of_lane_mask(mask))
    return emit.if_all(at, mask, [&] { return lanes(nullptr); }, gathered)[0];
  if (emit.size_of(at, element) == 4 && may_have_window(emit, at, address) &&
      (!mask || is_of_lane_mask(mask))) {
    Value* words =
        load_window(emit, at, address, 1, align, mask, [&](const LaneAddress& from) -> LaneValues {
          return {at.CreateBitCast(gathered_from(from), emit.vector_of(at.getInt32Ty()))};
        })[0];
    return at.CreateBitCast(words, type);
  }
  return gathered()[0];
}

void scatter(AccessEmitter& emit, IRBuilder<>& at, Value* value, const LaneAddress& address,
             Align align, Value* mask) {
  auto lanes = [&](Value* mask) -> LaneValues {
    store_lanes(emit, at, value, address, align, mask);
    return {};
  };
  if (!emit.machine.has_scatter(emit.size_of(at, value->getType()->getScalarType()) * 8,
                                emit.width)) {
    by_lanes(emit, at, address, mask, lanes);
    return;
  }
  if (compress_store(emit, at, value, address, align, mask)) return;
  auto scattered = [&]() -> LaneValues {
    Value* active = mask ? mask : Constant::getAllOnesValue(emit.vector_of(at.getInt1Ty()));
    emit.with_scopes(at.CreateMaskedScatter(value, spread(at, address, emit.width), align, active));
    return {};
  };
  const bool is_fast = address.base || (address.is_private && indexed(address.pointers));
  if (is_fast && !mask) {
    lanes(nullptr);
  } else if (is_fast && is_of_lane_mask(mask)) {
    emit.if_all(at, mask, [&] { return lanes(nullptr); }, scattered);
  } else {
    scattered();
  }
}

void update(AccessEmitter& emit, IRBuilder<>& at, Type* element, const LaneAddress& address,
            Align align, Value* mask, function_ref<Value*(unsigned, Value*)> changed) {
  ++emit.report.gathers;
  ++emit.report.scatters;
  by_lanes(emit, at, address, mask, [&](Value* active) -> LaneValues {
    const Align least = active ? std::min(align, kIdleAlign) : align;
    Value* idle = active ? idle_target(emit, at) : nullptr;
    each_lane(at, address, emit.width, active, idle, [&](unsigned lane, Value* place) {
      Value* old = emit.with_scopes(at.CreateAlignedLoad(element, place, least));
      emit.with_scopes(at.CreateAlignedStore(changed(lane, old), place, least));
    });
    return {};
  });
}

LaneValues by_lanes(AccessEmitter& emit, IRBuilder<>& at, const LaneAddress& address, Value* mask,
                    function_ref<LaneValues(Value* mask)> access) {
  const bool has_both =
      mask && address.pointers && indexed(address.pointers) && is_of_lane_mask(mask);
  if (!has_both) return access(mask);
  return emit.if_all(at, mask, [&] { return access(nullptr); }, [&] { return access(mask); });
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
  Value* idle = mask ? idle_target(emit, at) : nullptr;
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

Value* idle_target(AccessEmitter& emit, IRBuilder<>& at) {
  Function* function = at.GetInsertBlock()->getParent();
  if (emit.idle_target && emit.idle_target->getFunction() == function) return emit.idle_target;
  IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().getFirstInsertionPt());
  emit.idle_target =
      entry.CreateAlloca(ArrayType::get(at.getInt8Ty(), kIdleBytes), nullptr, "idle");
  emit.idle_target->setAlignment(kIdleAlign);
  mark_transient(*emit.idle_target);
  return emit.idle_target;
}

}  // namespace heddle::compiler
