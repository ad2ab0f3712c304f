// SPDX-License-Identifier: Apache-2.0
// Scalarises the instructions that LLVM's Scalarizer leaves: reductions, bitcasts that change the
// size of elements, and wide integers.
#include "compiler/vectorize/plan/scalarize.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/ir/atomics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/vectorize/access/dynamic_permute.h"
#include "compiler/vectorize/plan/expand_memory.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

unsigned element_count(const Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

/// Emits the elements of `value` as integers of their size. SROA makes numbers of vectors of three
/// with a poison fourth element, which must not spread to the others in one number.
SmallVector<Value*> elements_of(IRBuilder<>& at, Value* value) {
  SmallVector<Value*> elements;
  Type* type = value->getType();
  IntegerType* bits = at.getIntNTy(type->getScalarSizeInBits());
  for (unsigned i = 0; i < element_count(type); ++i) {
    const Value* known = type->isVectorTy() ? findScalarElement(value, i) : value;
    if (isa_and_nonnull<UndefValue>(known)) {
      elements.push_back(ConstantInt::get(bits, 0));
      continue;
    }
    Value* element = type->isVectorTy() ? at.CreateExtractElement(value, i) : value;
    elements.push_back(at.CreateBitCast(element, bits));
  }
  return elements;
}

/// Emits integers of one size as integers of another, the first in the lowest bits.
SmallVector<Value*> regroup(IRBuilder<>& at, ArrayRef<Value*> from, unsigned from_bits,
                            unsigned to_bits) {
  SmallVector<Value*> result;
  IntegerType* to = at.getIntNTy(to_bits);
  if (to_bits < from_bits) {
    for (Value* value : from) {
      for (unsigned low = 0; low < from_bits; low += to_bits)
        result.push_back(at.CreateTrunc(at.CreateLShr(value, low), to));
    }
    return result;
  }
  const unsigned parts = to_bits / from_bits;
  for (unsigned first = 0; first < from.size(); first += parts) {
    Value* all = at.CreateZExt(from[first], to);
    for (unsigned i = 1; i < parts; ++i) {
      Value* part = at.CreateShl(at.CreateZExt(from[first + i], to), i * from_bits);
      all = at.CreateOr(all, part, "", /*IsDisjoint=*/true);
    }
    result.push_back(all);
  }
  return result;
}

/// Scalarises <4 x i8> to i32, <2 x i32> to i64, <4 x i32> to <2 x i64> and back.
void expand(BitCastInst& cast) {
  Type *from = cast.getSrcTy(), *to = cast.getDestTy();
  const unsigned from_bits = from->getScalarSizeInBits(), to_bits = to->getScalarSizeInBits();
  if (from_bits == to_bits || from_bits == 0 || to_bits == 0) return;
  if (from_bits % to_bits != 0 && to_bits % from_bits != 0) return;
  IRBuilder<> at(&cast);
  SmallVector<Value*> parts = regroup(at, elements_of(at, cast.getOperand(0)), from_bits, to_bits);
  Value* result = to->isVectorTy() ? PoisonValue::get(to) : nullptr;
  for (unsigned i = 0; i < parts.size(); ++i) {
    Value* element = at.CreateBitCast(parts[i], to->getScalarType());
    result = to->isVectorTy() ? at.CreateInsertElement(result, element, i) : element;
  }
  cast.replaceAllUsesWith(result);
  cast.eraseFromParent();
}

bool is_minimum_or_maximum(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::vector_reduce_smax:
    case Intrinsic::vector_reduce_smin:
    case Intrinsic::vector_reduce_umax:
    case Intrinsic::vector_reduce_umin:
    case Intrinsic::vector_reduce_fmax:
    case Intrinsic::vector_reduce_fmin:
    case Intrinsic::vector_reduce_fmaximum:
    case Intrinsic::vector_reduce_fminimum:
      return true;
    default:
      return false;
  }
}

bool is_arithmetic(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::vector_reduce_add:
    case Intrinsic::vector_reduce_mul:
    case Intrinsic::vector_reduce_and:
    case Intrinsic::vector_reduce_or:
    case Intrinsic::vector_reduce_xor:
    case Intrinsic::vector_reduce_fadd:
    case Intrinsic::vector_reduce_fmul:
      return true;
    default:
      return false;
  }
}

