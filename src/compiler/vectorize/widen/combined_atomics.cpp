// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/combined_atomics.h"

#include "compiler/ir/atomics.h"
#include "compiler/vectorize/widen/collectives.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether the update often changes nothing, and orders no other access: it is a read then,
/// which is far cheaper.
bool may_be_idle(const AtomicRMWInst& update, LaneOperation operation) {
  return update.getOrdering() == AtomicOrdering::Monotonic && operation != LaneOperation::Add &&
         operation != LaneOperation::Xor;
}

}  // namespace

namespace {

/// Emits a read, and `update`, which is in no block yet, only where it changes the value.
void if_it_changes(WideKernel& wide, AtomicRMWInst& update, LaneOperation operation) {
  LLVMContext& context = wide.kernel.getContext();
  LoadInst* now = wide.at.CreateAlignedLoad(update.getType(), update.getPointerOperand(),
                                            update.getAlign(), "now");
  now->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
  Value* then = combine(wide.at, operation, now, update.getValOperand());
  BasicBlock* body = BasicBlock::Create(context, "update", &wide.target);
  BasicBlock* after = BasicBlock::Create(context, "updated", &wide.target);
  wide.at.CreateCondBr(wide.at.CreateICmpNE(then, now), body, after);
  wide.at.SetInsertPoint(body);
  wide.at.Insert(&update);
  wide.at.CreateBr(after);
  wide.at.SetInsertPoint(after);
}

}  // namespace

void combined_atomic(WideKernel& wide, AtomicRMWInst& update) {
  const LaneOperation operation = *lane_operation(update);
  const bool subtracts = update.getOperation() == AtomicRMWInst::Sub;
  for (unsigned row = 0; row < wide.lanes.rows; ++row) {
    Value* all = wide.vector(update.getValOperand(), row);
    Constant* none = identity(operation, all->getType());
    if (Value* active = wide.mask(row)) all = wide.at.CreateSelect(active, all, none);
    auto* copy = cast<AtomicRMWInst>(update.clone());
    copy->setOperand(0, wide.scalar(update.getPointerOperand(), row));
    if (update.use_empty()) {
      Value* one = reduce(wide.at, operation, all, wide.width);
      copy->setOperand(1, one);
      if (may_be_idle(update, operation)) {
        if_it_changes(wide, *copy, operation);
      } else {
        wide.at.Insert(copy);
      }
      continue;
    }
    Value* sums = scan(wide.at, operation, all, wide.width);
    copy->setOperand(1, wide.at.CreateExtractElement(sums, uint64_t{wide.width - 1}));
    wide.at.Insert(copy);
    Value* before = wide.at.CreateVectorSplat(wide.width, copy);
    Value* others = shifted(wide.at, sums, none, wide.width, 1);
    wide.set_vector(update, subtracts ? wide.at.CreateSub(before, others)
                                      : combine(wide.at, operation, before, others));
  }
}

}  // namespace heddle::compiler
