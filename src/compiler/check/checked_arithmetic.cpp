// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/checked_arithmetic.h"

#include <llvm/IR/PatternMatch.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

// Numbers whose sum and whose product fit into 64 bits. An operation of LLVM's that tells of
// overflows has a structure as its result, of which the vectoriser does not know that all lanes
// have the same.
constexpr uint64_t kHalf = uint64_t{1} << 62;
constexpr uint64_t kRoot = uint64_t{1} << 31;

}  // namespace

int64_t smallest_number(unsigned bits) {
  return bits >= 64 ? INT64_MIN : -(int64_t{1} << (bits - 1));
}
int64_t largest_number(unsigned bits) {
  return bits >= 64 ? INT64_MAX : (int64_t{1} << (bits - 1)) - 1;
}

LaunchRange CheckedArithmetic::number(int64_t value) {
  return {at_.getInt64(static_cast<uint64_t>(value)), at_.getInt64(static_cast<uint64_t>(value))};
}

void CheckedArithmetic::demand(Value* condition) {
  if (match(condition, PatternMatch::m_One())) return;
  holds_ = match(holds_, PatternMatch::m_One()) ? condition : at_.CreateAnd(holds_, condition);
}

void CheckedArithmetic::demand_not_negative(const LaunchRange& range) {
  demand(at_.CreateICmpSGE(range.least, at_.getInt64(0)));
}

void CheckedArithmetic::demand_fits(const LaunchRange& range, unsigned bits) {
  if (bits >= 64) return;
  demand(at_.CreateICmpSGE(range.least, at_.getInt64(smallest_number(bits))));
  demand(at_.CreateICmpSLE(range.most, at_.getInt64(largest_number(bits))));
}

void CheckedArithmetic::demand_small(Value* value, uint64_t most) {
  if (const auto* constant = dyn_cast<ConstantInt>(value)) {
    if (constant->getValue().abs().ugt(most)) demand(at_.getFalse());
    return;
  }
  Value* shifted = at_.CreateAdd(value, at_.getInt64(most));
  demand(at_.CreateICmpULE(shifted, at_.getInt64(2 * most)));
}

Value* CheckedArithmetic::add(Value* a, Value* b) {
  if (match(a, PatternMatch::m_Zero())) return b;
  if (match(b, PatternMatch::m_Zero())) return a;
  const auto *x = dyn_cast<ConstantInt>(a), *y = dyn_cast<ConstantInt>(b);
  if (x && y) {
    bool overflows = false;
    const APInt sum = x->getValue().sadd_ov(y->getValue(), overflows);
    if (overflows) demand(at_.getFalse());
    return at_.getInt(sum);
  }
  demand_small(a, kHalf);
  demand_small(b, kHalf);
  return at_.CreateAdd(a, b);
}

Value* CheckedArithmetic::multiply(Value* a, Value* b) {
  if (match(a, PatternMatch::m_One())) return b;
  if (match(b, PatternMatch::m_One())) return a;
  const auto *x = dyn_cast<ConstantInt>(a), *y = dyn_cast<ConstantInt>(b);
  if (x && y) {
    bool overflows = false;
    const APInt product = x->getValue().smul_ov(y->getValue(), overflows);
    if (overflows) demand(at_.getFalse());
    return at_.getInt(product);
  }
  if (y) std::swap(a, b), std::swap(x, y);
  if (!x) {
    demand_small(a, kRoot);
    demand_small(b, kRoot);
  } else if (!x->isZero()) {
    if (x->getValue().abs().ugt(kRoot)) demand(at_.getFalse());
    demand_small(b, kHalf / std::max<uint64_t>(1, x->getValue().abs().getLimitedValue(kHalf)));
  }
  return at_.CreateMul(a, b);
}

Value* CheckedArithmetic::least(Value* a, Value* b) {
  return a == b ? a : at_.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
}

Value* CheckedArithmetic::most(Value* a, Value* b) {
  return a == b ? a : at_.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
}

}  // namespace heddle::compiler
