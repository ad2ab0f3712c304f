// SPDX-License-Identifier: Apache-2.0
// Addresses of images' elements are marked, not the loads: LLVM drops unknown metadata where it
// makes one load of two.
#include "compiler/analysis/texels.h"

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

bool is_texel(const Instruction& load) {
  constexpr uint64_t kBytes = 4;
  if (!isa<LoadInst>(load) || load.getType()->getScalarSizeInBits() != 8 * kBytes) return false;
  const Value* pointer = getLoadStorePointerOperand(&load);
  bool counts_elements = false;
  while (const auto* address = dyn_cast<GetElementPtrInst>(pointer)) {
    pointer = address->getPointerOperand();
    if (counts_elements || address->hasAllConstantIndices()) continue;
    const TypeSize step =
        address->getDataLayout().getTypeAllocSize(address->getSourceElementType());
    counts_elements = address->getNumIndices() == 1 && step == TypeSize::getFixed(kBytes);
    if (!counts_elements) return false;
  }
  const auto* base = dyn_cast<IntToPtrInst>(pointer);
  const auto* begin = base ? dyn_cast<Instruction>(base->getOperand(0)) : nullptr;
  return counts_elements && begin && called_internal(*begin) == Internal::Texels;
}

}  // namespace heddle::compiler
