// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/intervals.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMostDepth = 12;
constexpr unsigned kMostTerms = 8;
// An interval is the sum of so many, each of which goes from -2^58 to 2^58 at most.
constexpr int64_t kMostProduct = int64_t{1} << 58;
constexpr unsigned kMostProducts = 6;

}  // namespace

bool Intervals::is_known(const SCEV* value) const {
  return evolution_.isLoopInvariant(value, &loop_) &&
         expander_.isSafeToExpandAt(value, loop_.getLoopPreheader()->getTerminator());
}

Value* Intervals::expand(const SCEV* value, IRBuilder<>& at) {
  return expander_.expandCodeFor(value, nullptr, at.GetInsertPoint());
}

Interval Intervals::emit(const SCEV* number, IRBuilder<>& at) {
  at_ = &at;
  products_ = 0;
  is_right_ = at.getTrue();
  const Interval interval = *of_word(number, 0);
  at_ = nullptr;
  return interval;
}

void Intervals::require(Value* value, int64_t low, int64_t high) {
  if (!at_) return;
  Value* number = at_->CreateSub(value, at_->getInt64(static_cast<uint64_t>(low)));
  Value* most = at_->getInt64(static_cast<uint64_t>(high) - static_cast<uint64_t>(low));
  is_right_ = at_->CreateAnd(is_right_, at_->CreateICmpULE(number, most));
}

Value* Intervals::product(Value* left, Value* right) {
  Value* both = at_->CreateBinaryIntrinsic(Intrinsic::smul_with_overflow, left, right);
  Value* value = at_->CreateExtractValue(both, 0);
  is_right_ = at_->CreateAnd(is_right_, at_->CreateNot(at_->CreateExtractValue(both, 1)));
  require(value, -kMostProduct, kMostProduct);
  return value;
}

template <class Part>
std::optional<Interval> Intervals::of_sum(const SCEVAddExpr& sum, Part part) {
  if (sum.getNumOperands() > kMostTerms) return std::nullopt;
  std::optional<Interval> all;
  for (const SCEV* each : sum.operands()) {
    const auto one = part(each);
    if (!one) return std::nullopt;
    if (!at_ || !all)
      all = one;
    else
      all = Interval{at_->CreateAdd(all->low, one->low), at_->CreateAdd(all->high, one->high)};
  }
  return all;
}

template <class Part>
std::optional<Interval> Intervals::of_recurrence(const SCEVAddRecExpr& recurrence, Part part) {
  if (!recurrence.isAffine() || !loop_.contains(recurrence.getLoop())) return std::nullopt;
  const SCEV* step = recurrence.getStepRecurrence(evolution_);
  const SCEV* count = evolution_.getSymbolicMaxBackedgeTakenCount(recurrence.getLoop());
  if (isa<SCEVCouldNotCompute>(count) || evolution_.getTypeSizeInBits(count->getType()) > 64 ||
      !is_known(step) || !is_known(count) || ++products_ > kMostProducts)
    return std::nullopt;
  const auto start = part(recurrence.getStart());
  if (!start || !at_) return start;
  Value* times = at_->CreateZExt(expand(count, *at_), at_->getInt64Ty());
  require(times, 0, kMostProduct);
  Value* far = product(at_->CreateSExt(expand(step, *at_), at_->getInt64Ty()), times);
  Value* zero = at_->getInt64(0);
  const bool is_up = evolution_.isKnownNonNegative(step);
  const bool is_down = evolution_.isKnownNonPositive(step);
  const auto add = [&](Value* end, Intrinsic::ID which, bool is_all, bool is_none) {
    if (is_none) return end;
    return at_->CreateAdd(end, is_all ? far : at_->CreateBinaryIntrinsic(which, far, zero));
  };
  return Interval{add(start->low, Intrinsic::smin, is_down, is_up),
                  add(start->high, Intrinsic::smax, is_up, is_down)};
}

std::optional<Interval> Intervals::of_range(const SCEV* number, Extension extension) {
  constexpr unsigned kMostBits = 24;
  const ConstantRange range = extension == Extension::Signed ? evolution_.getSignedRange(number)
                                                             : evolution_.getUnsignedRange(number);
  const APInt low = extension == Extension::Signed ? range.getSignedMin() : range.getUnsignedMin();
  const APInt high = extension == Extension::Signed ? range.getSignedMax() : range.getUnsignedMax();
  if (low.getSignificantBits() > kMostBits || high.getActiveBits() > kMostBits) return std::nullopt;
  if (!at_) return Interval{};
  return Interval{at_->getInt64(static_cast<uint64_t>(low.getSExtValue())),
                  at_->getInt64(static_cast<uint64_t>(high.getSExtValue()))};
}

template <class Part>
std::optional<Interval> Intervals::of_multiple(const SCEVMulExpr& multiple, Part part) {
  if (multiple.getNumOperands() != 2 || ++products_ > kMostProducts) return std::nullopt;
  const bool is_left = is_known(multiple.getOperand(0));
  const SCEV* factor = multiple.getOperand(is_left ? 0 : 1);
  const SCEV* number = multiple.getOperand(is_left ? 1 : 0);
  if (!is_known(factor)) return std::nullopt;
  const auto interval = part(number);
  if (!interval || !at_) return interval;
  Value* times = at_->CreateSExt(expand(factor, *at_), at_->getInt64Ty());
  Value *a = product(interval->low, times), *b = product(interval->high, times);
  return Interval{at_->CreateBinaryIntrinsic(Intrinsic::smin, a, b),
                  at_->CreateBinaryIntrinsic(Intrinsic::smax, a, b)};
}

