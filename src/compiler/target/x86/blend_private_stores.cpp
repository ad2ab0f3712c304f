// SPDX-License-Identifier: Apache-2.0
// From a masked store that leaves out some lanes nothing is forwarded to the next load, which waits
// until the store is in the cache, thrice as long. What is private to the vector's lanes is
// therefore read, blended and stored as a whole.
#include <llvm/Analysis/Loads.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/analysis/private_arrays.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/vector_isa.h"
#include "compiler/target/x86/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Is `place` one of those into which vectors of so many bytes divide the array?
bool is_one_of_vectors(uint64_t bytes, const Value* place, const AllocaInst& array,
                       const DataLayout& layout) {
  const uint64_t size = array.getAllocationSize(layout)->getFixedValue();
  if (!isPowerOf2_64(bytes) || size == 0 || size % bytes != 0) return false;
  while (const auto* access = dyn_cast<GEPOperator>(place)) {
    if (!steps_by(bytes, *access, layout)) return false;
    place = access->getPointerOperand();
  }
  return place == &array;
}

/// As a load of the lanes that are left out into a copy of the value, and a whole store, if the
/// array has all of them: a loop of one work-item may leave out what lies after its end.
void blend(IntrinsicInst& store, AllocaInst& array) {
  Value *value = store.getArgOperand(0), *place = store.getArgOperand(1),
        *mask = store.getArgOperand(2);
  Type* type = value->getType();
  const DataLayout& layout = store.getDataLayout();
  if (!array.getAllocationSize(layout)) return;
  IRBuilder<> at(&store);
  if (!isDereferenceablePointer(place, type, layout)) {
    if (!is_one_of_vectors(layout.getTypeStoreSize(type), place, array, layout)) return;
    // Where no lane is active, the index may be anything.
    const unsigned lanes = cast<FixedVectorType>(type)->getNumElements();
    Value* any = at.CreateIsNotNull(at.CreateBitCast(mask, at.getIntNTy(lanes)));
    place = at.CreateSelect(any, place, &array);
  }
  const Align align = store.getParamAlign(1).valueOrOne();
  auto* rest = at.CreateMaskedLoad(type, place, align, at.CreateNot(mask), value);
  rest->setAAMetadata(store.getAAMetadata());
  at.CreateAlignedStore(rest, place, align)->copyMetadata(store);
  store.eraseFromParent();
}

}  // namespace

void blend_private_stores(Module& module, KernelContext& context) {
  if (!VectorIsa(context.target).has_avx512()) return;
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      auto* store = dyn_cast<IntrinsicInst>(&instruction);
      if (!store || store->getIntrinsicID() != Intrinsic::masked_store) continue;
      if (auto* array = dyn_cast<AllocaInst>(getUnderlyingObject(store->getArgOperand(1))))
        blend(*store, *array);
    }
  }
}

}  // namespace heddle::compiler
