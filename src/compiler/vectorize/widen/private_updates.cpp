// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/private_updates.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/widen/lane_addresses.h"
#include "compiler/vectorize/widen/wide_kernel.h"

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

/// Returns the operation whose result `store` writes, if nothing else uses that.
const BinaryOperator* operation_of(const StoreInst& store) {
  const auto* operation = dyn_cast<BinaryOperator>(store.getValueOperand());
  const bool is_one = operation && operation->hasOneUse() && store.isSimple() &&
                      operation->getParent() == store.getParent();
  const bool is_taken = is_one && is_simple_operation(*operation) && !may_be_fused(*operation);
  return is_taken ? operation : nullptr;
}

/// Returns the operand that is loaded from the address of `store`, if nothing else uses it and
/// nothing is written in between.
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

}  // namespace

void PrivateUpdates::find(BasicBlock& block) {
  updates_.clear();
  if (!wide_.emit.techniques.allow(Technique::PrivateUpdates)) return;
  for (Instruction& each : block) {
    auto* store = dyn_cast<StoreInst>(&each);
    if (!store || !wide_.shapes.of(store->getPointerOperand()).is_varying()) continue;
    if (!isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand()))) continue;
    const BinaryOperator* operation = operation_of(*store);
    const LoadInst* load = operation ? load_of(*store, *operation) : nullptr;
    if (!load || wide_.groups.of(*load) || wide_.groups.of(*store)) continue;
    if (!wide_.is_vectorizable(load->getType()) || load->getType()->isIntegerTy(1)) continue;
    updates_.insert_range(ArrayRef<const Instruction*>{load, operation, store});
  }
}

void PrivateUpdates::store(StoreInst& store) {
  const BinaryOperator& operation = *operation_of(store);
  const LoadInst& load = *load_of(store, operation);
  unsigned rows = std::max(wide_.rows_of(operation), wide_.rows_of(*store.getPointerOperand()));
  if (wide_.block_mask()) rows = std::max(rows, wide_.rows_of(*wide_.block_mask()));
  wide_.emit.plan.begin(store);
  AAMDNodes scopes = store.getAAMetadata();
  wide_.emit.set_scopes(scopes.merge(load.getAAMetadata()));
  for (unsigned row = 0; row < rows; ++row) {
    Value* lanes = wide_.mask(row);
    const LaneAddress place = address_of(wide_, store.getPointerOperand(), row, lanes);
    auto changed = [&](unsigned index, Value* element) {
      Instruction* copy = operation.clone();
      for (Use& operand : copy->operands())
        operand.set(operand == &load ? element : wide_.lane(operand, row, index, wide_.at));
      return wide_.at.Insert(copy);
    };
    update(wide_.emit, wide_.at, store.getValueOperand()->getType(), place, store.getAlign(), lanes,
           changed);
  }
}

}  // namespace heddle::compiler
