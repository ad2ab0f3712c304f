// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/launch_ranges.h"

#include <llvm/Analysis/ScalarEvolutionPatternMatch.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/check/services.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxDepth = 24;
constexpr unsigned kMaxSteps = 400;   // for one test: the code grows with them
constexpr unsigned kMaxBranches = 8;  // that narrow one number

}  // namespace

LaunchRanges::LaunchRanges(Instruction& at, ScalarEvolution& evolution, const LoopInfo& loops,
                           const DominatorTree& tree)
    : CheckedArithmetic(at), evolution_(evolution), loops_(loops), tree_(tree) {}

Value* LaunchRanges::below(Value& offset, Value& end, const BasicBlock& block) {
  holds_ = at_.getTrue();
  steps_ = 0;
  Value* const limit = at_entry(end);
  if (!limit) return nullptr;
  const Range range = of(evolution_.getSCEV(&offset), block, 0);
  if (!range) return nullptr;
  demand_not_negative(*range);
  demand(at_.CreateICmpULT(range->most, limit));
  return match(holds_, PatternMatch::m_Zero()) ? nullptr : holds_;
}

Value* LaunchRanges::at_entry(Value& value, unsigned depth) {
  if (isa<Constant, Argument>(value)) return &value;
  auto* instruction = dyn_cast<Instruction>(&value);
  const auto* call = dyn_cast<CallBase>(&value);
  const bool is_known =
      call ? called_internal(*call) == Internal::Launch ||
                 (isa<IntrinsicInst>(call) &&
                  cast<IntrinsicInst>(call)->getIntrinsicID() == Intrinsic::usub_sat)
           : isa<CastInst, GetElementPtrInst>(value) ||
                 match(&value,
                       PatternMatch::m_Add(PatternMatch::m_Value(), PatternMatch::m_Value())) ||
                 match(&value,
                       PatternMatch::m_Sub(PatternMatch::m_Value(), PatternMatch::m_Value())) ||
                 (isa<LoadInst>(value) && is_of_check(*instruction) &&
                  instruction->hasMetadata(LLVMContext::MD_invariant_load));
  if (!is_known || depth > kMaxDepth) return nullptr;
  SmallVector<Value*, 4> operands;
  for (Value* operand : instruction->operand_values()) {
    if (isa<Function>(operand)) continue;
    Value* there = at_entry(*operand, depth + 1);
    if (!there) return nullptr;
    operands.push_back(there);
  }
  if (tree_.dominates(instruction, &*at_.GetInsertPoint())) return instruction;
  Value*& known = moved_[instruction];
  if (known) return known;
  Instruction* copy = instruction->clone();
  for (const auto& [number, operand] : enumerate(operands))
    copy->setOperand(static_cast<unsigned>(number), operand);
  copy->dropPoisonGeneratingFlags();
  at_.Insert(copy, instruction->getName());
  return known = copy;
}

Value* LaunchRanges::size(const char* name, unsigned dimension) {
  Module& module = *at_.GetInsertBlock()->getModule();
  auto* type = FunctionType::get(at_.getInt64Ty(), {at_.getInt32Ty()}, false);
  FunctionCallee callee = module.getOrInsertFunction(name, type);
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return at_.CreateCall(callee, {at_.getInt32(dimension)});
}

LaunchRanges::Range LaunchRanges::one(Value* value) {
  return LaunchRange{value, value};
}

/// Returns the range that LLVM knows without the launch, unless it is that of the type.
LaunchRanges::Range LaunchRanges::fixed(const SCEV* number) {
  const auto* type = dyn_cast<IntegerType>(number->getType());
  if (!type || type->getBitWidth() > 64) return std::nullopt;
  const unsigned bits = type->getBitWidth();
  ConstantRange known = evolution_.getSignedRange(number);
  const ConstantRange positive = evolution_.getUnsignedRange(number);
  if (positive.getUnsignedMax().isNonNegative()) known = positive;
  const int64_t low = known.getSignedMin().getSExtValue();
  const int64_t high = known.getSignedMax().getSExtValue();
  if (bits > 16 && (low == smallest_number(bits) || high == largest_number(bits)))
    return std::nullopt;
  return LaunchRange{at_.getInt64(static_cast<uint64_t>(low)),
                     at_.getInt64(static_cast<uint64_t>(high))};
}

