// SPDX-License-Identifier: Apache-2.0
// Emits the instructions for estimates. If an estimate of 1 / x or 1 / sqrt(x) is good enough as it
// is (native_recip and its like, but not a quotient), a division has the flags arcp and reassoc,
// and none of the others that -cl-unsafe-math-optimizations gives as well. Code generation would
// refine it again, so the instructions are emitted here: those of AVX-512, or for floats the older
// ones. Built-ins that correct estimates themselves use calls that LLVM knows nothing about, as for
// exponents, significands and scalings (ir/opaque_arithmetic.h). Conversions to float in a given
// direction are llvm.fptrunc.round of a double, which may be an integer's.
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/IR/FPEnv.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/ir/preserved.h"
#include "compiler/ir/shuffles.h"
#include "compiler/target/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

struct Estimate {
  Intrinsic::ID reciprocal, inverse_root;
};

/// The machine's instructions beside the multiplication, each with the ones before it.
enum class Instructions { Sse, Avx, Fma, Avx512 };

/// Returns the instructions for a vector of `lanes` floats or doubles that fills one register.
/// Those before AVX-512 are for floats, good to 12 bits instead of 14, and treat subnormal numbers
/// as zeros.
Estimate instructions_for(bool is_double, unsigned lanes, Instructions instructions) {
  const unsigned bits = lanes * (is_double ? 64 : 32);
  if (instructions != Instructions::Avx512) {
    if (bits == 256)
      return Estimate{Intrinsic::x86_avx_rcp_ps_256, Intrinsic::x86_avx_rsqrt_ps_256};
    return Estimate{Intrinsic::x86_sse_rcp_ps, Intrinsic::x86_sse_rsqrt_ps};
  }
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

/// Calls `make` with parts of `values`, vectors of one length, that fill one register (of `least`
/// to `most` bits).
Value* by_registers(IRBuilder<>& at, ArrayRef<Value*> values,
                    function_ref<Value*(ArrayRef<Value*>)> make, unsigned least = 128,
                    unsigned most = 512) {
  auto* type = cast<FixedVectorType>(values[0]->getType());
  const unsigned lanes = type->getNumElements(), element = type->getScalarSizeInBits();
  const auto part = [&](unsigned begin, unsigned count) {
    SmallVector<Value*> parts;
    for (Value* value : values) parts.push_back(cut(at, value, begin, count));
    return by_registers(at, parts, make, least, most);
  };
  const unsigned wanted = std::max(static_cast<unsigned>(PowerOf2Ceil(lanes)), least / element);
  const SmallVector<int> all = to_vector(seq(0, static_cast<int>(lanes)));
  if (wanted != lanes) return at.CreateShuffleVector(part(0, wanted), all);
  if (lanes * element <= most) return make(values);
  Value* lower = part(0, lanes / 2);
  return at.CreateShuffleVector(lower, part(lanes / 2, lanes / 2), all);
}

/// Returns the mask operand of AVX-512 for all lanes.
Constant* all_lanes(IRBuilder<>& at, const Value* value) {
  const unsigned lanes = cast<FixedVectorType>(value->getType())->getNumElements();
  return Constant::getAllOnesValue(at.getIntNTy(std::max(lanes, 8U)));
}

Value* estimate(IRBuilder<>& at, Value* x, bool is_root, Instructions instructions) {
  const auto make = [&](ArrayRef<Value*> values) -> Value* {
    auto* type = cast<FixedVectorType>(values[0]->getType());
    const Estimate names = instructions_for(type->getElementType()->isDoubleTy(),
                                            type->getNumElements(), instructions);
    const Intrinsic::ID name = is_root ? names.inverse_root : names.reciprocal;
    if (instructions != Instructions::Avx512) return at.CreateIntrinsic(name, {}, {values[0]});
    return at.CreateIntrinsic(name, {},
                              {values[0], Constant::getNullValue(type), all_lanes(at, values[0])});
  };
  const unsigned most = instructions == Instructions::Sse      ? 128
                        : instructions == Instructions::Avx512 ? 512
                                                               : 256;
  return by_registers(at, x, make, 128, most);
}

/// Emits floor(log2(|x|)), or x by that power of two: in [1, 2), and a NaN for a negative number.
Value* part_register(IRBuilder<>& at, Value* x, bool is_exponent) {
  auto* type = cast<FixedVectorType>(x->getType());
  const bool is_double = type->getElementType()->isDoubleTy();
  const auto choose = [&](Intrinsic::ID exponent, Intrinsic::ID significand) {
    return is_exponent ? exponent : significand;
  };
  SmallVector<Value*> operands{x};
  if (!is_exponent) operands.push_back(at.getInt32(8));
  append_range(operands, ArrayRef<Value*>{Constant::getNullValue(type), all_lanes(at, x)});
  Intrinsic::ID id{};
  switch (type->getNumElements() * type->getScalarSizeInBits()) {
    case 512:
      id = is_double ? choose(Intrinsic::x86_avx512_mask_getexp_pd_512,
                              Intrinsic::x86_avx512_mask_getmant_pd_512)
                     : choose(Intrinsic::x86_avx512_mask_getexp_ps_512,
                              Intrinsic::x86_avx512_mask_getmant_ps_512);
      operands.push_back(at.getInt32(4));
      break;
    case 256:
      id = is_double ? choose(Intrinsic::x86_avx512_mask_getexp_pd_256,
                              Intrinsic::x86_avx512_mask_getmant_pd_256)
                     : choose(Intrinsic::x86_avx512_mask_getexp_ps_256,
                              Intrinsic::x86_avx512_mask_getmant_ps_256);
      break;
    default:
      id = is_double ? choose(Intrinsic::x86_avx512_mask_getexp_pd_128,
                              Intrinsic::x86_avx512_mask_getmant_pd_128)
                     : choose(Intrinsic::x86_avx512_mask_getexp_ps_128,
                              Intrinsic::x86_avx512_mask_getmant_ps_128);
  }
  return at.CreateIntrinsic(id, {}, operands);
}

/// Emits p * 2^floor(k), and 0 or infinity if k is infinite.
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

void lower_opaque(CallBase& call, Instructions instructions) {
  const Opaque operation = called_opaque(call);
  IRBuilder<> at(&call);
  const bool is_vector = call.getType()->isVectorTy();
  SmallVector<Value*> operands(call.args());
  for (Value*& operand : operands)
    if (!is_vector) operand = at.CreateVectorSplat(1, operand);
  const bool is_root = operation == Opaque::InverseRoot;
  Value* result = nullptr;
  if (is_root || operation == Opaque::Reciprocal) {
    result = estimate(at, operands[0], is_root, instructions);
  } else {
    result = by_registers(at, operands, [&](ArrayRef<Value*> values) {
      return operation == Opaque::Scaling
                 ? scaled_register(at, values[0], values[1])
                 : part_register(at, values[0], operation == Opaque::Exponent);
    });
  }
  if (!is_vector) result = at.CreateExtractElement(result, uint64_t{0});
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

/// Returns the operand for a rounding mode in an instruction of AVX-512, which also masks
/// exceptions.
ConstantInt* direction_of(IRBuilder<>& at, const IntrinsicInst& call) {
  auto* name = cast<MDString>(cast<MetadataAsValue>(call.getArgOperand(1))->getMetadata());
  switch (*convertStrToRoundingMode(name->getString())) {
    case RoundingMode::TowardNegative:
      return at.getInt32(8 + 1);
    case RoundingMode::TowardPositive:
      return at.getInt32(8 + 2);
    default:
      return at.getInt32(8 + 3);
  }
}

/// Emits a rounded conversion of a double, or directly of the int that it was made from. Only whole
/// registers have directions.
void lower_rounding(IntrinsicInst& call) {
  using namespace PatternMatch;
  IRBuilder<> at(&call);
  ConstantInt* direction = direction_of(at, call);
  Value *x = call.getArgOperand(0), *integer = nullptr;
  Intrinsic::ID id = Intrinsic::not_intrinsic;
  if (match(x, m_SIToFP(m_Value(integer)))) id = Intrinsic::x86_avx512_sitofp_round;
  if (match(x, m_UIToFP(m_Value(integer)))) id = Intrinsic::x86_avx512_uitofp_round;
  if (integer && integer->getType()->getScalarSizeInBits() > 32) id = Intrinsic::not_intrinsic;
  const bool is_vector = x->getType()->isVectorTy(), is_double = id == Intrinsic::not_intrinsic;
  if (!is_double) {
    Type* type = integer->getType()->getWithNewType(at.getInt32Ty());
    x = at.CreateIntCast(integer, type, id == Intrinsic::x86_avx512_sitofp_round);
  }
  if (!is_vector) x = at.CreateVectorSplat(1, x);
  const auto convert = [&](ArrayRef<Value*> values) -> Value* {
    auto* type = FixedVectorType::get(at.getFloatTy(), is_double ? 8 : 16);
    if (!is_double)
      return at.CreateIntrinsic(id, {type, values[0]->getType()}, {values[0], direction});
    return at.CreateIntrinsic(
        Intrinsic::x86_avx512_mask_cvtpd2ps_512, {},
        {values[0], Constant::getNullValue(type), all_lanes(at, values[0]), direction});
  };
  Value* result = by_registers(at, x, convert, 512);
  if (!is_vector) result = at.CreateExtractElement(result, uint64_t{0});
  call.replaceAllUsesWith(result);
  RecursivelyDeleteTriviallyDeadInstructions(&call);
}

/// Tells whether -cl-fast-relaxed-math allows a product with 1 / x, from an estimate and one step
/// of Newton's method. The estimate stays if x is 0 or infinite, or so small that 1 / x is
/// infinite: 1 / (1 + exp(-x)) is 0 if exp overflows. Code generation would take the step there,
/// too, to NaN, and so only takes it without infinities.
bool is_rough_quotient(const Instruction& division) {
  const auto* operation = dyn_cast<FPMathOperator>(&division);
  return operation && division.getOpcode() == Instruction::FDiv &&
         operation->hasAllowReciprocal() && operation->hasApproxFunc() && operation->hasNoNaNs() &&
         division.getType()->isVectorTy() && division.getType()->getScalarType()->isFloatTy();
}

/// Emits one step of Newton's method for the estimate y of 1 / x. The estimate stays if x is 0,
/// infinite, not a number or so small that 1 / x is infinite. The result is below 1 / x but for its
/// rounding, so that a quotient of no more than one stays so, as asin(native_divide(z, length))
/// needs.
Value* corrected_inverse(IRBuilder<>& at, Value* x, Value* y, bool has_masks) {
  Type* type = x->getType();
  const auto fma = [&](Value* a, Value* b, Value* c) {
    return at.CreateIntrinsic(Intrinsic::fma, {type}, {a, b, c});
  };
  Value* excess = fma(x, y, ConstantFP::get(type, -1.0));
  Value* is_near = at.CreateFCmpOLE(excess, ConstantFP::get(type, 0x1p-10));
  if (has_masks) return at.CreateSelect(is_near, fma(at.CreateFNeg(excess), y, y), y);
  // Two masks cost less than a blend: the estimate less zero times zero, which keeps its sign.
  const auto if_near = [&](Value* value) {
    return at.CreateSelect(is_near, value, Constant::getNullValue(type));
  };
  Value* less = at.CreateFNeg(if_near(excess));
  return fma(less, if_near(y), y);
}

void lower_rough_quotient(Instruction& division) {
  using namespace PatternMatch;
  Value *numerator = division.getOperand(0), *x = division.getOperand(1);
  if (match(x, m_Intrinsic<Intrinsic::sqrt>())) return;  // code generation estimates 1 / sqrt(x)
  IRBuilder<> at(&division);
  Value* result = corrected_inverse(at, x, estimate(at, x, false, Instructions::Avx512), true);
  if (!match(numerator, m_FPOne())) result = at.CreateFMul(numerator, result);
  division.replaceAllUsesWith(result);
  RecursivelyDeleteTriviallyDeadInstructions(&division);
}

bool asks_for_estimate(const Instruction& division) {
  const auto* operation = dyn_cast<FPMathOperator>(&division);
  if (!operation || division.getOpcode() != Instruction::FDiv) return false;
  return operation->hasAllowReciprocal() && operation->hasAllowReassoc() &&
         !operation->hasNoSignedZeros() && !operation->hasApproxFunc();
}

void lower(Instruction& division, Instructions instructions) {
  using namespace PatternMatch;
  if (!asks_for_estimate(division)) return;
  Value *numerator = division.getOperand(0), *x = division.getOperand(1), *square = nullptr;
  // A scalar division is as fast, but results must not depend on the ends of vectors, and rough
  // results must be so in each kernel: programs try in a small one (OpenMM's
  // determineNativeAccuracy) whether native_recip is good enough for the others.
  const bool is_vector = x->getType()->isVectorTy();
  const Type* element = x->getType()->getScalarType();
  const bool is_quotient = !match(numerator, m_FPOne());
  if (is_quotient && instructions < Instructions::Fma) {  // divides as fast as it corrects
    division.setHasAllowReciprocal(false);
    return;
  }
  if (element->isFloatTy() || (element->isDoubleTy() && instructions == Instructions::Avx512)) {
    IRBuilder<> at(&division);
    const bool is_root =
        match(numerator, m_FPOne()) && match(x, m_Intrinsic<Intrinsic::sqrt>(m_Value(square)));
    Value* operand = is_root ? square : x;
    if (!is_vector) operand = at.CreateVectorSplat(1, operand);
    Value* result = estimate(at, operand, is_root, instructions);
    if (!is_vector) result = at.CreateExtractElement(result, uint64_t{0});
    if (is_quotient)
      result = corrected_inverse(at, x, result, instructions == Instructions::Avx512);
    if (!match(numerator, m_FPOne())) result = at.CreateFMul(numerator, result);
    division.replaceAllUsesWith(result);
    RecursivelyDeleteTriviallyDeadInstructions(&division);
  }
}

}  // namespace

PreservedAnalyses lower_estimates(Function& function, KernelContext& context,
                                  FunctionAnalysisManager& /*analyses*/) {
  const MCSubtargetInfo& machine = *context.target.getMCSubtargetInfo();
  const Instructions available = machine.checkFeatures("+avx512vl") ? Instructions::Avx512
                                 : !machine.checkFeatures("+avx")   ? Instructions::Sse
                                 : machine.checkFeatures("+fma")    ? Instructions::Fma
                                                                    : Instructions::Avx;
  SmallVector<WeakTrackingVH> divisions, quotients, calls, roundings;
  for (Instruction& instruction : instructions(function)) {
    if (asks_for_estimate(instruction)) divisions.push_back(&instruction);
    if (is_rough_quotient(instruction)) quotients.push_back(&instruction);
    if (called_opaque(instruction) != Opaque::None) calls.push_back(&instruction);
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::fptrunc_round) roundings.push_back(call);
  }
  for (WeakTrackingVH& division : divisions) {
    if (division) lower(cast<Instruction>(*division), available);
  }
  for (WeakTrackingVH& call : calls) {
    if (call) lower_opaque(cast<CallBase>(*call), available);
  }
  if (available != Instructions::Avx512)
    return control_flow_preserved(!divisions.empty() || !calls.empty());
  for (WeakTrackingVH& quotient : quotients) {
    if (quotient) lower_rough_quotient(cast<Instruction>(*quotient));
  }
  for (WeakTrackingVH& rounding : roundings) {
    if (rounding) lower_rounding(cast<IntrinsicInst>(*rounding));
  }
  return control_flow_preserved(!divisions.empty() || !calls.empty() || !quotients.empty() ||
                                !roundings.empty());
}

}  // namespace heddle::compiler
