// SPDX-License-Identifier: Apache-2.0
// Built-ins ask for an estimate of 1 / x or 1 / sqrt(x) by a division with the flag arcp and none
// of those that -cl-unsafe-math-optimizations gives as well. They correct it themselves, unless
// reassoc says that it is good enough as it is (native_recip and its like). Code generation, which
// would refine either again, sees the instructions of AVX-512, or else no such flag. They also ask
// for p * 2^floor(k) with one rounding: llvm.ldexp of p and of floor(k), saturated.
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/passes/passes.h"
#include "compiler/passes/vectorize/shuffles.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

struct Estimate {
  Intrinsic::ID reciprocal, inverse_root;
};

/// The instructions for a vector of `lanes` floats or doubles that fills one register.
Estimate instructions_for(bool is_double, unsigned lanes) {
  const unsigned bits = lanes * (is_double ? 64 : 32);
  if (bits == 512 && is_double)
    return Estimate{Intrinsic::x86_avx512_rcp14_pd_512, Intrinsic::x86_avx512_rsqrt14_pd_512};
  if (bits == 512)
    return Estimate{Intrinsic::x86_avx512_rcp14_ps_512, Intrinsic::x86_avx512_rsqrt14_ps_512};
  if (bits == 256 && is_double)
    return Estimate{Intrinsic::x86_avx512_rcp14_pd_256, Intrinsic::x86_avx512_rsqrt14_pd_256};
  if (bits == 256)
    return Estimate{Intrinsic::x86_avx512_rcp14_ps_256, Intrinsic::x86_avx512_rsqrt14_ps_256};
  if (is_double)
    return Estimate{Intrinsic::x86_avx512_rcp14_pd_128, Intrinsic::x86_avx512_rsqrt14_pd_128};
  return Estimate{Intrinsic::x86_avx512_rcp14_ps_128, Intrinsic::x86_avx512_rsqrt14_ps_128};
}

/// `values` are vectors of one length. In parts that fill one register (of 128 to 512 bits).
Value* by_registers(IRBuilder<>& at, ArrayRef<Value*> values,
                    function_ref<Value*(ArrayRef<Value*>)> make) {
  auto* type = cast<FixedVectorType>(values[0]->getType());
  const unsigned lanes = type->getNumElements(), element = type->getScalarSizeInBits();
  const auto part = [&](unsigned begin, unsigned count) {
    SmallVector<Value*> parts;
    for (Value* value : values) parts.push_back(cut(at, value, begin, count));
    return by_registers(at, parts, make);
  };
  const unsigned wanted = std::max(static_cast<unsigned>(PowerOf2Ceil(lanes)), 128 / element);
  const SmallVector<int> all = to_vector(seq(0, static_cast<int>(lanes)));
  if (wanted != lanes) return at.CreateShuffleVector(part(0, wanted), all);
  if (lanes * element <= 512) return make(values);
  Value* lower = part(0, lanes / 2);
  return at.CreateShuffleVector(lower, part(lanes / 2, lanes / 2), all);
}

/// The mask operand of AVX-512 that stands for all lanes.
Constant* all_lanes(IRBuilder<>& at, const Value* value) {
  const unsigned lanes = cast<FixedVectorType>(value->getType())->getNumElements();
  return Constant::getAllOnesValue(at.getIntNTy(std::max(lanes, 8U)));
}

Value* estimate(IRBuilder<>& at, Value* x, bool is_root) {
  return by_registers(at, x, [&](ArrayRef<Value*> values) -> Value* {
    auto* type = cast<FixedVectorType>(values[0]->getType());
    auto names = instructions_for(type->getElementType()->isDoubleTy(), type->getNumElements());
    return at.CreateIntrinsic(is_root ? names.inverse_root : names.reciprocal, {},
                              {values[0], Constant::getNullValue(type), all_lanes(at, values[0])});
  });
}

/// p * 2^floor(k), and 0 or infinity where k is infinite.
Value* scaled_register(IRBuilder<>& at, Value* p, Value* k) {
  auto* type = cast<FixedVectorType>(p->getType());
  const bool is_double = type->getElementType()->isDoubleTy();
  SmallVector<Value*> operands{p, k, Constant::getNullValue(type), all_lanes(at, p)};
  Intrinsic::ID id{};
  switch (type->getNumElements() * type->getScalarSizeInBits()) {
    case 512:
      id = is_double ? Intrinsic::x86_avx512_mask_scalef_pd_512
                     : Intrinsic::x86_avx512_mask_scalef_ps_512;
      operands.push_back(at.getInt32(4));  // rounds as the thread does
      break;
    case 256:
      id = is_double ? Intrinsic::x86_avx512_mask_scalef_pd_256
                     : Intrinsic::x86_avx512_mask_scalef_ps_256;
      break;
    default:
      id = is_double ? Intrinsic::x86_avx512_mask_scalef_pd_128
                     : Intrinsic::x86_avx512_mask_scalef_ps_128;
  }
  return at.CreateIntrinsic(id, {}, operands);
}