LaunchRanges::Range LaunchRanges::of(const SCEV* number, const BasicBlock& block, unsigned depth) {
  if (depth > kMaxDepth || ++steps_ > kMaxSteps || !number->getType()->isIntegerTy())
    return std::nullopt;
  Value* const before = holds_;
  Range range = computed(number, block, depth + 1);
  if (!range) {
    holds_ = before;
    range = fixed(number);
  }
  if (!range) return std::nullopt;
  return after_branches(number, *range, block, depth + 1);
}

LaunchRanges::Range LaunchRanges::computed(const SCEV* number, const BasicBlock& block,
                                           unsigned depth) {
  const auto* type = cast<IntegerType>(number->getType());
  const unsigned bits = type->getBitWidth();
  if (bits > 64) return std::nullopt;
  if (const auto* constant = dyn_cast<SCEVConstant>(number))
    return this->number(constant->getAPInt().getSExtValue());
  // The remainder of a division is written as a difference.
  const SCEV *dividend = nullptr, *divisor = nullptr;  // below the divisor, whatever is divided
  if (match(number, SCEVPatternMatch::m_scev_URem(SCEVPatternMatch::m_SCEV(dividend),
                                                  SCEVPatternMatch::m_SCEV(divisor), evolution_))) {
    const Range b = of(divisor, block, depth);
    if (!b) return std::nullopt;
    demand(at_.CreateICmpSGT(b->least, at_.getInt64(0)));
    return LaunchRange{at_.getInt64(0), at_.CreateSub(b->most, at_.getInt64(1))};
  }
  switch (number->getSCEVType()) {
    case scUnknown:
      return of_value(*cast<SCEVUnknown>(number)->getValue(), depth);
    case scTruncate: {
      const Range range = of(cast<SCEVCastExpr>(number)->getOperand(), block, depth);
      if (range) demand_fits(*range, bits);
      return range;
    }
    case scZeroExtend: {
      const Range range = of(cast<SCEVCastExpr>(number)->getOperand(), block, depth);
      if (range) demand_not_negative(*range);
      return range;
    }
    case scSignExtend:
      return of(cast<SCEVCastExpr>(number)->getOperand(), block, depth);
    case scPtrToInt: {
      const auto* pointer = dyn_cast<SCEVUnknown>(cast<SCEVCastExpr>(number)->getOperand());
      if (!pointer || !isa<Argument>(pointer->getValue()) || bits != 64) return std::nullopt;
      return one(at_.CreatePtrToInt(pointer->getValue(), at_.getInt64Ty()));
    }
    case scAddExpr:
      return of_sum(*cast<SCEVAddExpr>(number), block, depth);
    case scMulExpr:
      return of_product(*cast<SCEVMulExpr>(number), block, depth);
    case scUDivExpr: {
      const auto& division = *cast<SCEVUDivExpr>(number);
      const Range a = of(division.getLHS(), block, depth), b = of(division.getRHS(), block, depth);
      if (!a || !b) return std::nullopt;
      demand_not_negative(*a);
      demand(at_.CreateICmpSGT(b->least, at_.getInt64(0)));
      const auto by = [&](Value* value) { return most(value, at_.getInt64(1)); };
      return LaunchRange{at_.CreateUDiv(a->least, by(b->most)),
                         at_.CreateUDiv(a->most, by(b->least))};
    }
    case scAddRecExpr:
      return of_recurrence(*cast<SCEVAddRecExpr>(number), depth);
    case scSMaxExpr:
    case scSMinExpr:
    case scUMaxExpr:
    case scUMinExpr:
    case scSequentialUMinExpr:
      return of_extremes(*cast<SCEVNAryExpr>(number), block, depth);
    default:
      return std::nullopt;
  }
}

