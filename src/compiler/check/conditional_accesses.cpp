// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/conditional_accesses.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the value of an access that is not made: zero. An exchange has succeeded, so that loops
/// that try again end.
Value* instead_of(const Instruction& access) {
  Constant* zero = Constant::getNullValue(access.getType());
  if (!isa<AtomicCmpXchgInst>(access)) return zero;
  auto* type = cast<StructType>(access.getType());
  return ConstantStruct::get(
      type, {zero->getAggregateElement(0U), ConstantInt::getTrue(access.getContext())});
}

}  // namespace

bool ConditionalAccesses::is_known_inside(const Value* offset, const Value* size,
                                          const Value* bytes) {
  const auto* place = dyn_cast<ConstantInt>(offset);
  const auto* all = dyn_cast<ConstantInt>(size);
  const auto* some = dyn_cast<ConstantInt>(bytes);
  if (!place || !all || !some) return false;
  const uint64_t of_object = all->getZExtValue(), accessed = some->getZExtValue();
  return accessed == 0 || (accessed <= of_object && place->getZExtValue() <= of_object - accessed);
}

Value* ConditionalAccesses::limit(IRBuilder<>& at, Value* size, Value* bytes) {
  const auto less = [](IRBuilder<>& at, Value* size, Value* bytes) {
    return at.CreateBinaryIntrinsic(Intrinsic::usub_sat, size, at.CreateSub(bytes, at.getInt64(1)),
                                    nullptr, "limit");
  };
  const auto* fixed = dyn_cast<ConstantInt>(size);
  if (fixed && isa<ConstantInt>(bytes))
    return at.getInt(fixed->getValue().usub_sat(cast<ConstantInt>(bytes)->getValue() - 1));
  if (!isa<ConstantInt>(bytes)) return less(at, size, bytes);
  Value*& known = limits_[{size, bytes}];
  if (known) return known;
  if (auto* instruction = dyn_cast<Instruction>(size)) {
    IRBuilder<> there(instruction->getParent(), *instruction->getInsertionPointAfterDef());
    return known = less(there, size, bytes);
  }
  return known = less(at, size, bytes);
}

void ConditionalAccesses::move(Instruction& access, Instruction& then, BasicBlock& otherwise) {
  BasicBlock* after = access.getParent();
  access.moveBefore(then.getIterator());
  if (access.getType()->isVoidTy()) return;
  IRBuilder<> join(after, after->begin());
  join.SetCurrentDebugLocation(access.getDebugLoc());
  PHINode* value = join.CreatePHI(access.getType(), 2);
  access.replaceAllUsesWith(value);
  value->addIncoming(&access, then.getParent());
  value->addIncoming(instead_of(access), &otherwise);
}

void ConditionalAccesses::erase(Instruction& access) {
  if (!access.getType()->isVoidTy()) access.replaceAllUsesWith(instead_of(access));
  erased_.insert(&access);
  access.eraseFromParent();
}

}  // namespace heddle::compiler
