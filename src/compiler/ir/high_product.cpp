// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/high_product.h"

namespace heddle::compiler {
using namespace llvm;

Value* high_product(IRBuilder<>& at, Value* a, Value* b) {
  const auto low_half = [&](Value* value) { return at.CreateAnd(value, UINT32_MAX); };
  const auto high_half = [&](Value* value) { return at.CreateLShr(value, 32); };
  Value *al = low_half(a), *ah = high_half(a), *bl = low_half(b), *bh = high_half(b);
  // A product of halves leaves room for the sum with two more halves.
  Value* middle = at.CreateAdd(at.CreateMul(ah, bl), high_half(at.CreateMul(al, bl)));
  Value* other = at.CreateAdd(at.CreateMul(al, bh), low_half(middle));
  Value* top = at.CreateAdd(at.CreateMul(ah, bh), high_half(middle));
  return at.CreateAdd(top, high_half(other));
}

}  // namespace heddle::compiler