std::optional<Interval> Intervals::of_word(const SCEV* number, unsigned depth) {
  if (!number->getType()->isIntegerTy(64) || depth > kMostDepth) return std::nullopt;
  if (is_known(number)) {
    if (!at_) return Interval{};
    Value* value = expand(number, *at_);
    return Interval{value, value};
  }
  const auto part = [&](const SCEV* each) { return of_word(each, depth + 1); };
  if (const auto* sum = dyn_cast<SCEVAddExpr>(number)) return of_sum(*sum, part);
  if (const auto* recurrence = dyn_cast<SCEVAddRecExpr>(number))
    return of_recurrence(*recurrence, part);
  if (const auto* multiple = dyn_cast<SCEVMulExpr>(number)) {
    // Other numbers are not known as integers that do not wrap.
    const auto extended = [&](const SCEV* each) -> std::optional<Interval> {
      if (!isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(each)) return std::nullopt;
      return part(each);
    };
    if (const auto interval = of_multiple(*multiple, extended)) return interval;
  }
  if (const auto* extended = dyn_cast<SCEVSignExtendExpr>(number))
    return of_narrow(extended->getOperand(), Extension::Signed, depth + 1);
  if (const auto* extended = dyn_cast<SCEVZeroExtendExpr>(number))
    return of_narrow(extended->getOperand(), Extension::Unsigned, depth + 1);
  return of_range(number, Extension::Signed);
}

std::optional<Interval> Intervals::of_narrow(const SCEV* number, Extension extension,
                                             unsigned depth) {
  const uint64_t bits = evolution_.getTypeSizeInBits(number->getType());
  if (bits > 32 || depth > kMostDepth) return std::nullopt;
  if (is_known(number)) {
    if (!at_) return Interval{};
    Value* value = expand(number, *at_);
    value = extension == Extension::Signed ? at_->CreateSExt(value, at_->getInt64Ty())
                                           : at_->CreateZExt(value, at_->getInt64Ty());
    return Interval{value, value};
  }
  std::optional<Interval> interval;
  // A term that is subtracted is a negative number, whatever the sum is.
  const auto term = [&](const SCEV* each) {
    return of_narrow(each, isa<SCEVConstant>(each) ? Extension::Signed : extension, depth + 1);
  };
  const auto start = [&](const SCEV* each) { return of_narrow(each, extension, depth + 1); };
  if (const auto* sum = dyn_cast<SCEVAddExpr>(number))
    interval = of_sum(*sum, term);
  else if (const auto* recurrence = dyn_cast<SCEVAddRecExpr>(number))
    interval = of_recurrence(*recurrence, start);
  else if (const auto* multiple = dyn_cast<SCEVMulExpr>(number))
    interval = of_multiple(
        *multiple, [&](const SCEV* each) { return of_narrow(each, Extension::Signed, depth + 1); });
  else if (isa<SCEVSMinExpr, SCEVSMaxExpr>(number) && extension == Extension::Signed)
    interval = of_choice(*cast<SCEVMinMaxExpr>(number), depth);
  if (!interval) return of_range(number, extension);
  const int64_t end = int64_t{1} << (extension == Extension::Signed ? bits - 1 : bits);
  require(interval->low, extension == Extension::Signed ? -end : 0, end - 1);
  require(interval->high, extension == Extension::Signed ? -end : 0, end - 1);
  return interval;
}

std::optional<Interval> Intervals::of_choice(const SCEVMinMaxExpr& choice, unsigned depth) {
  const Intrinsic::ID which = isa<SCEVSMinExpr>(choice) ? Intrinsic::smin : Intrinsic::smax;
  std::optional<Interval> all;
  for (const SCEV* each : choice.operands()) {
    const auto one = of_narrow(each, Extension::Signed, depth + 1);
    if (!one) return std::nullopt;
    if (!at_ || !all)
      all = one;
    else
      all = Interval{at_->CreateBinaryIntrinsic(which, all->low, one->low),
                     at_->CreateBinaryIntrinsic(which, all->high, one->high)};
  }
  return all;
}

const SCEV* Intervals::low_bits(const SCEV* number, unsigned bits) {
  if (evolution_.getMinTrailingZeros(number) >= bits) return evolution_.getZero(number->getType());
  if (is_known(number)) return number;
  if (const auto* recurrence = dyn_cast<SCEVAddRecExpr>(number)) {
    if (evolution_.getMinTrailingZeros(recurrence->getStepRecurrence(evolution_)) < bits)
      return nullptr;
    return low_bits(recurrence->getStart(), bits);
  }
  const auto* sum = dyn_cast<SCEVAddExpr>(number);
  if (!sum) return nullptr;
  SmallVector<const SCEV*> parts;
  for (const SCEV* each : sum->operands()) {
    parts.push_back(low_bits(each, bits));
    if (!parts.back()) return nullptr;
  }
  return evolution_.getAddExpr(parts);
}

}  // namespace heddle::compiler
