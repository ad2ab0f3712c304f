// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/private_updates.h"

#include <llvm/Analysis/ValueTracking.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_simple_operation(const BinaryOperator& operation) {
  return !operation.isIntDivRem() && operation.getOpcode() != Instruction::FDiv &&
         operation.getOpcode() != Instruction::FRem;
}

/// The most instructions from a load to the store.
constexpr unsigned kMaxDistance = 64;

/// Tells whether it may be a sum that is fused with a product in vectors, but would not be for one
/// lane.
bool may_be_fused(const BinaryOperator& operation) {
  return operation.getType()->isFloatingPointTy() && any_of(operation.operands(), [](Value* each) {
           const auto* product = dyn_cast<Instruction>(each);
           return product && product->getOpcode() == Instruction::FMul;
         });
}

}  // namespace

const BinaryOperator* operation_of(const StoreInst& store) {
  const auto* operation = dyn_cast<BinaryOperator>(store.getValueOperand());
  const bool is_one = operation && operation->hasOneUse() && store.isSimple() &&
                      operation->getParent() == store.getParent();
  const bool is_taken = is_one && is_simple_operation(*operation) && !may_be_fused(*operation);
  return is_taken ? operation : nullptr;
}

const LoadInst* load_of(const StoreInst& store, const BinaryOperator& operation) {
  for (const Value* operand : operation.operands()) {
    const auto* load = dyn_cast<LoadInst>(operand);
    const bool is_same = load && load->isSimple() && load->hasOneUse() &&
                         load->getPointerOperand() == store.getPointerOperand() &&
                         load->getParent() == store.getParent();
    if (!is_same) continue;
    const Instruction* each = load->getNextNode();
    for (unsigned seen = 0; each != &store && seen < kMaxDistance; ++seen) {
      if (each->mayWriteToMemory()) break;
      each = each->getNextNode();
    }
    if (each == &store) return load;
  }
  return nullptr;
}

void add_private_updates(const BasicBlock& block, const Shapes& shapes, const AccessGroups& groups,
                         SmallPtrSetImpl<const Instruction*>& updates) {
  for (const Instruction& each : block) {
    const auto* store = dyn_cast<StoreInst>(&each);
    if (!store || !shapes.of(store->getPointerOperand()).is_varying()) continue;
    if (!isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand()))) continue;
    const BinaryOperator* operation = operation_of(*store);
    const LoadInst* load = operation ? load_of(*store, *operation) : nullptr;
    if (!load || groups.of(*load) || groups.of(*store)) continue;
    if (!VectorType::isValidElementType(load->getType()) || load->getType()->isIntegerTy(1))
      continue;
    updates.insert_range(ArrayRef<const Instruction*>{load, operation, store});
  }
}

}  // namespace heddle::compiler
