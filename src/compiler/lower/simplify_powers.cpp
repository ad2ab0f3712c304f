// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/simplify_powers.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

#include <cmath>

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr int kMostFactors = 16;  // half an ULP for each; §7.4 allows sixteen
constexpr int kMostDivisors = 8;  // each comes with an error of its own

enum class Family { None, Pow, Powr, Pown, Rootn };

Family family_of(StringRef name) {
  auto is = [&](StringRef mangled) {
    // The types follow, of which the first is float, double or a vector of them.
    return name.starts_with(mangled) && name.size() > mangled.size() &&
           StringRef("fdD").contains(name[mangled.size()]);
  };
  if (is("_Z3pow")) return Family::Pow;
  if (is("_Z4powr")) return Family::Powr;
  if (is("_Z4pown")) return Family::Pown;
  if (is("_Z5rootn")) return Family::Rootn;
  return Family::None;
}

std::optional<double> constant_exponent(const Value* value) {
  using namespace PatternMatch;
  const APFloat* number;
  const APInt* integer;
  if (match(value, m_APFloat(number))) return number->convertToDouble();
  if (match(value, m_APInt(integer))) return static_cast<double>(integer->getSExtValue());
  return std::nullopt;
}

Value* power(IRBuilder<>& at, Value* x, unsigned exponent) {
  Value* result = nullptr;
  for (Value* square = x; exponent != 0; exponent /= 2) {
    if (exponent % 2 != 0) result = result ? at.CreateFMul(result, square) : square;
    if (exponent > 1) square = at.CreateFMul(square, square);
  }
  return result;
}

/// Returns the root; that of a negative zero is a positive zero (§7.5.1).
Value* root(IRBuilder<>& at, Value* x) {
  Value* sum = at.CreateFAdd(x, ConstantFP::get(x->getType(), 0.0));
  return at.CreateUnaryIntrinsic(Intrinsic::sqrt, sum);
}

Value* whole_power(IRBuilder<>& at, Value* x, double exponent, Family family) {
  Value* one = ConstantFP::get(x->getType(), 1.0);
  // powr is undefined for negative numbers, and for zeros and infinities to the power of zero.
  if (family == Family::Powr) return nullptr;
  if (exponent == 0.0) return one;
  if (exponent > kMostFactors || -exponent > kMostDivisors) return nullptr;
  Type* type = x->getType();
  if (type->getScalarType()->isHalfTy()) {  // four ULP are allowed: rounded once, at the end
    Type* wide = type->getWithNewType(at.getFloatTy());
    x = at.CreateFPExt(x, wide);
    one = ConstantFP::get(wide, 1.0);
  }
  const auto factors = static_cast<unsigned>(std::abs(exponent));
  Value* result = power(at, exponent > 0 ? x : at.CreateFDiv(one, x), factors);
  return at.CreateFPTrunc(result, type);
}

Value* square_root(IRBuilder<>& at, Value* x, Family family) {
  Value* result = root(at, x);
  if (family == Family::Powr) return result;
  // pow(-inf, y) is inf (§7.5.1).
  Value* infinity = ConstantFP::getInfinity(x->getType());
  Value* lowest = ConstantFP::getInfinity(x->getType(), /*Negative=*/true);
  return at.CreateSelect(at.CreateFCmpOEQ(x, lowest), infinity, result);
}

Value* whole_root(IRBuilder<>& at, Value* x, double exponent) {
  Value* one = ConstantFP::get(x->getType(), 1.0);
  if (exponent == 1.0) return x;
  if (exponent == -1.0) return at.CreateFDiv(one, x);
  if (exponent == 2.0) return root(at, x);
  if (exponent == -2.0) return at.CreateFDiv(one, root(at, x));
  if (exponent == 4.0) return at.CreateUnaryIntrinsic(Intrinsic::sqrt, root(at, x));
  return nullptr;
}

Value* simplified(CallBase& call, Family family) {
  std::optional<double> exponent = constant_exponent(call.getArgOperand(1));
  Value* x = call.getArgOperand(0);
  if (!exponent || x->getType() != call.getType()) return nullptr;
  IRBuilder<> at(&call);
  if (isa<FPMathOperator>(call)) at.setFastMathFlags(call.getFastMathFlags());
  if (family == Family::Rootn) return whole_root(at, x, *exponent);
  if (*exponent == 0.5) return square_root(at, x, family);
  if (*exponent != std::trunc(*exponent)) return nullptr;
  return whole_power(at, x, *exponent, family);
}

}  // namespace

PreservedAnalyses simplify_powers(Function& kernel, KernelContext& /*context*/,
                                  FunctionAnalysisManager& /*analyses*/) {
  Module& module = *kernel.getParent();
  for (Function& function : module) {
    const Family family = family_of(function.getName());
    if (family == Family::None || !function.isDeclaration() || function.arg_size() != 2) continue;
    for (User* user : make_early_inc_range(function.users())) {
      auto* call = dyn_cast<CallBase>(user);
      if (!call || call->getCalledOperand() != &function) continue;
      if (Value* result = simplified(*call, family)) {
        call->replaceAllUsesWith(result);
        call->eraseFromParent();
      }
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
