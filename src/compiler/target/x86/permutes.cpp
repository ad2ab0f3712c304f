// SPDX-License-Identifier: Apache-2.0
// Permutations by numbers that are known at run time only.
#include <llvm/IR/IntrinsicsX86.h>

#include "compiler/ir/shuffles.h"
#include "compiler/target/x86/instruction_set.h"

namespace heddle::compiler::x86 {
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

/// Emits a permutation within each block of 128 bits. The numbers count a block's elements, and
/// must be below their count.
Value* within_blocks(IRBuilder<>& at, Value* table, Value* numbers, const X86InstructionSet& isa) {
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
Value* across_blocks(IRBuilder<>& at, Value* table, Value* numbers, const X86InstructionSet& isa) {
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
                   const X86InstructionSet& isa) {
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

/// Emits permutations of vectors of any length by numbers of words.
class Permuter {
 public:
  Permuter(IRBuilder<>& at, const X86InstructionSet& isa)
      : at_(at), has_512_(isa.register_bits() == 512), has_256_(isa.register_bits() >= 256) {}

  Value* run(Value* from, Value* lanes) {
    if (!has_256_) return nullptr;
    auto* type = cast<FixedVectorType>(from->getType());
    const unsigned bits = type->getScalarSizeInBits();
    auto* integers = FixedVectorType::get(at_.getIntNTy(bits), type->getNumElements());
    Value* value = type->getElementType()->isPointerTy() ? at_.CreatePtrToInt(from, integers)
                                                         : at_.CreateBitCast(from, integers);
    if (bits < 32) {
      auto* larger = FixedVectorType::get(at_.getInt32Ty(), type->getNumElements());
      value = at_.CreateTrunc(words(at_.CreateZExt(value, larger), lanes), integers);
    } else if (bits == 32) {
      value = words(value, lanes);
    } else if (bits == 64) {
      value = has_512_ ? quads(value, lanes) : as_words(value, lanes);
    } else {
      return nullptr;
    }
    return type->getElementType()->isPointerTy() ? at_.CreateIntToPtr(value, type)
                                                 : at_.CreateBitCast(value, type);
  }

 private:
  /// Emits the same for a table that is a register of `count` elements, a part of one, or larger.
  Value* by_registers(Value* from, Value* lanes, unsigned count,
                      function_ref<Value*(Value* table, Value* numbers)> permute) {
    const unsigned width = length(from), results = length(lanes);
    if (width < count) return by_registers(cut(at_, from, 0, count), lanes, count, permute);
    if (results < count) {
      Value* filled = at_.CreateFreeze(cut(at_, lanes, 0, count));
      return cut(at_, by_registers(from, filled, count, permute), 0, results);
    }
    if (results > count) {
      Value* low = by_registers(from, cut(at_, lanes, 0, results / 2), count, permute);
      Value* high = by_registers(from, cut(at_, lanes, results / 2, results / 2), count, permute);
      SmallVector<int> both;
      for (unsigned i = 0; i < results; ++i) both.push_back(static_cast<int>(i));
      return at_.CreateShuffleVector(low, high, both);
    }
    if (width == count) return permute(from, lanes);
    Value* low = by_registers(cut(at_, from, 0, width / 2), lanes, count, permute);
    Value* high = by_registers(cut(at_, from, width / 2, width / 2), lanes, count, permute);
    Value* bit = at_.CreateAnd(lanes, ConstantInt::get(lanes->getType(), width / 2));
    return at_.CreateSelect(at_.CreateIsNotNull(bit), high, low);
  }

  Value* words(Value* from, Value* lanes) {
    const Intrinsic::ID id =
        has_512_ ? Intrinsic::x86_avx512_permvar_si_512 : Intrinsic::x86_avx2_permd;
    return by_registers(from, lanes, has_512_ ? 16 : 8, [&](Value* table, Value* numbers) {
      return at_.CreateIntrinsic(id, {table, numbers});
    });
  }

  Value* quads(Value* from, Value* lanes) {
    return by_registers(from, lanes, 8, [&](Value* table, Value* numbers) {
      Value* wide = at_.CreateZExt(numbers, table->getType());
      return at_.CreateIntrinsic(Intrinsic::x86_avx512_permvar_di_512, {table, wide});
    });
  }

  /// Emits a permutation of elements of two words each.
  Value* as_words(Value* from, Value* lanes) {
    const unsigned width = length(from);
    auto* type = FixedVectorType::get(at_.getInt32Ty(), 2 * width);
    SmallVector<int> twice;
    SmallVector<Constant*> halves;
    for (unsigned i = 0; i < 2 * width; ++i) {
      twice.push_back(static_cast<int>(i / 2));
      halves.push_back(at_.getInt32(i % 2));
    }
    Value* numbers = at_.CreateShuffleVector(at_.CreateShl(lanes, 1), twice);
    numbers = at_.CreateOr(numbers, ConstantVector::get(halves));
    return at_.CreateBitCast(words(at_.CreateBitCast(from, type), numbers), from->getType());
  }

  IRBuilder<>& at_;
  const bool has_512_, has_256_;
};

}  // namespace

Value* X86InstructionSet::permute(Builder& at, Value* table, Value* numbers, unsigned count) const {
  const unsigned bits = numbers->getType()->getScalarSizeInBits(), all = length(numbers);
  const unsigned least = std::max(count, kBlock / bits), most = register_bits() / bits;
  if (all < least) {
    Value* result =
        in_register(at, cut(at, table, 0, least), cut(at, numbers, 0, least), count, *this);
    return cut(at, result, 0, all);
  }
  if (all <= most) return in_register(at, table, numbers, count, *this);
  SmallVector<Value*> parts;
  for (unsigned start = 0; start < all; start += most) {
    parts.push_back(
        in_register(at, cut(at, table, start, most), cut(at, numbers, start, most), count, *this));
  }
  return joined(at, parts);
}

Value* X86InstructionSet::permute_two(Builder& at, Value* low, Value* high, Value* numbers) const {
  const unsigned bits = numbers->getType()->getScalarSizeInBits();
  const Intrinsic::ID form = bits == 16   ? Intrinsic::x86_avx512_vpermi2var_hi_512
                             : bits == 32 ? Intrinsic::x86_avx512_vpermi2var_d_512
                                          : Intrinsic::x86_avx512_vpermi2var_q_512;
  return at.CreateIntrinsic(form, {}, {low, numbers, high});
}

Value* X86InstructionSet::permute_lanes(Builder& at, Value* from, Value* lanes) const {
  return Permuter(at, *this).run(from, lanes);
}

}  // namespace heddle::compiler::x86
