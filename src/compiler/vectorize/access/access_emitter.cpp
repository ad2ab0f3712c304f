// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/access_emitter.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/marks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

Value* bits_of(IRBuilder<>& at, Value* mask) {
  const unsigned lanes = cast<FixedVectorType>(mask->getType())->getNumElements();
  return at.CreateBitCast(mask, at.getIntNTy(lanes));
}

/// Emits a test whether all lanes are active.
Value* covers(IRBuilder<>& at, Value* mask) {
  Value* bits = bits_of(at, mask);
  return at.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
}

}  // namespace

FixedVectorType* AccessEmitter::vector_of(Type* element) const {
  return FixedVectorType::get(element, width);
}

unsigned AccessEmitter::size_of(IRBuilder<>& at, Type* element) const {
  return layout(at).getTypeStoreSize(element);
}

LaneValues AccessEmitter::if_all(IRBuilder<>& at, Value* mask, function_ref<LaneValues()> all,
                                 function_ref<LaneValues()> some) {
  if (at.GetInsertPoint() != at.GetInsertBlock()->end()) return some();
  return either(at, covers(at, mask), all, some);
}

void AccessEmitter::if_any(IRBuilder<>& at, Value* mask, function_ref<void()> access) {
  either(
      at, at.CreateIsNotNull(bits_of(at, mask)),
      [&]() -> LaneValues {
        access();
        return {};
      },
      [] { return LaneValues(); });
}

LaneValues AccessEmitter::if_readable(IRBuilder<>& at, Value* mask, Value* base, uint64_t bytes,
                                      function_ref<LaneValues()> all,
                                      function_ref<LaneValues()> some) {
  constexpr uint64_t kPage = HD_PAGE_BYTES;
  const bool is_of_one = bytes <= kPage / 4 && !isa<AllocaInst>(getUnderlyingObject(base));
  if (!is_of_one || at.GetInsertPoint() != at.GetInsertBlock()->end())
    return if_all(at, mask, all, some);
  Value* place = at.CreateAnd(at.CreatePtrToInt(base, at.getInt64Ty()), kPage - 1);
  Value* on_one = at.CreateICmpULE(place, at.getInt64(kPage - bytes));
  Value* bits = bits_of(at, mask);
  Value* readable = at.CreateAnd(at.CreateIsNotNull(bits), on_one);
  return either(at, at.CreateOr(covers(at, mask), readable), all, some);
}

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

AllocaInst* AccessEmitter::idle_target(IRBuilder<>& at) {
  Function* function = at.GetInsertBlock()->getParent();
  if (idle_target_ && idle_target_->getFunction() == function) return idle_target_;
  IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().getFirstInsertionPt());
  idle_target_ = entry.CreateAlloca(ArrayType::get(at.getInt8Ty(), kIdleBytes), nullptr, "idle");
  idle_target_->setAlignment(kIdleAlign);
  mark_transient(*idle_target_);
  return idle_target_;
}

}  // namespace heddle::compiler