LaunchRanges::Range LaunchRanges::of_sum(const SCEVAddExpr& sum, const BasicBlock& block,
                                         unsigned depth) {
  LaunchRange all = number(0);
  for (const SCEV* part : sum.operands()) {
    const Range range = of(part, block, depth);
    if (!range) return std::nullopt;
    all = {add(all.least, range->least), add(all.most, range->most)};
  }
  const unsigned bits = sum.getType()->getIntegerBitWidth();
  if (!sum.hasNoSignedWrap()) demand_fits(all, bits);
  return all;
}

LaunchRanges::Range LaunchRanges::of_product(const SCEVMulExpr& product, const BasicBlock& block,
                                             unsigned depth) {
  const auto* factor = dyn_cast<SCEVConstant>(product.getOperand(0));
  Range all;
  for (const SCEV* part : product.operands().drop_front(factor ? 1 : 0)) {
    const Range range = of(part, block, depth);
    if (!range) return std::nullopt;
    if (!all) {
      all = range;
      continue;
    }
    demand_not_negative(*all);
    demand_not_negative(*range);
    all = {multiply(all->least, range->least), multiply(all->most, range->most)};
  }
  if (factor) {
    Value* by = at_.getInt64(static_cast<uint64_t>(factor->getAPInt().getSExtValue()));
    all = {multiply(by, all->least), multiply(by, all->most)};
    if (factor->getAPInt().isNegative()) std::swap(all->least, all->most);
  }
  if (!product.hasNoSignedWrap()) demand_fits(*all, product.getType()->getIntegerBitWidth());
  return all;
}

/// Returns the range of a counter that goes up while a test at the end of the loop says that it is
/// below something: it begins, and stays, below that. Steps of many work-items, as in grid-stride
/// loops, would make more of the count of iterations.
LaunchRanges::Range LaunchRanges::of_counter(const SCEVAddRecExpr& counter,
                                             const LaunchRange& start, const LaunchRange& step,
                                             unsigned depth) {
  const Loop& loop = *counter.getLoop();
  const BasicBlock* latch = loop.getLoopLatch();
  const auto* branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
  const auto* test =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!test || !test->getOperand(0)->getType()->isIntegerTy()) return std::nullopt;
  CmpInst::Predicate predicate = test->getPredicate();
  if (branch->getSuccessor(0) != loop.getHeader())
    predicate = CmpInst::getInversePredicate(predicate);
  const Value *left = test->getOperand(0), *right = test->getOperand(1);
  const SCEV* next = counter.getPostIncExpr(evolution_);
  if (evolution_.getSCEV(const_cast<Value*>(left)) != next) {
    std::swap(left, right);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const bool is_less = predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_SLE ||
                       predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_ULE;
  if (!is_less || evolution_.getSCEV(const_cast<Value*>(left)) != next) return std::nullopt;
  const Range end = of(evolution_.getSCEV(const_cast<Value*>(right)), *latch, depth);
  if (!end) return std::nullopt;
  demand_not_negative(start);
  demand_not_negative(step);
  demand_not_negative(*end);
  const bool is_strict = CmpInst::isStrictPredicate(predicate);
  Value* last = is_strict ? add(end->most, at_.getInt64(-uint64_t{1})) : end->most;
  // The step from the last one does not wrap.
  Value* beyond = add(most(start.most, last), step.most);
  demand_fits({beyond, beyond}, counter.getType()->getIntegerBitWidth());
  return LaunchRange{start.least, most(start.most, last)};
}

