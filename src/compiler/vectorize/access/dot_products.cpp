// SPDX-License-Identifier: Apache-2.0
// VNNI multiplies unsigned bytes by signed ones. If both are signed, 128 more than one of them is
// an unsigned byte, and if neither is, 128 less is a signed one: 128 times the sum of the other
// bytes mends the result, and is itself a sum of products. Without VNNI bytes become words of 16
// bits, of which two products are summed by one instruction.
#include "compiler/vectorize/access/dot_products.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/shuffles.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kBytes = 4;  // of a word
constexpr uint32_t kTops = 0x80808080, kHalfTops = 0x40404040;

unsigned lanes_of(const Value* value) {
  return cast<FixedVectorType>(value->getType())->getNumElements();
}

/// `value` as elements of so many bits.
Value* elements(IRBuilder<>& at, Value* value, unsigned bits) {
  return at.CreateBitCast(value,
                          FixedVectorType::get(at.getIntNTy(bits), lanes_of(value) * 32 / bits));
}

/// An instruction for vectors of 4, 8 or 16 words.
Intrinsic::ID by_lanes(unsigned lanes, Intrinsic::ID four, Intrinsic::ID eight,
                       Intrinsic::ID sixteen) {
  return lanes == 4 ? four : lanes == 8 ? eight : sixteen;
}

/// Unsigned bytes by signed ones.
Value* mixed_products(IRBuilder<>& at, Value* a, Value* b) {
  const Intrinsic::ID id =
      by_lanes(lanes_of(a), Intrinsic::x86_avx512_vpdpbusd_128, Intrinsic::x86_avx512_vpdpbusd_256,
               Intrinsic::x86_avx512_vpdpbusd_512);
  return at.CreateIntrinsic(
      id, {}, {Constant::getNullValue(a->getType()), elements(at, a, 8), elements(at, b, 8)});
}

Value* same_products(IRBuilder<>& at, Value* a, Value* b, bool are_signed) {
  const bool is_short = lanes_of(a) == 4;
  const Intrinsic::ID id =
      are_signed ? is_short ? Intrinsic::x86_avx2_vpdpbssd_128 : Intrinsic::x86_avx2_vpdpbssd_256
      : is_short ? Intrinsic::x86_avx2_vpdpbuud_128
                 : Intrinsic::x86_avx2_vpdpbuud_256;
  return at.CreateIntrinsic(
      id, {}, {Constant::getNullValue(a->getType()), elements(at, a, 8), elements(at, b, 8)});
}

Value* by_byte_products(IRBuilder<>& at, Bytes a, Bytes b, const VectorIsa& isa) {
  if (a.are_signed != b.are_signed)
    return a.are_signed ? mixed_products(at, b.words, a.words)
                        : mixed_products(at, a.words, b.words);
  if (isa.has_any_byte_products()) return same_products(at, a.words, b.words, a.are_signed);
  // The rows of a tile share a vector, and each has one number for all lanes: what mends the result
  // is computed of what they share.
  if (getSplatValue(b.words)) std::swap(a, b);
  Type* type = a.words->getType();
  Value* moved = at.CreateXor(a.words, ConstantInt::get(type, kTops));
  if (a.are_signed) {
    Value* sum = mixed_products(at, ConstantInt::get(type, kTops), b.words);
    return at.CreateSub(mixed_products(at, moved, b.words), sum);
  }
  Value* sum = mixed_products(at, b.words, ConstantInt::get(type, kHalfTops));
  return at.CreateAdd(mixed_products(at, b.words, moved), at.CreateShl(sum, 1));
}

/// Every other byte as a number of 16 bits, beginning with the second one if `odd`.
Value* halves(IRBuilder<>& at, Bytes bytes, bool odd) {
  Value* all = elements(at, bytes.words, 16);
  if (bytes.are_signed) return at.CreateAShr(odd ? all : at.CreateShl(all, 8), 8);
  return odd ? at.CreateLShr(all, 8) : at.CreateAnd(all, 0xff);
}

Value* by_halves(IRBuilder<>& at, Bytes a, Bytes b) {
  const Intrinsic::ID id =
      by_lanes(lanes_of(a.words), Intrinsic::x86_sse2_pmadd_wd, Intrinsic::x86_avx2_pmadd_wd,
               Intrinsic::x86_avx512_pmaddw_d_512);
  Value* even = at.CreateIntrinsic(id, {}, {halves(at, a, false), halves(at, b, false)});
  return at.CreateAdd(even, at.CreateIntrinsic(id, {}, {halves(at, a, true), halves(at, b, true)}));
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

/// The instruction that saturates what it adds, or none of those that dot_bytes makes.
Intrinsic::ID saturating(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::x86_avx512_vpdpbusd_128:
      return Intrinsic::x86_avx512_vpdpbusds_128;
    case Intrinsic::x86_avx512_vpdpbusd_256:
      return Intrinsic::x86_avx512_vpdpbusds_256;
    case Intrinsic::x86_avx512_vpdpbusd_512:
      return Intrinsic::x86_avx512_vpdpbusds_512;
    case Intrinsic::x86_avx2_vpdpbssd_128:
      return Intrinsic::x86_avx2_vpdpbssds_128;
    case Intrinsic::x86_avx2_vpdpbssd_256:
      return Intrinsic::x86_avx2_vpdpbssds_256;
    case Intrinsic::x86_avx2_vpdpbuud_128:
      return Intrinsic::x86_avx2_vpdpbuuds_128;
    case Intrinsic::x86_avx2_vpdpbuud_256:
      return Intrinsic::x86_avx2_vpdpbuuds_256;
    default:
      return Intrinsic::not_intrinsic;
  }
}

