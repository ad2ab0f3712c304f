// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/tile_tests.h"

#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Emits the test for `first + lane * stride`, whose lanes may wrap, against `bound`.
Value* test_ends(IRBuilder<>& at, CmpInst::Predicate predicate, Value* first, int64_t stride,
                 Value* bound, unsigned width) {
  const unsigned bits = first->getType()->getIntegerBitWidth();
  const bool is_signed = CmpInst::isSigned(predicate), goes_up = stride > 0;
  const uint64_t distance = static_cast<uint64_t>(std::abs(stride)) * (width - 1);
  if (bits > 64 || distance >= uint64_t{1} << (bits - 1)) return nullptr;
  const APInt apart(bits, distance);
  const APInt least = is_signed ? APInt::getSignedMinValue(bits) : APInt::getZero(bits);
  const APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  const bool is_upper = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  if (is_upper != goes_up) {
    // The first lane is the closest to the bound, if none wraps.
    Value* stays = goes_up ? at.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, first,
                                           at.getInt(most - apart))
                           : at.CreateICmp(is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE, first,
                                           at.getInt(least + apart));
    return at.CreateAnd(at.CreateICmp(predicate, first, bound), stays);
  }
  // The last lane is. Its distance is taken from the bound, which loops do not change.
  const Intrinsic::ID move = goes_up ? (is_signed ? Intrinsic::ssub_sat : Intrinsic::usub_sat)
                                     : (is_signed ? Intrinsic::sadd_sat : Intrinsic::uadd_sat);
  Value* moved = at.CreateBinaryIntrinsic(move, bound, at.getInt(apart));
  Value* within = at.CreateICmp(predicate, first, moved);
  if (CmpInst::isStrictPredicate(predicate)) return within;
  const auto exists = CmpInst::getSwappedPredicate(predicate);
  return at.CreateAnd(
      at.CreateICmp(exists, bound, at.getInt(goes_up ? least + apart : most - apart)), within);
}

/// Emits a scalar test that implies `flag`, a comparison of an affine value with a uniform one or a
/// conjunction of such, for all lanes of a row, also for those without a work-item. Where it fails
/// the flag may hold for all lanes nevertheless: next to the ends of the numbers, and in partial
/// vectors. Returns null if `flag` is something else.
Value* bound_test(WideKernel& wide, Value* flag, unsigned row) {
  Value *one = nullptr, *other = nullptr;
  if (match(flag, m_LogicalOr(m_Not(m_Value(one)), m_Value(other)))) {
    const auto* mask = dyn_cast<Instruction>(one);
    return mask && called_internal(*mask) == Internal::LaneMask ? bound_test(wide, other, row)
                                                                : nullptr;
  }
  if (match(flag, m_LogicalAnd(m_Value(one), m_Value(other)))) {
    Value* const first = bound_test(wide, one, row);
    Value* const second = first ? bound_test(wide, other, row) : nullptr;
    return second ? wide.at.CreateLogicalAnd(first, second) : nullptr;
  }
  Value* negated = nullptr;
  const bool is_negated = match(flag, m_Not(m_Value(negated)));
  auto* const compare = dyn_cast<ICmpInst>(is_negated ? negated : flag);
  if (!compare || !compare->isRelational() || !compare->getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  if (wide.shapes.of(flag).is_uniform()) return wide.scalar(flag, row);
  CmpInst::Predicate predicate =
      is_negated ? compare->getInversePredicate() : compare->getPredicate();
  Value *value = compare->getOperand(0), *bound = compare->getOperand(1);
  if (wide.shapes.of(value).is_uniform()) {
    std::swap(value, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const Shape shape = wide.shapes.of(value);
  if (!shape.is_affine() || !wide.shapes.of(bound).is_uniform()) return nullptr;
  return test_ends(wide.at, predicate, wide.scalar(value, row), shape.stride,
                   wide.scalar(bound, row), wide.width);
}

}  // namespace

Value* test_tile(WideKernel& wide, Value* flag, bool for_all) {
  // A uniform part needs no broadcast.
  Value *one = nullptr, *other = nullptr;
  if (for_all && match(flag, m_LogicalAnd(m_Value(one), m_Value(other))) &&
      wide.shapes.of(one).is_uniform() != wide.shapes.of(other).is_uniform())
    return wide.at.CreateLogicalAnd(test_tile(wide, one, for_all), test_tile(wide, other, for_all));
  Value* result = nullptr;
  for (unsigned row = 0; row < wide.rows_of(*flag); ++row) {
    Value* one = wide.shapes.of(flag).is_uniform() ? wide.scalar(flag, row)
                 : for_all                         ? bound_test(wide, flag, row)
                                                   : nullptr;
    if (!one) {
      Value* const flags = wide.vector(flag, row);
      one = for_all ? wide.at.CreateAndReduce(flags) : wide.at.CreateOrReduce(flags);
    }
    if (result) one = for_all ? wide.at.CreateAnd(result, one) : wide.at.CreateOr(result, one);
    result = one;
  }
  return result;
}

}  // namespace heddle::compiler
