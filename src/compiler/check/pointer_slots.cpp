// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/pointer_slots.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "compiler/check/services.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kWord = sizeof(uint64_t);
constexpr uint64_t kSlot = 3 * kWord;

/// Returns the variable that an address is in, by address arithmetic alone.
const Value* variable_of(const Value& address) {
  const Value* at = &address;
  while (const auto* arithmetic = dyn_cast<GEPOperator>(at)) at = arithmetic->getPointerOperand();
  return at;
}

}  // namespace

PointerSlots::PointerSlots(Function& kernel, bool may_be_cleared) {
  SmallVector<AllocaInst*> variables;
  for (Instruction& each : instructions(kernel))
    if (auto* variable = dyn_cast<AllocaInst>(&each)) variables.push_back(variable);
  for (AllocaInst* variable : variables) {
    const auto bytes = variable->getAllocationSize(kernel.getDataLayout());
    const size_t before = stores_.size();
    const bool fits =
        bytes && bytes->getFixedValue() % kWord == 0 && add_stores(*variable, may_be_cleared);
    if (!fits) stores_.truncate(before);
    if (stores_.size() == before) continue;
    const uint64_t count = bytes->getFixedValue() / kWord;
    IRBuilder<> at(variable);
    AllocaInst* memory =
        at.CreateAlloca(ArrayType::get(at.getInt64Ty(), 3 * (count + 1)), nullptr, "slots");
    memory->setAlignment(Align(kWord));
    // A pointer that was never stored is of an object of no bytes.
    at.SetInsertPoint(kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    mark_of_check(*at.CreateMemSet(memory, at.getInt8(0), kSlot * (count + 1), memory->getAlign()));
    slots_[variable] = {memory, count};
  }
}

bool PointerSlots::add_stores(Value& address, bool may_be_cleared) {
  for (User* user : address.users()) {
    if (isa<LoadInst>(user) || isa<LifetimeIntrinsic>(user)) continue;
    if (may_be_cleared && isa<MemSetInst>(user)) continue;
    if (auto* arithmetic = dyn_cast<GetElementPtrInst>(user)) {
      if (!add_stores(*arithmetic, may_be_cleared)) return false;
      continue;
    }
    auto* store = dyn_cast<StoreInst>(user);
    if (!store || store->getValueOperand() == &address ||
        !store->getValueOperand()->getType()->isPointerTy())
      return false;
    stores_.push_back(store);
  }
  return true;
}

bool PointerSlots::has(const Value& address) const {
  return slots_.contains(variable_of(address));
}

Value* PointerSlots::slot(IRBuilder<>& at, const Value& address, Value* offset) const {
  const Slots& slots = slots_.at(variable_of(address));
  Value* word = at.CreateBinaryIntrinsic(Intrinsic::umin, at.CreateLShr(offset, Log2_64(kWord)),
                                         at.getInt64(slots.count));
  return at.CreateGEP(at.getInt8Ty(), slots.memory, at.CreateMul(word, at.getInt64(kSlot)));
}

void PointerSlots::store(IRBuilder<>& at, const Value& address, Value* offset,
                         const Values& values) const {
  Value* place = slot(at, address, offset);
  for (uint64_t i = 0; i < values.size(); ++i)
    mark_of_check(
        *at.CreateStore(values[i], at.CreateConstGEP1_64(at.getInt8Ty(), place, i * kWord)));
}

PointerSlots::Values PointerSlots::load(IRBuilder<>& at, const Value& address,
                                        Value* offset) const {
  Value* place = slot(at, address, offset);
  Values values{};
  for (uint64_t i = 0; i < values.size(); ++i) {
    LoadInst* load =
        at.CreateLoad(at.getInt64Ty(), at.CreateConstGEP1_64(at.getInt8Ty(), place, i * kWord));
    mark_of_check(*load);
    values[i] = load;
  }
  return values;
}

}  // namespace heddle::compiler