LaunchRanges::Range LaunchRanges::of_recurrence(const SCEVAddRecExpr& recurrence, unsigned depth) {
  if (!recurrence.isAffine()) return std::nullopt;
  const Loop& loop = *recurrence.getLoop();
  const BasicBlock* before = loop.getLoopPredecessor();
  if (!before) return std::nullopt;
  const Range start = of(recurrence.getStart(), *before, depth);
  const Range step = of(recurrence.getStepRecurrence(evolution_), *before, depth);
  if (start && step && !isa<SCEVConstant>(recurrence.getStepRecurrence(evolution_))) {
    Value* const demanded = holds_;
    if (const Range counter = of_counter(recurrence, *start, *step, depth)) return counter;
    holds_ = demanded;
  }
  const SCEV* count = evolution_.getSymbolicMaxBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(count)) return std::nullopt;
  count = evolution_.applyLoopGuards(count, &loop);
  const Range count_range = of(count, *before, depth);
  if (!start || !step || !count_range) return std::nullopt;
  demand_not_negative(*count_range);
  const auto* constant = dyn_cast<ConstantInt>(step->least);
  const bool is_down = constant && constant->isNegative() && step->least == step->most;
  if (!is_down) demand_not_negative(*step);
  LaunchRange all = *start;
  if (is_down)
    all.least = add(all.least, multiply(step->least, count_range->most));
  else
    all.most = add(all.most, multiply(step->most, count_range->most));
  const unsigned bits = recurrence.getType()->getIntegerBitWidth();
  if (!recurrence.hasNoSignedWrap()) demand_fits(all, bits);
  return all;
}

LaunchRanges::Range LaunchRanges::of_extremes(const SCEVNAryExpr& extremes, const BasicBlock& block,
                                              unsigned depth) {
  Range all;
  const SCEVTypes kind = extremes.getSCEVType();
  const bool is_most = kind == scSMaxExpr || kind == scUMaxExpr;
  const bool is_signed = kind == scSMaxExpr || kind == scSMinExpr;
  for (const SCEV* part : extremes.operands()) {
    const Range range = of(part, block, depth);
    if (!range) return std::nullopt;
    if (!is_signed) demand_not_negative(*range);
    if (!all)
      all = range;
    else if (is_most)
      all = {most(all->least, range->least), most(all->most, range->most)};
    else
      all = {least(all->least, range->least), least(all->most, range->most)};
  }
  return all;
}

LaunchRanges::Range LaunchRanges::of_call(const CallBase& call) {
  const Internal intrinsic = called_internal(call);
  const auto zero_to = [&](Value* end) {
    return LaunchRange{at_.getInt64(0), at_.CreateSub(end, at_.getInt64(1))};
  };
  switch (intrinsic) {
    case Internal::GlobalId: {
      const unsigned d = dimension(call);
      Value* begin = size("__hd_global_offset", d);
      return LaunchRange{begin,
                         add(begin, at_.CreateSub(size("__hd_global_size", d), at_.getInt64(1)))};
    }
    case Internal::LocalId:
      return zero_to(size("__hd_enqueued_local_size", dimension(call)));
    case Internal::LocalSize:
      return LaunchRange{at_.getInt64(1), size("__hd_enqueued_local_size", dimension(call))};
    case Internal::GroupId:
      return zero_to(size("__hd_num_groups", dimension(call)));
    case Internal::EnqueuedLocalSize:
      return one(size("__hd_enqueued_local_size", dimension(call)));
    case Internal::GlobalSize:
      return one(size("__hd_global_size", dimension(call)));
    case Internal::GlobalOffset:
      return one(size("__hd_global_offset", dimension(call)));
    case Internal::NumGroups:
      return one(size("__hd_num_groups", dimension(call)));
    default:
      return std::nullopt;
  }
}

LaunchRanges::Range LaunchRanges::of_phi(PHINode& phi, unsigned depth) {
  using namespace PatternMatch;
  const Loop* loop = loops_.getLoopFor(phi.getParent());
  const bool is_of_loop = loop && loop->getHeader() == phi.getParent();
  Range all;
  for (const auto& [value, from] : zip(phi.incoming_values(), phi.blocks())) {
    // A number that is halved in each iteration stays below the first one.
    const bool shrinks = match(value.get(), m_LShr(m_Specific(&phi), m_Value())) ||
                         match(value.get(), m_UDiv(m_Specific(&phi), m_Value()));
    if (shrinks && is_of_loop) continue;
    if (shrinks || (is_of_loop && loop->contains(from))) return std::nullopt;
    const Range range = of(evolution_.getSCEV(value), *from, depth);
    if (!range) return std::nullopt;
    all = all ? LaunchRange{least(all->least, range->least), most(all->most, range->most)} : *range;
  }
  if (all && is_of_loop) {
    demand_not_negative(*all);
    all->least = at_.getInt64(0);
  }
  return all;
}

