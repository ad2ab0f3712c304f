// SPDX-License-Identifier: Apache-2.0
// Most instructions multiply unsigned bytes by signed ones. Where both factors are signed, 128 is
// added to one of them, which makes it unsigned; where neither is, 128 is subtracted from one. The
// result is corrected by 128 times the sum of the other bytes, itself a sum of products. Without
// them bytes become words of 16 bits; one instruction sums two of their products.
#include "compiler/vectorize/access/dot_products.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/shuffles.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kBytes = 4;  // in a word
constexpr uint32_t kTops = 0x80808080, kHalfTops = 0x40404040;

unsigned lanes_of(const Value* value) {
  return cast<FixedVectorType>(value->getType())->getNumElements();
}

Value* by_byte_products(IRBuilder<>& at, Bytes a, Bytes b, const InstructionSet& isa) {
  if (a.are_signed != b.are_signed)
    return a.are_signed ? isa.mixed_byte_products(at, b.words, a.words)
                        : isa.mixed_byte_products(at, a.words, b.words);
  if (isa.has_any_byte_products())
    return isa.same_byte_products(at, a.words, b.words, a.are_signed);
  // The rows of a tile share a vector, and each has one number for all lanes: what mends the result
  // is computed of what they share.
  if (getSplatValue(b.words)) std::swap(a, b);
  Type* type = a.words->getType();
  Value* moved = at.CreateXor(a.words, ConstantInt::get(type, kTops));
  if (a.are_signed) {
    Value* sum = isa.mixed_byte_products(at, ConstantInt::get(type, kTops), b.words);
    return at.CreateSub(isa.mixed_byte_products(at, moved, b.words), sum);
  }
  Value* sum = isa.mixed_byte_products(at, b.words, ConstantInt::get(type, kHalfTops));
  return at.CreateAdd(isa.mixed_byte_products(at, b.words, moved), at.CreateShl(sum, 1));
}

/// Emits every other byte as a number of 16 bits, beginning with the second one if `odd`.
Value* halves(IRBuilder<>& at, Bytes bytes, bool odd) {
  auto* type = FixedVectorType::get(at.getInt16Ty(), 2 * lanes_of(bytes.words));
  Value* all = at.CreateBitCast(bytes.words, type);
  if (bytes.are_signed) return at.CreateAShr(odd ? all : at.CreateShl(all, 8), 8);
  return odd ? at.CreateLShr(all, 8) : at.CreateAnd(all, 0xff);
}

Value* by_halves(IRBuilder<>& at, Bytes a, Bytes b, const InstructionSet& isa) {
  const auto products = [&](bool odd) {
    Value* left = halves(at, a, odd);
    return isa.pair_products(at, left, halves(at, b, odd));
  };
  Value* even = products(false);
  return at.CreateAdd(even, products(true));
}

Value* by_bytes(IRBuilder<>& at, Bytes a, Bytes b) {
  const auto byte = [&](Bytes bytes, unsigned number) {
    Value* above = at.CreateShl(bytes.words, 8 * (kBytes - 1 - number));
    return bytes.are_signed ? at.CreateAShr(above, 24) : at.CreateLShr(above, 24);
  };
  Value* sum = nullptr;
  for (unsigned i = 0; i < kBytes; ++i) {
    Value* product = at.CreateMul(byte(a, i), byte(b, i));
    sum = sum ? at.CreateAdd(sum, product) : product;
  }
  return sum;
}

}  // namespace

std::pair<Bytes, Bytes> dot_operands(const CallBase& call, Value* a, Value* b) {
  const auto is_set = [&](unsigned argument) {
    return cast<ConstantInt>(call.getArgOperand(argument))->isOne();
  };
  return {Bytes{a, is_set(2)}, Bytes{b, is_set(3)}};
}

Value* dot_bytes(IRBuilder<>& at, Bytes a, Bytes b, const InstructionSet& isa,
                 const Techniques& allowed) {
  const unsigned most = isa.register_bits() / 32;
  auto* type = dyn_cast<FixedVectorType>(a.words->getType());
  const unsigned lanes = type ? type->getNumElements() : 1;
  if (lanes < 4 || !isPowerOf2_32(lanes) || !allowed.allow(Technique::DotProducts))
    return by_bytes(at, a, b);
  if (lanes <= most)
    return isa.has_byte_products() ? by_byte_products(at, a, b, isa) : by_halves(at, a, b, isa);
  SmallVector<Value*> parts;
  for (unsigned start = 0; start < lanes; start += most) {
    const auto part = [&](Bytes of) {
      return Bytes{cut(at, of.words, start, most), of.are_signed};
    };
    parts.push_back(dot_bytes(at, part(a), part(b), isa));
  }
  return joined(at, parts);
}

void make_scalar_dot_products(Module& module, const InstructionSet& isa) {
  for (Function& function : module) {
    if (internal_of(function) != Internal::DotBytes) continue;
    for (User* user : make_early_inc_range(function.users())) {
      auto* call = cast<CallBase>(user);
      IRBuilder<> at(call);
      const auto [a, b] = dot_operands(*call, call->getArgOperand(0), call->getArgOperand(1));
      call->replaceAllUsesWith(dot_bytes(at, a, b, isa));
      call->eraseFromParent();
    }
  }
}

}  // namespace heddle::compiler