bool has_unsigned_sum(const IntrinsicInst& products) {
  return products.getIntrinsicID() == Intrinsic::x86_avx2_vpdpbuud_128 ||
         products.getIntrinsicID() == Intrinsic::x86_avx2_vpdpbuud_256;
}

/// `value` if it is a sum of products alone, which only one instruction takes.
IntrinsicInst* products_of(Value* value) {
  auto* call = dyn_cast<IntrinsicInst>(value);
  const bool is_one = call && call->hasOneUse() &&
                      saturating(call->getIntrinsicID()) != Intrinsic::not_intrinsic &&
                      match(call->getArgOperand(0), PatternMatch::m_Zero());
  return is_one ? call : nullptr;
}

/// Something and `products`, or something and the sum or difference of `products` and a rest.
struct Sum {
  Instruction* result;
  unsigned operand;  ///< number of the operand that is not something else
  IntrinsicInst* products = nullptr;
  BinaryOperator* with_rest = nullptr;
  unsigned operand_of_rest = 0;  ///< that is products

  bool saturates() const { return result->getOpcode() != Instruction::Add; }
  Value* other() const { return result->getOperand(1 - operand); }
};

/// Fills in the products, if there are any.
bool find_products(Sum& sum) {
  Value* value = sum.result->getOperand(sum.operand);
  sum.products = products_of(value);
  auto* inner = dyn_cast<BinaryOperator>(value);
  if (sum.products || sum.saturates() || !inner || !inner->hasOneUse()) return sum.products;
  const bool is_difference = inner->getOpcode() == Instruction::Sub;
  if (!is_difference && inner->getOpcode() != Instruction::Add) return false;
  sum.with_rest = inner;
  sum.products = products_of(inner->getOperand(0));
  if (sum.products || is_difference) return sum.products;
  sum.operand_of_rest = 1;
  sum.products = products_of(inner->getOperand(1));
  return sum.products;
}

bool is_saturating_sum(const Instruction& instruction) {
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == Intrinsic::sadd_sat ||
                  call->getIntrinsicID() == Intrinsic::uadd_sat);
}

std::optional<Sum> sum_of(Instruction& instruction) {
  const bool is_saturated = is_saturating_sum(instruction);
  if (instruction.getOpcode() != Instruction::Add && !is_saturated) return std::nullopt;
  const bool is_unsigned =
      is_saturated && cast<IntrinsicInst>(instruction).getIntrinsicID() == Intrinsic::uadd_sat;
  for (const unsigned operand : {0U, 1U}) {
    Sum sum{&instruction, operand};
    if (!find_products(sum)) continue;
    if (!is_saturated || has_unsigned_sum(*sum.products) == is_unsigned) return sum;
  }
  return std::nullopt;
}

/// `value` if it is two vectors one after the other.
ShuffleVectorInst* two_vectors(Value* value) {
  auto* shuffle = dyn_cast<ShuffleVectorInst>(value);
  return shuffle && shuffle->isConcat() ? shuffle : nullptr;
}

bool is_made_of_products(Value* value) {
  while (const auto* two = two_vectors(value)) value = two->getOperand(0);
  const auto* operation = dyn_cast<BinaryOperator>(value);
  return products_of(value) || (operation && (products_of(operation->getOperand(0)) ||
                                              products_of(operation->getOperand(1))));
}

/// A sum of products in several registers as one sum for each register.
void split(Instruction& sum) {
  for (const unsigned operand : {0U, 1U}) {
    ShuffleVectorInst* two = two_vectors(sum.getOperand(operand));
    if (!two || !two->hasOneUse() || !is_made_of_products(two)) continue;
    IRBuilder<> at(&sum);
    Value* other = sum.getOperand(1 - operand);
    const unsigned lanes = lanes_of(&sum) / 2;
    SmallVector<Value*> parts;
    for (const unsigned part : {0U, 1U}) {
      ShuffleVectorInst* both = two_vectors(other);
      Value* addend = both ? both->getOperand(part) : cut(at, other, part * lanes, lanes);
      Value* products = two->getOperand(part);
      parts.push_back(is_saturating_sum(sum)
                          ? at.CreateBinaryIntrinsic(cast<IntrinsicInst>(sum).getIntrinsicID(),
                                                     addend, products)
                          : at.CreateAdd(addend, products));
    }
    sum.replaceAllUsesWith(joined(at, parts));
    RecursivelyDeleteTriviallyDeadInstructions(&sum);
    for (Value* part : parts)
      if (auto* instruction = dyn_cast<Instruction>(part)) split(*instruction);
    return;
  }
}

