// SPDX-License-Identifier: Apache-2.0
// Turns a masked store of one known lane into a store of its element. LLVM 22 does that too, but if
// the vector is a truncation (AVX-512 stores such at once) it writes the element before that, with
// the bytes after it (LLVM's issue 179489).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/target/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the one lane of a constant mask; nothing if there are others, or none.
std::optional<unsigned> only_lane(const Value* mask) {
  const auto* constant = dyn_cast<Constant>(mask);
  if (!constant || !isa<FixedVectorType>(mask->getType())) return std::nullopt;
  std::optional<unsigned> only;
  for (unsigned i = 0; i < cast<FixedVectorType>(mask->getType())->getNumElements(); ++i) {
    const Constant* lane = constant->getAggregateElement(i);
    if (!lane || (!lane->isNullValue() && (only || !lane->isOneValue()))) return std::nullopt;
    if (lane->isOneValue()) only = i;
  }
  return only;
}

void store_one(IntrinsicInst& store, unsigned lane) {
  IRBuilder<> at(&store);
  Value* element = at.CreateExtractElement(store.getArgOperand(0), lane);
  const uint64_t offset =
      lane * store.getDataLayout().getTypeStoreSize(element->getType()).getFixedValue();
  Value* place = at.CreatePtrAdd(store.getArgOperand(1), at.getInt64(offset));
  const Align align = store.getParamAlign(1).valueOrOne();
  auto* scalar = at.CreateAlignedStore(element, place, commonAlignment(align, offset));
  scalar->copyMetadata(store);
  store.eraseFromParent();
}

}  // namespace

PreservedAnalyses lower_masked_stores(Function& function, KernelContext& /*context*/,
                                      FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* store = dyn_cast<IntrinsicInst>(&instruction);
    if (!store || store->getIntrinsicID() != Intrinsic::masked_store) continue;
    const auto lane = only_lane(store->getArgOperand(2));
    if (!lane) continue;
    store_one(*store, *lane);
    changed = true;
  }
  return control_flow_preserved(changed);
}

}  // namespace heddle::compiler
