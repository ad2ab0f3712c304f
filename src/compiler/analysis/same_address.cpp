// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/same_address.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxDepth = 4;  ///< operations between two addresses and their common values

bool is_same(const Value* a, const Value* b, unsigned depth) {
  if (a == b) return true;
  const auto *one = dyn_cast<Instruction>(a), *other = dyn_cast<Instruction>(b);
  if (!one || !other || depth == kMaxDepth || !one->isSameOperationAs(other) ||
      !isa<GetElementPtrInst, CastInst, BinaryOperator>(one) || one->isIntDivRem())
    return false;
  return all_of(zip(one->operands(), other->operands()), [&](const auto& operands) {
    return is_same(std::get<0>(operands), std::get<1>(operands), depth + 1);
  });
}

}  // namespace

bool is_same_address(const Value& a, const Value& b) {
  return is_same(&a, &b, 0);
}

}  // namespace heddle::compiler