LaunchRanges::Range LaunchRanges::of_value(Value& value, unsigned depth) {
  if (isa<Argument>(value)) return one(at_.CreateSExtOrTrunc(&value, at_.getInt64Ty()));
  auto* instruction = dyn_cast<Instruction>(&value);
  if (!instruction) return std::nullopt;
  const BasicBlock& own = *instruction->getParent();
  const unsigned bits = instruction->getType()->getIntegerBitWidth();
  const auto operand = [&](unsigned index) {
    return of(evolution_.getSCEV(instruction->getOperand(index)), own, depth);
  };
  if (const auto* call = dyn_cast<CallBase>(instruction)) return of_call(*call);
  if (auto* phi = dyn_cast<PHINode>(instruction)) return of_phi(*phi, depth);
  if (isa<LoadInst>(instruction)) {
    Value* loaded = bits == 64 ? at_entry(value) : nullptr;
    return loaded ? one(loaded) : std::nullopt;
  }
  switch (instruction->getOpcode()) {
    case Instruction::Freeze:
      return operand(0);
    case Instruction::Select: {
      const Range a = operand(1), b = operand(2);
      if (!a || !b) return std::nullopt;
      return LaunchRange{least(a->least, b->least), most(a->most, b->most)};
    }
    case Instruction::And: {
      for (unsigned i = 0; i < 2; ++i) {
        // Not more than a number that is not negative.
        const auto* mask = dyn_cast<ConstantInt>(instruction->getOperand(i));
        if (mask && mask->getValue().isNonNegative())
          return LaunchRange{at_.getInt64(0), at_.getInt64(mask->getZExtValue())};
      }
      Range a = operand(1);
      if (!a) a = operand(0);
      if (!a) return std::nullopt;
      demand_not_negative(*a);
      return LaunchRange{at_.getInt64(0), a->most};
    }
    case Instruction::Or:
    case Instruction::Xor: {
      const Range a = operand(0), b = operand(1);
      if (!a || !b) return std::nullopt;
      demand_not_negative(*a);
      demand_not_negative(*b);
      // All bits below the highest one that is set in one of them.
      Value* both = at_.CreateOr(at_.CreateOr(a->most, b->most), at_.getInt64(1));
      Value* zeros = at_.CreateBinaryIntrinsic(Intrinsic::ctlz, both, at_.getFalse());
      return LaunchRange{at_.getInt64(0), at_.CreateLShr(at_.getInt64(-uint64_t{1}), zeros)};
    }
    case Instruction::AShr: {
      const auto* bits = dyn_cast<ConstantInt>(instruction->getOperand(1));
      const Range a = operand(0);
      if (!bits || !a || bits->getValue().uge(64)) return std::nullopt;
      const uint64_t by = bits->getZExtValue();
      return LaunchRange{at_.CreateAShr(a->least, by), at_.CreateAShr(a->most, by)};
    }
    case Instruction::SRem: {
      const Range a = operand(0), b = operand(1);
      if (!a || !b) return std::nullopt;
      demand_not_negative(*a);
      demand(at_.CreateICmpSGT(b->least, at_.getInt64(0)));
      return LaunchRange{at_.getInt64(0), least(a->most, at_.CreateSub(b->most, at_.getInt64(1)))};
    }
    case Instruction::SDiv: {
      const Range a = operand(0), b = operand(1);
      if (!a || !b) return std::nullopt;
      demand_not_negative(*a);
      demand(at_.CreateICmpSGT(b->least, at_.getInt64(0)));
      const auto by = [&](Value* number) { return most(number, at_.getInt64(1)); };
      return LaunchRange{at_.CreateUDiv(a->least, by(b->most)),
                         at_.CreateUDiv(a->most, by(b->least))};
    }
    default:
      return std::nullopt;
  }
}

