// SPDX-License-Identifier: Apache-2.0
// Sums of the products of four bytes with four others (a.x * b.x + a.y * b.y + a.z * b.z +
// a.w * b.w of char4, or of bytes cut from words) become the intrinsic that stands for
// cl_khr_integer_dot_product, which is one instruction or a few for all lanes.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <array>
#include <optional>

#include "compiler/ir/kernel_context.h"
#include "compiler/vectorize/plan/passes.h"

namespace heddle::compiler {
using namespace llvm;
using namespace PatternMatch;

namespace {

constexpr unsigned kBytes = 4;  // of a word

/// Bytes of a word, or elements of a vector of four that was loaded.
struct Source {
  Value* value;
  bool is_signed;

  bool operator==(const Source&) const = default;
};

/// One of them, as a number of 32 bits.
struct Byte {
  Source source;
  uint64_t number;
};

bool is_four_bytes(const Value* value) {
  const auto* type = dyn_cast<FixedVectorType>(value->getType());
  const auto* load = dyn_cast<LoadInst>(value);
  return type && load && load->isSimple() && type->getNumElements() == kBytes &&
         type->getElementType()->isIntegerTy(8);
}

std::optional<Byte> byte_of(Value* number) {
  Value* from = nullptr;
  uint64_t index = 0, shift = 0;
  if (match(number, m_ZExtOrSExt(m_ExtractElt(m_Value(from), m_ConstantInt(index))))) {
    if (!is_four_bytes(from) || index >= kBytes) return std::nullopt;
    return Byte{{from, isa<SExtInst>(number)}, index};
  }
  if (match(number, m_AShr(m_Shl(m_Value(from), m_ConstantInt(shift)), m_SpecificInt(24))))
    return shift % 8 == 0 ? std::optional(Byte{{from, true}, 3 - shift / 8}) : std::nullopt;
  if (match(number, m_AShr(m_Value(from), m_SpecificInt(24)))) return Byte{{from, true}, 3};
  if (match(number, m_LShr(m_Value(from), m_SpecificInt(24)))) return Byte{{from, false}, 3};
  if (match(number, m_And(m_LShr(m_Value(from), m_ConstantInt(shift)), m_SpecificInt(255))))
    return shift % 8 == 0 ? std::optional(Byte{{from, false}, shift / 8}) : std::nullopt;
  if (match(number, m_And(m_Value(from), m_SpecificInt(255)))) return Byte{{from, false}, 0};
  return std::nullopt;
}

using Factors = std::pair<Source, Source>;

struct Product {
  Factors factors;
  uint64_t number;  ///< of its bytes
};

std::optional<Product> product_of(Value* value) {
  Value *a = nullptr, *b = nullptr;
  uint64_t index = 0;
  if (match(value, m_Mul(m_Value(a), m_Value(b)))) {
    const std::optional<Byte> left = byte_of(a), right = byte_of(b);
    if (!left || !right || left->number != right->number || left->number >= kBytes)
      return std::nullopt;
    return Product{{left->source, right->source}, left->number};
  }
  if (!match(value, m_ExtractElt(m_Mul(m_ZExtOrSExt(m_Value(a)), m_ZExtOrSExt(m_Value(b))),
                                 m_ConstantInt(index))))
    return std::nullopt;
  if (!is_four_bytes(a) || !is_four_bytes(b) || index >= kBytes) return std::nullopt;
  const auto* all = cast<Instruction>(cast<ExtractElementInst>(value)->getVectorOperand());
  return Product{{{a, isa<SExtInst>(all->getOperand(0))}, {b, isa<SExtInst>(all->getOperand(1))}},
                 index};
}

/// What a sum is made of: additions in its block that nobody else looks at are taken apart.
SmallVector<Value*> terms_of(BinaryOperator& sum) {
  constexpr size_t kMostTerms = 64;
  SmallVector<Value*> terms{sum.getOperand(0), sum.getOperand(1)};
  for (size_t i = 0; i < terms.size();) {
    auto* inner = dyn_cast<BinaryOperator>(terms[i]);
    const bool is_part = inner && inner->getOpcode() == Instruction::Add && inner->hasOneUse() &&
                         inner->getParent() == sum.getParent() && terms.size() < kMostTerms;
    if (!is_part) {
      ++i;
      continue;
    }
    terms[i] = inner->getOperand(0);
    terms.insert(terms.begin() + static_cast<ptrdiff_t>(i) + 1, inner->getOperand(1));
  }
  return terms;
}

class DotProducts {
 public:
  explicit DotProducts(Function& kernel) : kernel_(kernel) {}

