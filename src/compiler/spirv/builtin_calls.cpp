// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/builtin_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>

#include "compiler/spirv/imports.h"

namespace heddle::compiler::spirv {
namespace {

constexpr llvm::StringLiteral kPrefix = "__hd_spirv_builtin.";  // then its name and a number
constexpr uint32_t kBitInstructions = 6025, kGroupUniformArithmeticKHR = 6400;  // capabilities
constexpr uint32_t kScopeWorkgroup = 2;

struct Named {
  uint16_t opcode;
  const char* name;
};
constexpr Named kBitFunctions[] = {
    {OpBitFieldInsert, "bitfield_insert"},
    {OpBitFieldSExtract, "bitfield_extract_signed"},
    {OpBitFieldUExtract, "bitfield_extract_unsigned"},
    {OpBitReverse, "bit_reverse"},
};
constexpr Named kGroupOperations[] = {
    {OpGroupIMulKHR, "mul"},
    {OpGroupFMulKHR, "mul"},
    {OpGroupBitwiseAndKHR, "and"},
    {OpGroupBitwiseOrKHR, "or"},
    {OpGroupBitwiseXorKHR, "xor"},
    {OpGroupLogicalAndKHR, "logical_and"},
    {OpGroupLogicalOrKHR, "logical_or"},
    {OpGroupLogicalXorKHR, "logical_xor"},
};
constexpr const char* kGroupKinds[] = {"reduce", "scan_inclusive", "scan_exclusive"};

const char* name_in(std::span<const Named> table, uint16_t opcode) {
  const auto found = std::ranges::find(table, opcode, &Named::opcode);
  return found == table.end() ? nullptr : found->name;
}

/// How OpenCL C mangles it: unsigned, as SPIR-V tells no signs. Empty for types that no function
/// takes.
std::string mangled(const llvm::Type& type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    const auto element = mangled(*vector->getElementType());
    return "Dv" + std::to_string(vector->getNumElements()) + "_" + element;
  }
  if (type.isHalfTy()) return "Dh";
  if (type.isFloatTy()) return "f";
  if (type.isDoubleTy()) return "d";
  switch (type.isIntegerTy() ? type.getIntegerBitWidth() : 0) {
    case 8:
      return "h";
    case 16:
      return "t";
    case 32:
      return "j";
    case 64:
      return "m";
    default:
      return {};
  }
}

/// Offsets and counts are integers of any width in SPIR-V, predicates booleans.
bool is_narrowed(llvm::StringRef builtin, unsigned index, unsigned count) {
  return builtin.starts_with("bitfield") && index + 2 >= count;
}

/// The built-in and its arguments as it takes them.
llvm::FunctionCallee builtin_of(llvm::Module& module, llvm::StringRef name,
                                const llvm::Function& imported) {
  auto* uint_type = llvm::Type::getInt32Ty(module.getContext());
  const bool is_logical = name.contains("_logical_");
  auto symbol = "_Z" + std::to_string(name.size()) + name.str();
  llvm::SmallVector<llvm::Type*> types;
  std::string vector;  // a type that is mangled as S_ where it is repeated
  for (const auto& argument : imported.args()) {
    const bool narrow = is_narrowed(name, argument.getArgNo(), imported.arg_size());
    auto* type = narrow || is_logical ? uint_type : argument.getType();
    const auto text = is_logical ? std::string("i") : mangled(*type);
    symbol += type->isVectorTy() && text == vector ? "S_" : text;
    if (type->isVectorTy()) vector = text;
    types.push_back(type);
  }
  auto* result = is_logical ? uint_type : imported.getReturnType();
  auto callee = module.getOrInsertFunction(symbol, llvm::FunctionType::get(result, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  if (name.starts_with("work_group")) function->setConvergent();
  return callee;
}

void call_builtin(llvm::CallInst& call, llvm::FunctionCallee builtin) {
  llvm::IRBuilder<> at(&call);
  llvm::SmallVector<llvm::Value*> arguments;
  for (auto [argument, type] : llvm::zip(call.args(), builtin.getFunctionType()->params())) {
    auto* value = argument.get();
    arguments.push_back(value->getType() == type ? value : at.CreateZExtOrTrunc(value, type));
  }
  auto* made = at.CreateCall(builtin, arguments);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  if (llvm::cast<llvm::Function>(builtin.getCallee())->isConvergent()) made->setConvergent();
  llvm::Value* result = made;
  if (call.getType()->isIntegerTy(1)) result = at.CreateIsNotNull(made);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace

bool is_for_builtin_calls(const Instruction& one) {
  if (one.opcode == OpCapability)
    return one.operands[0] == kBitInstructions || one.operands[0] == kGroupUniformArithmeticKHR;
  if (one.opcode != OpExtension) return false;
  const auto name = string_at(one, 0);
  return name == "SPV_KHR_bit_instructions" || name == "SPV_KHR_uniform_group_instructions";
}

BuiltinCalls::BuiltinCalls(const Module& module, const std::map<uint32_t, uint32_t>& types)
    : types_(types) {
  module.each([&](const Instruction& one) {
    if (one.opcode == OpConstant && one.operands[2] == kScopeWorkgroup)
      work_group_.insert(one.operands[1]);
    auto found = signature(one);
    if (!found.builtin.empty()) functions_[std::move(found)] = 0;
  });
}

BuiltinCalls::Signature BuiltinCalls::signature(const Instruction& one) const {
  const auto& operands = one.operands;
  Signature found;
  size_t first = 2;
  if (const char* bits = name_in(kBitFunctions, one.opcode)) {
    found.builtin = bits;
  } else if (const char* operation = name_in(kGroupOperations, one.opcode)) {
    const auto scope = operands[2], kind = operands[3];
    if (!work_group_.contains(scope) || kind >= std::size(kGroupKinds)) return found;
    found.builtin = std::string("work_group_") + kGroupKinds[kind] + "_" + operation;
    first = 4;
  } else {
    return found;
  }
  found.result = operands[0];
  for (const uint32_t operand : operands.subspan(first)) {
    const auto type = types_.find(operand);
    found.parameters.push_back(type == types_.end() ? 0 : type->second);
  }
  return found;
}

void BuiltinCalls::declare(uint32_t& bound, std::vector<uint32_t>& words) {
  for (auto& [signature, function] : functions_) {
    const auto name = kPrefix.str() + signature.builtin + "." + std::to_string(bound);
    function = append_import(words, bound, name, signature.result, signature.parameters);
  }
}

bool BuiltinCalls::rewrite(const Instruction& one, std::vector<uint32_t>& words) const {
  const auto called = signature(one);
  const auto found = functions_.find(called);
  if (found == functions_.end()) return false;
  std::vector<uint32_t> call = {one.operands[0], one.operands[1], found->second};
  const auto arguments = one.operands.last(called.parameters.size());
  call.insert(call.end(), arguments.begin(), arguments.end());
  append(words, OpFunctionCall, call);
  return true;
}

void call_builtins(llvm::Module& module) {
  for (auto& function : llvm::make_early_inc_range(module)) {
    auto name = function.getName();
    if (!function.isDeclaration() || !name.consume_front(kPrefix)) continue;
    const auto builtin = builtin_of(module, name.rsplit('.').first, function);
    for (auto* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call && call->getCalledFunction() == &function) call_builtin(*call, builtin);
    }
  }
}

}  // namespace heddle::compiler::spirv