/// Scalarises vector.reduce.*: in the order of the elements where that matters, else as a tree.
void expand(IntrinsicInst& reduction) {
  const Intrinsic::ID id = reduction.getIntrinsicID();
  const bool has_start = id == Intrinsic::vector_reduce_fadd || id == Intrinsic::vector_reduce_fmul;
  if (!is_arithmetic(id) && !is_minimum_or_maximum(id)) return;
  IRBuilder<> at(&reduction);
  if (isa<FPMathOperator>(reduction)) at.setFastMathFlags(reduction.getFastMathFlags());
  Value* vector = reduction.getArgOperand(has_start ? 1 : 0);
  SmallVector<Value*> values;
  if (has_start) values.push_back(reduction.getArgOperand(0));
  for (unsigned i = 0; i < element_count(vector->getType()); ++i)
    values.push_back(at.CreateExtractElement(vector, i));
  auto combine = [&](Value* a, Value* b) -> Value* {
    if (is_arithmetic(id)) {
      auto operation = static_cast<Instruction::BinaryOps>(getArithmeticReductionInstruction(id));
      return at.CreateBinOp(operation, a, b);
    }
    return at.CreateBinaryIntrinsic(getMinMaxReductionIntrinsicOp(id), a, b);
  };
  const bool in_order = has_start && !reduction.hasAllowReassoc();
  while (values.size() > 1) {
    SmallVector<Value*> halved;
    if (in_order) {
      halved.push_back(combine(values[0], values[1]));
      halved.append(values.begin() + 2, values.end());
    } else {
      for (size_t i = 0; i + 1 < values.size(); i += 2)
        halved.push_back(combine(values[i], values[i + 1]));
      if (values.size() % 2 != 0) halved.push_back(values.back());
    }
    values = std::move(halved);
  }
  reduction.replaceAllUsesWith(values[0]);
  reduction.eraseFromParent();
}

/// Returns the number without a mask that a pick applies itself: it uses the bits of `last` only.
Value* low_bits(Value* number, uint64_t last) {
  using namespace PatternMatch;
  Value* whole = nullptr;
  uint64_t mask = 0;
  while (match(number, m_ZExt(m_Value(whole))) ||
         (match(number, m_And(m_Value(whole), m_ConstantInt(mask))) && (mask & last) == last)) {
    if (whole->getType()->getScalarSizeInBits() < 8) break;
    number = whole;
  }
  return number;
}

/// Scalarises arithmetic that the Scalarizer does not know.
void expand_opaque(CallBase& call) {
  auto* type = dyn_cast<FixedVectorType>(call.getType());
  if (!type) return;
  IRBuilder<> at(&call);
  Value* all = PoisonValue::get(type);
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    SmallVector<Value*> operands;
    for (Value* operand : call.args()) operands.push_back(at.CreateExtractElement(operand, i));
    all = at.CreateInsertElement(all, make_opaque(at, called_opaque(call), operands), i);
  }
  call.replaceAllUsesWith(all);
  call.eraseFromParent();
}

/// Emits picks of two vectors that were joined (shuffle2) apart, as each may be a register.
Value* picked_from(IRBuilder<>& at, Value* vector, unsigned first, unsigned count, Value* number) {
  const unsigned there = element_count(vector->getType());
  const auto* both = dyn_cast<ShuffleVectorInst>(vector);
  if (count > kMostPicked || (both && both->isConcat() && count == there)) {
    Value* is_upper =
        at.CreateIsNotNull(at.CreateAnd(number, ConstantInt::get(number->getType(), count / 2)));
    Value* lower = picked_from(at, vector, first, count / 2, number);
    Value* upper = picked_from(at, vector, first + count / 2, count / 2, number);
    return at.CreateSelect(is_upper, upper, lower);
  }
  IntegerType* bits = at.getIntNTy(vector->getType()->getScalarSizeInBits());
  SmallVector<Value*> elements;
  for (unsigned i = first; i < first + count; ++i) {
    Value* element = i < there ? at.CreateExtractElement(vector, i)
                               : PoisonValue::get(vector->getType()->getScalarType());
    elements.push_back(at.CreateBitCast(element, bits));
  }
  return pick(at, elements, low_bits(number, count - 1));
}

/// Scalarises an extraction with a variable number, which the Scalarizer would compare with each
/// place.
void expand(ExtractElementInst& extraction) {
  Value *vector = extraction.getVectorOperand(), *number = extraction.getIndexOperand();
  Type* type = extraction.getType();
  const unsigned bits = type->getScalarSizeInBits();
  if (isa<ConstantInt>(number) || bits < 8 || bits > 64 || !isPowerOf2_32(bits)) return;
  const unsigned count = PowerOf2Ceil(element_count(vector->getType()));
  IRBuilder<> at(&extraction);
  number = low_bits(number, count - 1);
  extraction.replaceAllUsesWith(at.CreateBitCast(picked_from(at, vector, 0, count, number), type));
  extraction.eraseFromParent();
}

