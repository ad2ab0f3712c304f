// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/dynamic_permute.h"

#include <llvm/IR/IntrinsicsX86.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/shuffles.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kBlock = 128;  // bits that the shortest registers have

unsigned length(const Value* vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

/// Emits a call of an instruction that has one form for each length of a register.
Value* of_length(IRBuilder<>& at, Value* table, Value* numbers, Type* element,
                 std::array<Intrinsic::ID, 3> forms) {
  auto* type = FixedVectorType::get(element, length(numbers));
  const Intrinsic::ID form = forms[Log2_32(table->getType()->getPrimitiveSizeInBits() / kBlock)];
  Value* result = at.CreateIntrinsic(form, {}, {at.CreateBitCast(table, type), numbers});
  return at.CreateBitCast(result, numbers->getType());
}

/// Emits numbers of elements as numbers of their halves.
Value* of_halves(IRBuilder<>& at, Value* numbers) {
  const unsigned count = 2 * length(numbers);
  Type* half = at.getIntNTy(numbers->getType()->getScalarSizeInBits() / 2);
  SmallVector<int> lower;
  SmallVector<Constant*> parts;
  for (unsigned i = 0; i < count; ++i) {
    lower.push_back(static_cast<int>(i & ~1U));
    parts.push_back(ConstantInt::get(half, i % 2));
  }
  numbers = at.CreateBitCast(numbers, FixedVectorType::get(half, count));
  numbers = at.CreateShuffleVector(numbers, lower);
  return at.CreateAdd(at.CreateAdd(numbers, numbers), ConstantVector::get(parts));
}

/// Emits a permutation within blocks of 128 bits. No number is too large.
Value* within_blocks(IRBuilder<>& at, Value* table, Value* numbers, const VectorIsa& isa) {
  const unsigned bits = numbers->getType()->getScalarSizeInBits();
  if (bits == 8) {
    return of_length(at, table, numbers, at.getInt8Ty(),
                     {Intrinsic::x86_ssse3_pshuf_b_128, Intrinsic::x86_avx2_pshuf_b,
                      Intrinsic::x86_avx512_pshuf_b_512});
  }
  if (bits == 32 && isa.register_bits() > kBlock) {
    return of_length(at, table, numbers, at.getFloatTy(),
                     {Intrinsic::x86_avx_vpermilvar_ps, Intrinsic::x86_avx_vpermilvar_ps_256,
                      Intrinsic::x86_avx512_vpermilvar_ps_512});
  }
  if (bits == 64 && isa.register_bits() > kBlock) {
    return of_length(at, table, at.CreateAdd(numbers, numbers), at.getDoubleTy(),
                     {Intrinsic::x86_avx_vpermilvar_pd, Intrinsic::x86_avx_vpermilvar_pd_256,
                      Intrinsic::x86_avx512_vpermilvar_pd_512});
  }
  Value* result = within_blocks(at, table, of_halves(at, numbers), isa);
  return at.CreateBitCast(result, numbers->getType());
}

/// Emits a permutation of a whole register, which is longer than a block.
Value* across_blocks(IRBuilder<>& at, Value* table, Value* numbers, const VectorIsa& isa) {
  const unsigned bits = numbers->getType()->getScalarSizeInBits();
  if (bits == 32) {
    return of_length(at, table, numbers, at.getInt32Ty(),
                     {Intrinsic::not_intrinsic, Intrinsic::x86_avx2_permd,
                      Intrinsic::x86_avx512_permvar_si_512});
  }
  if (isa.has_avx512() && bits == 16) {
    return of_length(at, table, numbers, at.getInt16Ty(),
                     {Intrinsic::not_intrinsic, Intrinsic::x86_avx512_permvar_hi_256,
                      Intrinsic::x86_avx512_permvar_hi_512});
  }
  if (isa.has_avx512()) {
    return of_length(at, table, numbers, at.getInt64Ty(),
                     {Intrinsic::not_intrinsic, Intrinsic::x86_avx512_permvar_di_256,
                      Intrinsic::x86_avx512_permvar_di_512});
  }
  if (bits == 64) {
    Value* result = across_blocks(at, table, of_halves(at, numbers), isa);
    return at.CreateBitCast(result, numbers->getType());
  }
  // AVX2 moves no 16 bits from block to block: the two blocks one after the other.
  const unsigned each = kBlock / bits;
  Value* in_block = at.CreateAnd(numbers, each - 1);
  const auto from = [&](unsigned block) {
    SmallVector<int> twice;
    for (unsigned i = 0; i < 2 * each; ++i)
      twice.push_back(static_cast<int>(block * each + i % each));
    table = at.CreateBitCast(table, numbers->getType());
    return within_blocks(at, at.CreateShuffleVector(table, twice), in_block, isa);
  };
  return at.CreateSelect(at.CreateIsNotNull(at.CreateAnd(numbers, each)), from(1), from(0));
}

Value* in_register(IRBuilder<>& at, Value* table, Value* numbers, unsigned count,
                   const VectorIsa& isa) {
  auto* element = cast<IntegerType>(numbers->getType()->getScalarType());
  const unsigned bits = element->getBitWidth();
  const bool is_within = count * bits <= kBlock;
  const unsigned block = is_within ? kBlock / bits : length(numbers);
  numbers = at.CreateAnd(numbers, count - 1);
  if (count < block) {
    SmallVector<Constant*> first;
    for (unsigned i = 0; i < length(numbers); ++i)
      first.push_back(ConstantInt::get(element, i % block & ~(count - 1)));
    numbers = at.CreateOr(numbers, ConstantVector::get(first));
  }
  return is_within ? within_blocks(at, table, numbers, isa)
                   : across_blocks(at, table, numbers, isa);
}

}  // namespace

