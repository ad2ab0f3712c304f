// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/access_emitter.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/vectorize/access/run.h"
#include "compiler/vectorize/access/scattered.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

Value* bits_of(IRBuilder<>& at, Value* mask) {
  const unsigned lanes = cast<FixedVectorType>(mask->getType())->getNumElements();
  return at.CreateBitCast(mask, at.getIntNTy(lanes));
}

/// Are all lanes active?
Value* covers(IRBuilder<>& at, Value* mask) {
  Value* bits = bits_of(at, mask);
  return at.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
}

}  // namespace

FixedVectorType* AccessEmitter::vector_of(Type* element) const {
  return FixedVectorType::get(element, width);
}

unsigned AccessEmitter::size_of(IRBuilder<>& at, Type* element) const {
  return at.GetInsertBlock()->getModule()->getDataLayout().getTypeStoreSize(element);
}

/// `type` may have any length, `mask` has the same.
Value* AccessEmitter::block_load(IRBuilder<>& at, FixedVectorType* type, Value* base, Align align,
                                 Value* mask) {
  auto whole = [&]() -> LaneValues {
    return {with_scopes(at.CreateAlignedLoad(type, base, align))};
  };
  if (is_all_true(mask)) return whole()[0];
  const unsigned bits = size_of(at, type->getElementType()) * 8;
  auto masked = [&]() -> LaneValues {
    return {
        with_scopes(at.CreateMaskedLoad(type, base, align, mask, Constant::getNullValue(type)))};
  };
  if (machine.has_masks(bits)) return masked()[0];
  auto lanes = [&]() -> LaneValues {
    auto address = LaneAddress::strided(base, bits / 8);
    return {load_lanes(*this, at, type, address, align, mask)};
  };
  return if_readable(at, mask, base, uint64_t{type->getNumElements()} * bits / 8, whole, lanes)[0];
}

/// AVX2's stores with masks take some processors as long as a dozen others, and nothing is
/// forwarded from them: what all lanes store goes without, and what is nobody else's may be
/// blended.
void AccessEmitter::block_store(IRBuilder<>& at, Value* value, Value* base, Align align,
                                Value* mask) {
  auto whole = [&]() -> LaneValues {
    with_scopes(at.CreateAlignedStore(value, base, align));
    return {};
  };
  if (is_all_true(mask)) {
    whole();
    return;
  }
  const unsigned bits = size_of(at, value->getType()->getScalarType()) * 8;
  if (machine.has_masks(bits)) {
    auto masked = [&]() -> LaneValues {
      with_scopes(at.CreateMaskedStore(value, base, align, mask));
      return {};
    };
    if (machine.has_avx512() || is_of_lane_mask(mask)) {
      masked();
    } else if (isa<AllocaInst>(getUnderlyingObject(base)) &&
               at.GetInsertPoint() == at.GetInsertBlock()->end()) {
      if_any(at, mask, [&] {
        Value* old = with_scopes(at.CreateAlignedLoad(value->getType(), base, align));
        with_scopes(at.CreateAlignedStore(at.CreateSelect(mask, value, old), base, align));
      });
    } else {
      if_all(at, mask, whole, masked);
    }
    return;
  }
  if_all(at, mask, whole, [&]() -> LaneValues {
    store_lanes(*this, at, value, LaneAddress::strided(base, bits / 8), align, mask);
    return {};
  });
}

/// Two ways, for masks that the target has no instructions for: most often all lanes are active,
/// and a mask that becomes constant later leaves one of the two.
LaneValues AccessEmitter::if_all(IRBuilder<>& at, Value* mask, function_ref<LaneValues()> all,
                                 function_ref<LaneValues()> some) {
  if (at.GetInsertPoint() != at.GetInsertBlock()->end()) return some();
  return either(at, covers(at, mask), all, some);
}

/// What would do harm without an active lane. The builder stands at the end of its block.
void AccessEmitter::if_any(IRBuilder<>& at, Value* mask, function_ref<void()> access) {
  either(
      at, at.CreateIsNotNull(bits_of(at, mask)),
      [&]() -> LaneValues {
        access();
        return {};
      },
      [] { return LaneValues(); });
}

/// As if_all, for loads of so many bytes from `base` on: a page that an active lane reads from may
/// be read by all of them.
LaneValues AccessEmitter::if_readable(IRBuilder<>& at, Value* mask, Value* base, uint64_t bytes,
                                      function_ref<LaneValues()> all,
                                      function_ref<LaneValues()> some) {
  constexpr uint64_t kPage = 4096;  // no page is smaller
  const bool is_of_one = bytes <= kPage / 4 && !isa<AllocaInst>(getUnderlyingObject(base));
  if (!is_of_one || at.GetInsertPoint() != at.GetInsertBlock()->end())
    return if_all(at, mask, all, some);
  Value* place = at.CreateAnd(at.CreatePtrToInt(base, at.getInt64Ty()), kPage - 1);
  Value* on_one = at.CreateICmpULE(place, at.getInt64(kPage - bytes));
  Value* bits = bits_of(at, mask);
  Value* readable = at.CreateAnd(at.CreateIsNotNull(bits), on_one);
  return either(at, at.CreateOr(covers(at, mask), readable), all, some);
}

/// The builder stands at the end of its block.
LaneValues AccessEmitter::either(IRBuilder<>& at, Value* condition,
                                 function_ref<LaneValues()> likely,
                                 function_ref<LaneValues()> rest) {
  Function* function = at.GetInsertBlock()->getParent();
  auto* whole = BasicBlock::Create(at.getContext(), "all.lanes", function);
  auto* part = BasicBlock::Create(at.getContext(), "some.lanes", function);
  auto* after = BasicBlock::Create(at.getContext(), "accessed", function);
  at.CreateCondBr(condition, whole, part, MDBuilder(at.getContext()).createLikelyBranchWeights());
  auto way = [&](BasicBlock* block, function_ref<LaneValues()> access) {
    at.SetInsertPoint(block);
    LaneValues values = access();
    BasicBlock* end = at.GetInsertBlock();
    at.CreateBr(after);
    return std::pair(values, end);
  };
  auto [whole_values, whole_end] = way(whole, likely);
  auto [part_values, part_end] = way(part, rest);
  at.SetInsertPoint(after);
  LaneValues merged;
  for (unsigned i = 0; i < whole_values.size(); ++i) {
    PHINode* phi = at.CreatePHI(whole_values[i]->getType(), 2);
    phi->addIncoming(whole_values[i], whole_end);
    phi->addIncoming(part_values[i], part_end);
    merged.push_back(phi);
  }
  return merged;
}

LaneValues AccessEmitter::if_likely(IRBuilder<>& at, Value* condition,
                                    function_ref<LaneValues()> likely,
                                    function_ref<LaneValues()> rest) {
  return either(at, condition, likely, [&] {
    const unsigned gathers = report.gathers, scatters = report.scatters, strided = report.strided;
    const bool was_rare = std::exchange(is_rare, true);
    LaneValues values = rest();
    is_rare = was_rare;
    report.gathers = gathers;
    report.scatters = scatters;
    report.strided = strided;
    return values;
  });
}

}  // namespace heddle::compiler