LaunchRange LaunchRanges::after_branches(const SCEV* number, LaunchRange range,
                                         const BasicBlock& block, unsigned depth) {
  if (isa<SCEVConstant>(number) || narrowing_ > 1) return range;
  ++narrowing_;
  const auto* node = tree_.getNode(&block);
  for (unsigned i = 0; node && i < kMaxBranches; ++i, node = node->getIDom()) {
    const auto* before = node->getIDom();
    if (!before) break;
    const auto* branch = dyn_cast<BranchInst>(before->getBlock()->getTerminator());
    if (!branch || !branch->isConditional()) continue;
    for (unsigned side = 0; side < 2; ++side) {
      const BasicBlockEdge edge(before->getBlock(), branch->getSuccessor(side));
      if (branch->getSuccessor(0) != branch->getSuccessor(1) && tree_.dominates(edge, &block))
        narrow(number, range, *branch->getCondition(), side == 0, *before->getBlock(), depth);
    }
  }
  --narrowing_;
  return range;
}

void LaunchRanges::narrow(const SCEV* number, LaunchRange& range, Value& condition, bool holds,
                          const BasicBlock& block, unsigned depth) {
  using namespace PatternMatch;
  Value *a = nullptr, *b = nullptr;
  if (holds ? match(&condition, m_LogicalAnd(m_Value(a), m_Value(b)))
            : match(&condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    narrow(number, range, *a, holds, block, depth);
    narrow(number, range, *b, holds, block, depth);
    return;
  }
  const auto* test = dyn_cast<ICmpInst>(&condition);
  const auto* type = test ? dyn_cast<IntegerType>(test->getOperand(0)->getType()) : nullptr;
  if (!type || type->getBitWidth() > 64 || number->getType()->getIntegerBitWidth() > 64) return;
  narrow(number, range, *test, holds, /*swapped=*/false, block, depth);
  narrow(number, range, *test, holds, /*swapped=*/true, block, depth);
}

void LaunchRanges::narrow(const SCEV* number, LaunchRange& range, const ICmpInst& test, bool holds,
                          bool swapped, const BasicBlock& block, unsigned depth) {
  const auto extended = [&](const SCEV* value) {
    return evolution_.getNoopOrSignExtend(value, at_.getInt64Ty());
  };
  const SCEV* left = evolution_.getSCEV(test.getOperand(swapped ? 1 : 0));
  const auto* distance =
      dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(extended(left), extended(number)));
  if (!distance) return;
  CmpInst::Predicate predicate = swapped ? test.getSwappedPredicate() : test.getPredicate();
  if (!holds) predicate = CmpInst::getInversePredicate(predicate);
  const bool is_less = predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_ULE ||
                       predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_SLE;
  const bool is_more = predicate == CmpInst::ICMP_SGT || predicate == CmpInst::ICMP_SGE;
  if (!is_less && !is_more) return;
  Value* const before = holds_;
  Range right = of(evolution_.getSCEV(test.getOperand(swapped ? 0 : 1)), block, depth);
  const int64_t step = distance->getAPInt().getSExtValue();
  if (!right || step == INT64_MIN) {
    holds_ = before;
    return;
  }
  // left = number + step, without a wrap of 64 bits.
  Value* by = at_.getInt64(static_cast<uint64_t>(step));
  add(range.least, by);
  add(range.most, by);
  Value* back = at_.getInt64(static_cast<uint64_t>(-step));
  if (CmpInst::isUnsigned(predicate)) demand_not_negative(*right);
  const bool is_strict = CmpInst::isStrictPredicate(predicate);
  if (is_less) {
    Value* end = is_strict ? add(right->most, at_.getInt64(-uint64_t{1})) : right->most;
    range.most = least(range.most, add(end, back));
    if (CmpInst::isUnsigned(predicate)) range.least = most(range.least, back);
  } else {
    Value* begin = is_strict ? add(right->least, at_.getInt64(1)) : right->least;
    range.least = most(range.least, add(begin, back));
  }
}

}  // namespace heddle::compiler