  void run() {
    SmallVector<WeakTrackingVH> sums;
    for (Instruction& instruction : instructions(kernel_)) {
      if (instruction.getOpcode() != Instruction::Add || !instruction.getType()->isIntegerTy(32))
        continue;
      const auto* user =
          instruction.hasOneUse() ? cast<Instruction>(instruction.user_back()) : nullptr;
      const bool is_part = user && user->getOpcode() == Instruction::Add &&
                           user->getParent() == instruction.getParent();
      if (!is_part) sums.push_back(&instruction);
    }
    for (WeakTrackingVH& sum : sums)
      if (sum) replace(*cast<BinaryOperator>(static_cast<Value*>(sum)));
  }

 private:
  void replace(BinaryOperator& sum) {
    SmallVector<Value*> terms = terms_of(sum);
    SmallVector<Factors> found;
    take_products(terms, found);
    if (found.empty()) return;
    IRBuilder<> at(&sum);
    Value* result = nullptr;
    const auto add = [&](Value* term) { result = result ? at.CreateAdd(result, term) : term; };
    for_each(terms, add);
    for (const auto& [a, b] : found) {
      add(at.CreateCall(word(), {word_of_bytes(at, a.value), word_of_bytes(at, b.value),
                                 at.getInt1(a.is_signed), at.getInt1(b.is_signed)}));
    }
    sum.replaceAllUsesWith(result);
    RecursivelyDeleteTriviallyDeadInstructions(&sum);
  }

  /// Takes products away from the terms, four at a time.
  static void take_products(SmallVectorImpl<Value*>& terms, SmallVectorImpl<Factors>& found) {
    SmallVector<std::pair<Factors, std::array<Value*, kBytes>>> sets;
    for (Value* term : SmallVector<Value*>(terms.begin(), terms.end())) {
      const std::optional<Product> one = product_of(term);
      if (!one) continue;
      const auto& [a, b] = one->factors;
      auto* set = find_if(sets, [&](const auto& each) {
        return each.first == one->factors || each.first == Factors{b, a};
      });
      if (set == sets.end()) {
        sets.emplace_back(one->factors, std::array<Value*, kBytes>{});
        set = &sets.back();
      }
      set->second[one->number] = term;
      if (is_contained(set->second, nullptr)) continue;
      found.push_back(set->first);
      for (Value*& taken : set->second) {
        *llvm::find(terms, taken) = nullptr;
        taken = nullptr;
      }
    }
    erase(terms, nullptr);
  }

  /// Bytes that were loaded, loaded as a word.
  static Value* word_of_bytes(IRBuilder<>& at, Value* bytes) {
    auto* load = dyn_cast<LoadInst>(bytes);
    if (!load || !load->getType()->isVectorTy()) return bytes;
    IRBuilder<> beside(load);
    auto* word =
        beside.CreateAlignedLoad(at.getInt32Ty(), load->getPointerOperand(), load->getAlign());
    word->setAAMetadata(load->getAAMetadata());
    return word;
  }

  FunctionCallee word() {
    LLVMContext& context = kernel_.getContext();
    Type *number = Type::getInt32Ty(context), *flag = Type::getInt1Ty(context);
    FunctionCallee callee = kernel_.getParent()->getOrInsertFunction(
        "__hd_dot_bytes", FunctionType::get(number, {number, number, flag, flag}, false));
    auto* function = cast<Function>(callee.getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    return callee;
  }

  Function& kernel_;
};

}  // namespace

void match_dot_products(Module& module, KernelContext& context) {
  if (context.options.optimize) DotProducts(*context.kernel(module)).run();
}

}  // namespace heddle::compiler
