// SPDX-License-Identifier: Apache-2.0
// Built-ins ask for an estimate of 1 / x or 1 / sqrt(x) by a division with the flag arcp and none
// of those that -cl-unsafe-math-optimizations gives as well. They correct it themselves, unless
// reassoc says that it is good enough as it is (native_recip and its like). Code generation, which
// would refine either again, sees the instructions of AVX-512, or else no such flag.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/passes/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

struct Estimate {
  Intrinsic::ID reciprocal, inverse_root;
};

/// The instructions for a vector of `lanes` floats or doubles that fills one register.
std::optional<Estimate> instructions_for(bool is_double, unsigned lanes) {
  const unsigned bits = lanes * (is_double ? 64 : 32);
  if (bits == 512 && is_double)
    return Estimate{Intrinsic::x86_avx512_rcp14_pd_512, Intrinsic::x86_avx512_rsqrt14_pd_512};
  if (bits == 512)
    return Estimate{Intrinsic::x86_avx512_rcp14_ps_512, Intrinsic::x86_avx512_rsqrt14_ps_512};
  if (bits == 256 && is_double)
    return Estimate{Intrinsic::x86_avx512_rcp14_pd_256, Intrinsic::x86_avx512_rsqrt14_pd_256};
  if (bits == 256)
    return Estimate{Intrinsic::x86_avx512_rcp14_ps_256, Intrinsic::x86_avx512_rsqrt14_ps_256};
  if (bits == 128 && is_double)
    return Estimate{Intrinsic::x86_avx512_rcp14_pd_128, Intrinsic::x86_avx512_rsqrt14_pd_128};
  if (bits == 128)
    return Estimate{Intrinsic::x86_avx512_rcp14_ps_128, Intrinsic::x86_avx512_rsqrt14_ps_128};
  return std::nullopt;
}

Value* estimate_register(IRBuilder<>& at, Value* x, bool is_root) {
  auto* type = cast<FixedVectorType>(x->getType());
  const unsigned lanes = type->getNumElements();
  auto names = instructions_for(type->getElementType()->isDoubleTy(), lanes);
  if (!names) return nullptr;
  IntegerType* mask = at.getIntNTy(std::max(lanes, 8U));
  return at.CreateIntrinsic(is_root ? names->inverse_root : names->reciprocal, {},
                            {x, Constant::getNullValue(type), Constant::getAllOnesValue(mask)});
}

/// Of a vector of one register or of several.
Value* estimate(IRBuilder<>& at, Value* x, bool is_root) {
  auto* type = cast<FixedVectorType>(x->getType());
  const unsigned lanes = type->getNumElements();
  const unsigned lanes_of_register = 512 / type->getScalarSizeInBits();
  if (lanes <= lanes_of_register) return estimate_register(at, x, is_root);
  if (!isPowerOf2_32(lanes)) return nullptr;
  SmallVector<int> low, high, all;
  for (unsigned i = 0; i < lanes; ++i) {
    (i < lanes / 2 ? low : high).push_back(static_cast<int>(i));
    all.push_back(static_cast<int>(i));
  }
  Value* lower = estimate(at, at.CreateShuffleVector(x, low), is_root);
  Value* upper = estimate(at, at.CreateShuffleVector(x, high), is_root);
  return at.CreateShuffleVector(lower, upper, all);
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
  auto* type = dyn_cast<FixedVectorType>(x->getType());
  if (has_instructions && type && !type->getElementType()->isHalfTy()) {
    IRBuilder<> at(&division);
    const bool is_root =
        match(numerator, m_FPOne()) && match(x, m_Intrinsic<Intrinsic::sqrt>(m_Value(square)));
    if (Value* result = estimate(at, is_root ? square : x, is_root)) {
      if (!match(numerator, m_FPOne())) result = at.CreateFMul(numerator, result);
      division.replaceAllUsesWith(result);
      RecursivelyDeleteTriviallyDeadInstructions(&division);
      return;
    }
  }
  // To refine what the built-in refines would be wasted.
  if (!division.hasAllowReassoc()) division.setHasAllowReciprocal(false);
}

}  // namespace

void lower_estimates(Module& module, KernelContext& context) {
  const bool has_instructions = context.target.getMCSubtargetInfo()->checkFeatures("+avx512vl");
  SmallVector<WeakTrackingVH> divisions;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      if (asks_for_estimate(instruction)) divisions.push_back(&instruction);
    }
  }
  for (WeakTrackingVH& division : divisions) {
    if (division) lower(cast<Instruction>(*division), has_instructions);
  }
}

}  // namespace heddle::compiler