Value* pick(IRBuilder<>& at, ArrayRef<Value*> elements, Value* number) {
  auto* type = cast<IntegerType>(elements[0]->getType());
  SmallVector<Value*> operands(elements);
  operands.push_back(at.CreateZExtOrTrunc(number, type));
  FunctionCallee function =
      pick_internal(*at.GetInsertBlock()->getModule(), *type, elements.size());
  return at.CreateCall(function, operands);
}

Value* picked(IRBuilder<>& at, ArrayRef<Value*> elements, Value* number) {
  SmallVector<Value*> left(elements);
  for (unsigned bit = 0; left.size() > 1; ++bit) {
    Value* is_odd = at.CreateIsNotNull(at.CreateAnd(number, uint64_t{1} << bit));
    for (size_t i = 0; i < left.size() / 2; ++i)
      left[i] = at.CreateSelect(is_odd, left[2 * i + 1], left[2 * i]);
    left.resize(left.size() / 2);
  }
  return left[0];
}

bool can_permute(unsigned count, unsigned bits, const VectorIsa& isa) {
  return count * bits <= isa.register_bits();
}

Value* permuted(IRBuilder<>& at, Value* table, Value* numbers, unsigned count,
                const VectorIsa& isa) {
  const unsigned bits = numbers->getType()->getScalarSizeInBits(), all = length(numbers);
  const unsigned least = std::max(count, kBlock / bits), most = isa.register_bits() / bits;
  if (all < least) {
    Value* result =
        in_register(at, cut(at, table, 0, least), cut(at, numbers, 0, least), count, isa);
    return cut(at, result, 0, all);
  }
  if (all <= most) return in_register(at, table, numbers, count, isa);
  SmallVector<Value*> parts;
  for (unsigned start = 0; start < all; start += most) {
    parts.push_back(
        in_register(at, cut(at, table, start, most), cut(at, numbers, start, most), count, isa));
  }
  return joined(at, parts);
}

Value* permuted_of_two(IRBuilder<>& at, Value* low, Value* high, Value* numbers,
                       const VectorIsa& isa) {
  const unsigned bits = numbers->getType()->getScalarSizeInBits(), count = length(numbers);
  if (isa.has_avx512() && count * bits == 512 && bits >= 16) {
    const Intrinsic::ID form = bits == 16   ? Intrinsic::x86_avx512_vpermi2var_hi_512
                               : bits == 32 ? Intrinsic::x86_avx512_vpermi2var_d_512
                                            : Intrinsic::x86_avx512_vpermi2var_q_512;
    return at.CreateIntrinsic(form, {}, {low, numbers, high});
  }
  Value* is_high = at.CreateIsNotNull(at.CreateAnd(numbers, count));
  return at.CreateSelect(is_high, permuted(at, high, numbers, count, isa),
                         permuted(at, low, numbers, count, isa));
}

}  // namespace heddle::compiler
