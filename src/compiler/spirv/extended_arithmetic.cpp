// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/extended_arithmetic.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <array>

#include "compiler/spirv/imports.h"

namespace heddle::compiler::spirv {
namespace {

constexpr llvm::StringLiteral kPrefix =
    "__hd_spirv_extended.";  // then the opcode and the type's id

bool is_extended(uint16_t opcode) {
  return opcode >= OpIAddCarry && opcode <= OpSMulExtended;
}

struct Halves {
  llvm::Value *low, *high;
};

Halves expand(llvm::IRBuilder<>& at, unsigned opcode, llvm::Value* a, llvm::Value* b) {
  auto* type = a->getType();
  if (opcode == OpIAddCarry) {
    auto* sum = at.CreateAdd(a, b);
    return {sum, at.CreateZExt(at.CreateICmpULT(sum, a), type)};
  }
  if (opcode == OpISubBorrow)
    return {at.CreateSub(a, b), at.CreateZExt(at.CreateICmpULT(a, b), type)};
  const unsigned bits = type->getScalarSizeInBits();
  auto* twice = type->getExtendedType();
  const bool is_signed = opcode == OpSMulExtended;
  const auto extended = [&](llvm::Value* x) {
    return is_signed ? at.CreateSExt(x, twice) : at.CreateZExt(x, twice);
  };
  auto* product = at.CreateMul(extended(a), extended(b));
  return {at.CreateTrunc(product, type), at.CreateTrunc(at.CreateLShr(product, bits), type)};
}

/// Tells whether it returns { T, T } for two arguments of type T.
bool has_right_types(const llvm::Function& function) {
  const auto* pair = llvm::dyn_cast<llvm::StructType>(function.getReturnType());
  if (!pair || pair->getNumElements() != 2 || function.arg_size() != 2) return false;
  auto* type = pair->getElementType(0);
  return type->isIntOrIntVectorTy() && pair->getElementType(1) == type &&
         function.getArg(0)->getType() == type && function.getArg(1)->getType() == type;
}

}  // namespace

ExtendedArithmetic::ExtendedArithmetic(const Module& module) {
  module.each([&](const Instruction& one) {
    if (is_extended(one.opcode)) functions_[{one.opcode, one.operands[0]}] = 0;
  });
}

void ExtendedArithmetic::declare(const Declarations& declared, uint32_t& bound,
                                 std::vector<uint32_t>& words) {
  for (auto& [key, function] : functions_) {
    const auto [opcode, result] = key;
    const uint32_t member = declared.member(result, 0);
    if (member == 0) continue;
    const auto name = kPrefix.str() + std::to_string(opcode) + "." + std::to_string(result);
    function = append_import(words, bound, name, result, std::array{member, member});
  }
}

bool ExtendedArithmetic::rewrite(const Instruction& one, std::vector<uint32_t>& words) const {
  const auto found = functions_.find({one.opcode, one.operands[0]});
  if (found == functions_.end() || found->second == 0) return false;
  const auto& operands = one.operands;
  append(words, OpFunctionCall,
         std::array{operands[0], operands[1], found->second, operands[2], operands[3]});
  return true;
}

void expand_extended_arithmetic(llvm::Module& module) {
  for (auto& function : llvm::make_early_inc_range(module)) {
    auto name = function.getName();
    unsigned opcode = 0;
    if (!function.isDeclaration() || !name.consume_front(kPrefix) ||
        name.consumeInteger(10, opcode) || !has_right_types(function))
      continue;
    for (auto* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != &function) continue;
      llvm::IRBuilder<> at(call);
      const auto [low, high] = expand(at, opcode, call->getArgOperand(0), call->getArgOperand(1));
      auto* pair = at.CreateInsertValue(llvm::PoisonValue::get(call->getType()), low, 0);
      call->replaceAllUsesWith(at.CreateInsertValue(pair, high, 1));
      call->eraseFromParent();
    }
  }
}

}  // namespace heddle::compiler::spirv