/// Scalarises a volatile access, which the Scalarizer leaves alone.
void expand_volatile(Instruction& access) {
  auto* type = dyn_cast<FixedVectorType>(getLoadStoreType(&access));
  if (!type || !access.isVolatile()) return;
  IRBuilder<> at(&access);
  Type* element = type->getElementType();
  const uint64_t size = at.GetInsertBlock()->getDataLayout().getTypeStoreSize(element);
  if (size * 8 != element->getScalarSizeInBits()) return;
  Value* all = PoisonValue::get(type);
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value* address = at.CreateConstInBoundsGEP1_64(at.getInt8Ty(),
                                                   getLoadStorePointerOperand(&access), i * size);
    Align align = commonAlignment(getLoadStoreAlignment(&access), i * size);
    if (auto* store = dyn_cast<StoreInst>(&access)) {
      Value* value = at.CreateExtractElement(store->getValueOperand(), i);
      auto* part = at.CreateAlignedStore(value, address, align, /*isVolatile=*/true);
      copy_local_volatile(*part, access);
    } else {
      auto* value = at.CreateAlignedLoad(element, address, align, /*isVolatile=*/true);
      copy_local_volatile(*value, access);
      all = at.CreateInsertElement(all, value, i);
    }
  }
  if (isa<LoadInst>(access)) access.replaceAllUsesWith(all);
  access.eraseFromParent();
}

/// Emits the upper half of the product of two unsigned 64-bit numbers by four products of their
/// halves. Vectors have no product of 128 bits.
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

/// Scalarises the upper half of a product of 64 bits.
void expand_high_product(TruncInst& high) {
  using namespace PatternMatch;
  Value *a, *b;
  if (!high.getType()->isIntegerTy(64) || !high.getSrcTy()->isIntegerTy(128)) return;
  if (!match(high.getOperand(0),
             m_LShr(m_Mul(m_ZExt(m_Value(a)), m_ZExt(m_Value(b))), m_SpecificInt(64))) ||
      a->getType() != high.getType() || b->getType() != high.getType())
    return;
  IRBuilder<> at(&high);
  high.replaceAllUsesWith(high_product(at, a, b));
  RecursivelyDeleteTriviallyDeadInstructions(&high);
}

bool is_vector(const Value* value) {
  return value->getType()->isVectorTy();
}

}  // namespace

const Instruction* first_short_vector(const Function& kernel) {
  for (const Instruction& instruction : instructions(kernel)) {
    const bool takes_apart =
        isa<ExtractElementInst>(instruction) && isa<Argument>(instruction.getOperand(0));
    if (takes_apart) continue;
    if (is_vector(&instruction) || any_of(instruction.operand_values(), is_vector))
      return &instruction;
  }
  return nullptr;
}

PreservedAnalyses scalarize(Function& kernel, KernelContext& /*context*/,
                            FunctionAnalysisManager& analyses) {
  const bool has_memory = expand_memory(kernel);
  for (Instruction& instruction : make_early_inc_range(instructions(kernel))) {
    if (auto* cast = dyn_cast<BitCastInst>(&instruction)) {
      expand(*cast);
    } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
      expand(*intrinsic);
    } else if (called_opaque(instruction) != Opaque::None) {
      expand_opaque(llvm::cast<CallBase>(instruction));
    } else if (auto* extraction = dyn_cast<ExtractElementInst>(&instruction)) {
      expand(*extraction);
    } else if (isa<LoadInst, StoreInst>(instruction)) {
      expand_volatile(instruction);
    }
  }
  if (has_memory || first_short_vector(kernel)) {
    analyses.invalidate(kernel, PreservedAnalyses::none());
    FunctionPassManager passes;
    if (has_memory) passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    ScalarizerPassOptions options;
    options.ScalarizeVariableInsertExtract = true;
    options.ScalarizeLoadStore = true;
    passes.addPass(ScalarizerPass(options));
    passes.run(kernel, analyses);
    passes = FunctionPassManager();
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
    passes.addPass(InstCombinePass());
    passes.addPass(ADCEPass());
    passes.run(kernel, analyses);
  }
  SmallVector<WeakTrackingVH> products;
  for (Instruction& instruction : instructions(kernel)) {
    if (isa<TruncInst>(instruction)) products.push_back(&instruction);
  }
  for (WeakTrackingVH& product : products) {
    if (auto* high = cast_or_null<TruncInst>(product)) expand_high_product(*high);
  }
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
