// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/counted_loop.h"

#include <llvm/IR/Constants.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

bool runs_once(Value* begin, Value* end, uint64_t step) {
  auto* first = dyn_cast<ConstantInt>(begin);
  auto* last = dyn_cast<ConstantInt>(end);
  if (!first || !last) return false;
  return first->getZExtValue() < last->getZExtValue() &&
         last->getZExtValue() - first->getZExtValue() <= step;
}

}  // namespace

CountedLoop make_loop(BasicBlock* from, Value* begin, Value* end, uint64_t step, BasicBlock* exit,
                      bool may_be_empty, bool is_small, const Twine& name,
                      const Twine& latch_name) {
  IRBuilder<> at(from);
  BasicBlock* body = BasicBlock::Create(at.getContext(), name, from->getParent());
  BasicBlock* latch = BasicBlock::Create(at.getContext(), latch_name, from->getParent());
  if (runs_once(begin, end, step)) {
    at.CreateBr(body);
    at.SetInsertPoint(latch);
    at.CreateBr(exit);
    return {begin, body, latch};
  }
  if (may_be_empty) {
    at.CreateCondBr(at.CreateICmpULT(begin, end), body, exit);
  } else {
    at.CreateBr(body);
  }
  at.SetInsertPoint(body);
  PHINode* counter = at.CreatePHI(begin->getType(), 2, "id");
  counter->addIncoming(begin, from);
  at.SetInsertPoint(latch);
  Value* next = at.CreateAdd(counter, ConstantInt::get(begin->getType(), step), "",
                             /*HasNUW=*/true, /*HasNSW=*/is_small);
  counter->addIncoming(next, latch);
  at.CreateCondBr(at.CreateICmpULT(next, end), body, exit);
  return {counter, body, latch};
}

}  // namespace heddle::compiler