void split_sums(BasicBlock& block) {
  SmallVector<Instruction*> sums;
  for (Instruction& instruction : block) {
    const bool is_sum = instruction.getOpcode() == Instruction::Add;
    if (instruction.getType()->isVectorTy() && (is_sum || is_saturating_sum(instruction)))
      sums.push_back(&instruction);
  }
  for (Instruction* sum : sums) split(*sum);
}

/// Is `value`, or the vector that it is a part of, what a loop goes on with?
bool is_of_round_before(const Value* value) {
  while (const auto* shuffle = dyn_cast<ShuffleVectorInst>(value)) value = shuffle->getOperand(0);
  return isa<PHINode>(value);
}

/// The sums in a block whose instructions had better add something else themselves. If it is what
/// the iteration before left, the loop waits for the instruction, of about five cycles, instead of
/// an addition: only where so many sums go on at the same time, the machine is busy meanwhile.
SmallVector<Sum> sums_to_join(BasicBlock& block) {
  constexpr size_t kCycles = 5;
  DenseMap<const Value*, Sum> sums;
  SmallVector<std::pair<Sum, const Value*>> found;  // with the begin of its chain
  SmallPtrSet<const Value*, 16> parts, chains;
  for (Instruction& instruction : block) {
    const std::optional<Sum> sum = sum_of(instruction);
    if (!sum) continue;
    const Value* first = sum->other();
    for (auto at = sums.find(first); at != sums.end(); at = sums.find(first))
      first = at->second.other();
    sums[&instruction] = *sum;
    found.emplace_back(*sum, first);
    if (sum->with_rest) parts.insert(sum->with_rest);
    if (is_of_round_before(first)) chains.insert(first);
  }
  SmallVector<Sum> result;
  for (const auto& [sum, first] : found) {
    const bool waits = is_of_round_before(first) && chains.size() < kCycles && !sum.saturates();
    if (!waits && !parts.contains(sum.result)) result.push_back(sum);
  }
  return result;
}

void join(const Sum& sum) {
  IRBuilder<> at(sum.result);
  Value* other = sum.other();
  if (sum.with_rest) {
    const bool is_difference = sum.with_rest->getOpcode() == Instruction::Sub;
    Value* rest = sum.with_rest->getOperand(1 - sum.operand_of_rest);
    other = is_difference ? at.CreateSub(other, rest) : at.CreateAdd(other, rest);
  }
  const Intrinsic::ID id = sum.products->getIntrinsicID();
  Value* all =
      at.CreateIntrinsic(sum.saturates() ? saturating(id) : id, {},
                         {other, sum.products->getArgOperand(1), sum.products->getArgOperand(2)});
  sum.result->replaceAllUsesWith(all);
  RecursivelyDeleteTriviallyDeadInstructions(sum.result);
}

}  // namespace

std::pair<Bytes, Bytes> dot_operands(const CallBase& call, Value* a, Value* b) {
  const auto is_set = [&](unsigned argument) {
    return cast<ConstantInt>(call.getArgOperand(argument))->isOne();
  };
  return {Bytes{a, is_set(2)}, Bytes{b, is_set(3)}};
}

Value* dot_bytes(IRBuilder<>& at, Bytes a, Bytes b, const VectorIsa& isa) {
  const unsigned most = isa.register_bits() / 32;
  auto* type = dyn_cast<FixedVectorType>(a.words->getType());
  const unsigned lanes = type ? type->getNumElements() : 1;
  if (lanes < 4 || !isPowerOf2_32(lanes)) return by_bytes(at, a, b);
  if (lanes <= most)
    return isa.has_byte_products() ? by_byte_products(at, a, b, isa) : by_halves(at, a, b);
  SmallVector<Value*> parts;
  for (unsigned start = 0; start < lanes; start += most) {
    const auto part = [&](Bytes of) {
      return Bytes{cut(at, of.words, start, most), of.are_signed};
    };
    parts.push_back(dot_bytes(at, part(a), part(b), isa));
  }
  return joined(at, parts);
}

void add_to_dot_products(Function& function) {
  for (BasicBlock& block : function) {
    split_sums(block);
    for (const Sum& sum : sums_to_join(block)) join(sum);
  }
}

void make_scalar_dot_products(Module& module, const VectorIsa& isa) {
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
