// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/atomics.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr const char* kLocalVolatile = "heddle.local_volatile";

/// Tells whether `pointer` certainly points to local memory. Follows generic pointers to their
/// origin.
bool is_local(const Value* pointer, SmallPtrSetImpl<const Value*>& seen) {
  if (pointer->getType()->getPointerAddressSpace() == kLocal) return true;
  if (!seen.insert(pointer).second) return true;  // a cycle of phis adds nothing
  if (seen.size() > 64) return false;
  if (const auto* cast = dyn_cast<AddrSpaceCastOperator>(pointer))
    return is_local(cast->getPointerOperand(), seen);
  if (const auto* gep = dyn_cast<GEPOperator>(pointer))
    return is_local(gep->getPointerOperand(), seen);
  auto follow = [&](const Value* value) { return is_local(value, seen); };
  if (const auto* select = dyn_cast<SelectInst>(pointer))
    return follow(select->getTrueValue()) && follow(select->getFalseValue());
  if (const auto* phi = dyn_cast<PHINode>(pointer)) return all_of(phi->incoming_values(), follow);
  return false;
}

const Value* accessed(const Instruction& instruction) {
  if (const auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) return rmw->getPointerOperand();
  if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return swap->getPointerOperand();
  return getLoadStorePointerOperand(&instruction);
}

void mark(Instruction& instruction) {
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
    rmw->setVolatile(false);
    rmw->setSyncScopeID(SyncScope::SingleThread);
  } else if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    swap->setVolatile(false);
    swap->setSyncScopeID(SyncScope::SingleThread);
  } else if (instruction.isVolatile() && !instruction.isAtomic()) {
    instruction.setMetadata(kLocalVolatile, MDNode::get(instruction.getContext(), {}));
  } else if (auto* load = dyn_cast<LoadInst>(&instruction)) {
    load->setVolatile(false);
    load->setSyncScopeID(SyncScope::SingleThread);
  } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    store->setVolatile(false);
    store->setSyncScopeID(SyncScope::SingleThread);
  }
}

}  // namespace

void mark_local_atomics(Function& kernel, FunctionAnalysisManager& analyses) {
  SmallVector<Instruction*> accesses;
  bool is_generic = false;
  for (Instruction& instruction : instructions(kernel)) {
    if (!instruction.isAtomic() && !instruction.isVolatile()) continue;
    const Value* pointer = accessed(instruction);
    if (!pointer) continue;
    accesses.push_back(&instruction);
    is_generic |= pointer->getType()->getPointerAddressSpace() == kGeneric;
  }
  // The generic pointer may come from a variable.
  if (is_generic) PromotePass().run(kernel, analyses);
  for (Instruction* access : accesses) {
    SmallPtrSet<const Value*, 8> seen;
    if (is_local(accessed(*access), seen)) mark(*access);
  }
}

bool is_local_volatile(const Instruction& instruction) {
  return instruction.hasMetadata(kLocalVolatile);
}

void copy_local_volatile(Instruction& to, const Instruction& from) {
  to.setMetadata(kLocalVolatile, from.getMetadata(kLocalVolatile));
}

void drop_local_volatile(Function& kernel) {
  for (Instruction& instruction : instructions(kernel)) {
    if (!is_local_volatile(instruction)) continue;
    instruction.setMetadata(kLocalVolatile, nullptr);
    if (auto* load = dyn_cast<LoadInst>(&instruction)) load->setVolatile(false);
    if (auto* store = dyn_cast<StoreInst>(&instruction)) store->setVolatile(false);
  }
}

bool keeps_value(const AtomicRMWInst& update) {
  const auto* operand = dyn_cast<ConstantInt>(update.getValOperand());
  switch (update.getOperation()) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::UMax:
      return operand && operand->isZero();
    case AtomicRMWInst::And:
    case AtomicRMWInst::UMin:
      return operand && operand->isMinusOne();
    default:
      return false;
  }
}

std::optional<LaneOperation> lane_operation(const AtomicRMWInst& update) {
  using Op = AtomicRMWInst::BinOp;
  switch (update.getOperation()) {
    case Op::Add:
    case Op::Sub:
      return LaneOperation::Add;
    case Op::And:
      return LaneOperation::And;
    case Op::Or:
      return LaneOperation::Or;
    case Op::Xor:
      return LaneOperation::Xor;
    case Op::Min:
      return LaneOperation::SMin;
    case Op::Max:
      return LaneOperation::SMax;
    case Op::UMin:
      return LaneOperation::UMin;
    case Op::UMax:
      return LaneOperation::UMax;
    default:
      return std::nullopt;
  }
}

bool combines_lanes(const AtomicRMWInst& update) {
  return !update.isVolatile() && update.getType()->isIntegerTy() && lane_operation(update);
}

}  // namespace heddle::compiler
