// SPDX-License-Identifier: Apache-2.0

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/vectorize/access/run.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

Value* reversed(IRBuilder<>& at, Value* value) {
  return value ? at.CreateVectorReverse(value) : nullptr;
}

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

LaneMemory::LaneMemory(TargetMachine& target, unsigned width, LaneReport& report)
    : width_(width), isa_(target), report_(report) {}

FixedVectorType* LaneMemory::vector_of(Type* element) const {
  return FixedVectorType::get(element, width_);
}

unsigned LaneMemory::size_of(Builder& at, Type* element) const {
  return at.GetInsertBlock()->getModule()->getDataLayout().getTypeStoreSize(element);
}

Value* LaneMemory::load(Builder& at, Type* element, const LaneAddress& address, Align align,
                        Value* mask) {
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(element);
  const int64_t size = size_of(at, type), stride = address.stride;
  Value* value = nullptr;
  if (address.base && std::abs(stride) == size) {
    ++report_.contiguous;
    Value* first = address.base;
    if (stride < 0) first = at.CreatePtrAdd(first, at.getInt64(stride * (width_ - 1)));
    value = block_load(at, vector_of(type), first, align, stride < 0 ? reversed(at, mask) : mask);
    if (stride < 0) value = reversed(at, value);
  } else if (std::optional<Run> run = run_of(at, type, address, align, mask);
             run && pays_to_shuffle(*run)) {
    ++report_.strided;
    value = load_run(at, *run)[0];
    if (stride < 0) value = reversed(at, value);
  } else {
    ++report_.gathers;
    value = gather(at, type, address, align, mask);
  }
  return at.CreateBitCast(value, vector_of(element));
}

void LaneMemory::store(Builder& at, Value* value, const LaneAddress& address, Align align,
                       Value* mask) {
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(value->getType()->getScalarType());
  value = at.CreateBitCast(value, vector_of(type));
  const int64_t size = size_of(at, type), stride = address.stride;
  if (address.base && std::abs(stride) == size) {
    ++report_.contiguous;
    Value* first = address.base;
    if (stride < 0) first = at.CreatePtrAdd(first, at.getInt64(stride * (width_ - 1)));
    block_store(at, stride < 0 ? reversed(at, value) : value, first, align,
                stride < 0 ? reversed(at, mask) : mask);
  } else if (std::optional<Run> run = run_of(at, type, address, align, mask);
             run && isa_.has_avx512() && pays_to_shuffle(*run)) {
    ++report_.strided;
    Values members(run->stride, nullptr);
    members[0] = stride < 0 ? reversed(at, value) : value;
    store_run(at, *run, members);
  } else {
    ++report_.scatters;
    scatter(at, value, address, align, mask);
  }
}

/// `type` may have any length, `mask` has the same.
Value* LaneMemory::block_load(Builder& at, FixedVectorType* type, Value* base, Align align,
                              Value* mask) {
  auto whole = [&]() -> Values { return {with_scopes(at.CreateAlignedLoad(type, base, align))}; };
  if (is_all_true(mask)) return whole()[0];
  const unsigned bits = size_of(at, type->getElementType()) * 8;
  auto masked = [&]() -> Values {
    return {
        with_scopes(at.CreateMaskedLoad(type, base, align, mask, Constant::getNullValue(type)))};
  };
  if (isa_.has_masks(bits)) return masked()[0];
  auto lanes = [&]() -> Values {
    auto address = LaneAddress::strided(base, bits / 8);
    return {load_lanes(at, type, address, align, mask)};
  };
  return if_readable(at, mask, base, uint64_t{type->getNumElements()} * bits / 8, whole, lanes)[0];
}

/// AVX2's stores with masks take some processors as long as a dozen others, and nothing is
/// forwarded from them: what all lanes store goes without, and what is nobody else's may be
/// blended.
void LaneMemory::block_store(Builder& at, Value* value, Value* base, Align align, Value* mask) {
  auto whole = [&]() -> Values {
    with_scopes(at.CreateAlignedStore(value, base, align));
    return {};
  };
  if (is_all_true(mask)) {
    whole();
    return;
  }
  const unsigned bits = size_of(at, value->getType()->getScalarType()) * 8;
  if (isa_.has_masks(bits)) {
    auto masked = [&]() -> Values {
      with_scopes(at.CreateMaskedStore(value, base, align, mask));
      return {};
    };
    if (isa_.has_avx512() || is_of_lane_mask(mask)) {
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
  if_all(at, mask, whole, [&]() -> Values {
    store_lanes(at, value, LaneAddress::strided(base, bits / 8), align, mask);
    return {};
  });
}

/// Two ways, for masks that the target has no instructions for: most often all lanes are active,
/// and a mask that becomes constant later leaves one of the two.
LaneMemory::Values LaneMemory::if_all(Builder& at, Value* mask, function_ref<Values()> all,
                                      function_ref<Values()> some) {
  if (at.GetInsertPoint() != at.GetInsertBlock()->end()) return some();
  return either(at, covers(at, mask), all, some);
}

/// What would do harm without an active lane. The builder stands at the end of its block.
void LaneMemory::if_any(Builder& at, Value* mask, function_ref<void()> access) {
  either(
      at, at.CreateIsNotNull(bits_of(at, mask)),
      [&]() -> Values {
        access();
        return {};
      },
      [] { return Values(); });
}

/// As if_all, for loads of so many bytes from `base` on: a page that an active lane reads from may
/// be read by all of them.
LaneMemory::Values LaneMemory::if_readable(Builder& at, Value* mask, Value* base, uint64_t bytes,
                                           function_ref<Values()> all,
                                           function_ref<Values()> some) {
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
LaneMemory::Values LaneMemory::either(Builder& at, Value* condition, function_ref<Values()> likely,
                                      function_ref<Values()> rest) {
  Function* function = at.GetInsertBlock()->getParent();
  auto* whole = BasicBlock::Create(at.getContext(), "all.lanes", function);
  auto* part = BasicBlock::Create(at.getContext(), "some.lanes", function);
  auto* after = BasicBlock::Create(at.getContext(), "accessed", function);
  at.CreateCondBr(condition, whole, part, MDBuilder(at.getContext()).createLikelyBranchWeights());
  auto way = [&](BasicBlock* block, function_ref<Values()> access) {
    at.SetInsertPoint(block);
    Values values = access();
    BasicBlock* end = at.GetInsertBlock();
    at.CreateBr(after);
    return std::pair(values, end);
  };
  auto [whole_values, whole_end] = way(whole, likely);
  auto [part_values, part_end] = way(part, rest);
  at.SetInsertPoint(after);
  Values merged;
  for (unsigned i = 0; i < whole_values.size(); ++i) {
    PHINode* phi = at.CreatePHI(whole_values[i]->getType(), 2);
    phi->addIncoming(whole_values[i], whole_end);
    phi->addIncoming(part_values[i], part_end);
    merged.push_back(phi);
  }
  return merged;
}

LaneMemory::Values LaneMemory::if_line(Builder& at, Value* is_line, function_ref<Values()> line,
                                       function_ref<Values()> anywhere) {
  return either(at, is_line, line, [&] {
    const unsigned gathers = report_.gathers, scatters = report_.scatters,
                   strided = report_.strided;
    const bool was_rare = std::exchange(is_rare_, true);
    Values values = anywhere();
    is_rare_ = was_rare;
    report_.gathers = gathers;
    report_.scatters = scatters;
    report_.strided = strided;
    return values;
  });
}

}  // namespace heddle::compiler
