// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/dynamic_permute.h"

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

Value* pick(IRBuilder<>& at, ArrayRef<Value*> elements, Value* number) {
  auto* type = cast<IntegerType>(elements[0]->getType());
  SmallVector<Value*> operands(elements);
  operands.push_back(at.CreateZExtOrTrunc(number, type));
  FunctionCallee function =
      pick_internal(*at.GetInsertBlock()->getModule(), *type, elements.size());
  return at.CreateCall(function, operands);
}

Value* picked(IRBuilder<>& at, ArrayRef<Value*> elements, Value* number) {
  SmallVector<Value*> left(elements);
  for (unsigned bit = 0; left.size() > 1; ++bit) {
    Value* is_odd = at.CreateIsNotNull(at.CreateAnd(number, uint64_t{1} << bit));
    for (size_t i = 0; i < left.size() / 2; ++i)
      left[i] = at.CreateSelect(is_odd, left[2 * i + 1], left[2 * i]);
    left.resize(left.size() / 2);
  }
  return left[0];
}

}  // namespace heddle::compiler
