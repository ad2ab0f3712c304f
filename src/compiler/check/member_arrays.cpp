// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/member_arrays.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Operator.h>

namespace heddle::compiler {
using namespace llvm;

SmallVector<MemberIndex, 2> member_indices(Value& address) {
  SmallVector<MemberIndex, 2> indices;
  auto* at = dyn_cast<GEPOperator>(&address);
  for (; at; at = dyn_cast<GEPOperator>(at->getPointerOperand())) {
    // A member has the number of the structure, 0 or more, and its own.
    if (at->getSourceElementType()->isStructTy() && at->getNumIndices() > 1) return indices;
    const auto* array = dyn_cast<ArrayType>(at->getSourceElementType());
    if (!array || at->getNumIndices() != 2) continue;
    if (array->getNumElements() > 1)
      indices.emplace_back(at->getOperand(2), array->getNumElements());
  }
  return {};
}

}  // namespace heddle::compiler
