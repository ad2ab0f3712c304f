// SPDX-License-Identifier: Apache-2.0
// Updates of one address by all lanes: the lanes' values are combined first, and memory is updated
// once, as if the lanes' updates had followed each other without one of another work-item between.
#include "compiler/ir/atomics.h"
#include "compiler/vectorize/widen/collectives.h"
#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Does the update often leave what is there? Reading that is far cheaper. Only where the update
/// orders no other access: one that changes nothing then is no more than a read.
bool may_be_idle(const AtomicRMWInst& update, LaneOperation operation) {
  return update.getOrdering() == AtomicOrdering::Monotonic && operation != LaneOperation::Add &&
         operation != LaneOperation::Xor;
}

}  // namespace

bool Widener::combined_atomic(AtomicRMWInst& update) {
  if (!combines_lanes(update) || !shapes_.of(update.getPointerOperand()).is_uniform()) return false;
  const LaneOperation operation = *lane_operation(update);
  const bool subtracts = update.getOperation() == AtomicRMWInst::Sub;
  for (unsigned row = 0; row < lanes_.rows; ++row) {
    Value* all = vector(update.getValOperand(), row);
    Constant* none = identity(operation, all->getType());
    if (Value* active = mask(row)) all = at_.CreateSelect(active, all, none);
    auto* copy = cast<AtomicRMWInst>(update.clone());
    copy->setOperand(0, scalar(update.getPointerOperand(), row));
    if (update.use_empty()) {
      Value* one = reduce(at_, operation, all, width_);
      copy->setOperand(1, one);
      if (may_be_idle(update, operation)) {
        if_it_changes(*copy, operation);
      } else {
        at_.Insert(copy);
      }
      continue;
    }
    Value* sums = scan(at_, operation, all, width_);
    copy->setOperand(1, at_.CreateExtractElement(sums, uint64_t{width_ - 1}));
    at_.Insert(copy);
    Value* before = at_.CreateVectorSplat(width_, copy);
    Value* others = shifted(at_, sums, none, width_, 1);
    set_vector(update,
               subtracts ? at_.CreateSub(before, others) : combine(at_, operation, before, others));
  }
  return true;
}

/// Puts `update`, which stands in no block yet, after a look at what is there.
void Widener::if_it_changes(AtomicRMWInst& update, LaneOperation operation) {
  LLVMContext& context = kernel_.getContext();
  LoadInst* now =
      at_.CreateAlignedLoad(update.getType(), update.getPointerOperand(), update.getAlign(), "now");
  now->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
  Value* then = combine(at_, operation, now, update.getValOperand());
  BasicBlock* body = BasicBlock::Create(context, "update", &target_);
  BasicBlock* after = BasicBlock::Create(context, "updated", &target_);
  at_.CreateCondBr(at_.CreateICmpNE(then, now), body, after);
  at_.SetInsertPoint(body);
  at_.Insert(&update);
  at_.CreateBr(after);
  at_.SetInsertPoint(after);
}

}  // namespace heddle::compiler