/// Is `value` whole by its last operation?
bool is_rounded(const Value* value) {
  const auto* call = dyn_cast<IntrinsicInst>(value);
  return call && is_contained({Intrinsic::rint, Intrinsic::nearbyint, Intrinsic::roundeven,
                               Intrinsic::round, Intrinsic::trunc, Intrinsic::ceil},
                              call->getIntrinsicID());
}

void lower_scaling(IntrinsicInst& scaling) {
  using namespace PatternMatch;
  IRBuilder<> at(&scaling);
  Value *p = scaling.getArgOperand(0), *n = scaling.getArgOperand(1), *k = nullptr;
  const bool is_asked =
      match(n, m_Intrinsic<Intrinsic::fptosi_sat>(m_Value(k))) && k->getType() == p->getType();
  if (!is_asked) {
    k = at.CreateSIToFP(n, p->getType());
  } else if (!match(k, m_Intrinsic<Intrinsic::floor>(m_Value(k))) && !is_rounded(k)) {
    k = at.CreateUnaryIntrinsic(Intrinsic::trunc, k);
  }
  const bool is_vector = p->getType()->isVectorTy();
  if (!is_vector) p = at.CreateVectorSplat(1, p), k = at.CreateVectorSplat(1, k);
  Value* result = by_registers(at, {p, k}, [&](ArrayRef<Value*> values) {
    return scaled_register(at, values[0], values[1]);
  });
  if (!is_vector) result = at.CreateExtractElement(result, uint64_t{0});
  scaling.replaceAllUsesWith(result);
  RecursivelyDeleteTriviallyDeadInstructions(&scaling);
}

bool asks_for_estimate(const Instruction& division) {
  const auto* operation = dyn_cast<FPMathOperator>(&division);
  return operation && division.getOpcode() == Instruction::FDiv &&
         operation->hasAllowReciprocal() && !operation->hasNoSignedZeros() &&
         !operation->hasApproxFunc();
}

void lower(Instruction& division, bool has_instructions) {
  using namespace PatternMatch;
  if (!asks_for_estimate(division)) return;
  Value *numerator = division.getOperand(0), *x = division.getOperand(1), *square = nullptr;
  // A scalar is divided as fast, but what is rough must be so in each kernel: programs try in a
  // small one (OpenMM's determineNativeAccuracy) whether native_recip is good enough for the
  // others.
  const bool is_vector = x->getType()->isVectorTy();
  if (has_instructions && !x->getType()->getScalarType()->isHalfTy() &&
      (is_vector || division.hasAllowReassoc())) {
    IRBuilder<> at(&division);
    const bool is_root =
        match(numerator, m_FPOne()) && match(x, m_Intrinsic<Intrinsic::sqrt>(m_Value(square)));
    Value* operand = is_root ? square : x;
    if (!is_vector) operand = at.CreateVectorSplat(1, operand);
    Value* result = estimate(at, operand, is_root);
    if (!is_vector) result = at.CreateExtractElement(result, uint64_t{0});
    if (!match(numerator, m_FPOne())) result = at.CreateFMul(numerator, result);
    division.replaceAllUsesWith(result);
    RecursivelyDeleteTriviallyDeadInstructions(&division);
    return;
  }
  // To refine what the built-in refines would be wasted.
  if (!division.hasAllowReassoc()) division.setHasAllowReciprocal(false);
}

}  // namespace

void lower_estimates(Module& module, KernelContext& context) {
  const bool has_instructions = context.target.getMCSubtargetInfo()->checkFeatures("+avx512vl");
  SmallVector<WeakTrackingVH> divisions, scalings;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      if (asks_for_estimate(instruction)) divisions.push_back(&instruction);
      auto* call = dyn_cast<IntrinsicInst>(&instruction);
      if (call && call->getIntrinsicID() == Intrinsic::ldexp) scalings.push_back(call);
    }
  }
  for (WeakTrackingVH& division : divisions) {
    if (division) lower(cast<Instruction>(*division), has_instructions);
  }
  if (!has_instructions) return;
  for (WeakTrackingVH& scaling : scalings) {
    if (scaling) lower_scaling(cast<IntrinsicInst>(*scaling));
  }
}

}  // namespace heddle::compiler
