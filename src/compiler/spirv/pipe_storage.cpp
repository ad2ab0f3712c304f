// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/pipe_storage.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "abi/kernel_abi.h"
#include "compiler/interface.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kPipeStorage = 60;  // capability
constexpr unsigned kGlobal = 1;        // address space of SPIR
constexpr uint64_t kMostBytes = uint64_t{1} << 40;
constexpr uint64_t kAlign = 128;

/// What the translator's variable holds.
struct Numbers {
  uint64_t packet_size, packet_align, max_packets;
};

std::optional<Numbers> numbers(const llvm::GlobalVariable& variable) {
  const auto* type = llvm::dyn_cast<llvm::StructType>(variable.getValueType());
  if (!type || !type->hasName() || !type->getName().starts_with("spirv.ConstantPipeStorage"))
    return std::nullopt;
  if (!variable.hasInitializer() || type->getNumElements() != 3) return std::nullopt;
  uint64_t values[3];
  for (unsigned i = 0; i < 3; ++i) {
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(
        variable.getInitializer()->getAggregateElement(i));
    if (!number) return std::nullopt;
    values[i] = number->getZExtValue();
  }
  return Numbers{values[0], values[1], values[2]};
}

llvm::GlobalVariable* zeros(llvm::Module& module, llvm::Type* element, uint64_t count) {
  auto* type = llvm::ArrayType::get(element, count);
  auto* variable = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                            llvm::Constant::getNullValue(type), "pipe", nullptr,
                                            llvm::GlobalValue::NotThreadLocal, kGlobal);
  variable->setAlignment(llvm::Align(kAlign));
  return variable;
}

/// As clCreatePipe lays out its pipes.
llvm::GlobalVariable* make_pipe(llvm::Module& module, const Numbers& numbers) {
  auto& context = module.getContext();
  auto* word = llvm::Type::getInt32Ty(context);
  auto* byte = llvm::Type::getInt8Ty(context);
  constexpr size_t kFields = offsetof(hd_pipe, reserved1);
  llvm::Constant* const fields[] = {
      llvm::ConstantInt::get(word, numbers.max_packets),
      llvm::ConstantInt::get(word, numbers.packet_size),
      zeros(module, word, numbers.max_packets),
      zeros(module, word, numbers.max_packets),
      zeros(module, byte, numbers.max_packets * numbers.packet_size),
      llvm::Constant::getNullValue(llvm::ArrayType::get(byte, sizeof(hd_pipe) - kFields))};
  auto* begin = llvm::ConstantStruct::getAnon(context, fields);
  auto* variable =
      new llvm::GlobalVariable(module, begin->getType(), false, llvm::GlobalValue::InternalLinkage,
                               begin, "pipe", nullptr, llvm::GlobalValue::NotThreadLocal, kGlobal);
  variable->setAlignment(llvm::Align(kAlign));
  return variable;
}

}  // namespace

Module without_pipe_storage(const Module& module) {
  bool declared = false;
  module.each([&](const Instruction& one) {
    declared |=
        one.opcode == OpCapability && one.operands.size() == 1 && one.operands[0] == kPipeStorage;
  });
  return module.rewritten([&](const Instruction& one, std::vector<uint32_t>& words) {
    const auto& operands = one.operands;
    if (declared && one.opcode == OpTypePipeStorage && operands.size() == 1)
      return append(words, OpTypeStruct, operands);
    if (declared && one.opcode == OpConstantPipeStorage && operands.size() == 5)
      return append(words, OpConstantNull, operands.first(2));
    append(words, one.opcode, operands);
  });
}

Status make_pipes(llvm::Module& module) {
  for (auto& variable : llvm::make_early_inc_range(module.globals())) {
    const auto found = numbers(variable);
    if (!found) continue;
    const auto [packet_size, packet_align, max_packets] = *found;
    if (packet_size * max_packets > kMostBytes || packet_align > kAlign)
      return Error{HDC_INVALID_INPUT, "SPIR-V: a pipe's packets are too many, or aligned too far"};
    variable.replaceAllUsesWith(make_pipe(module, *found));
    variable.eraseFromParent();
  }
  for (auto& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() ||
        !function.getName().contains("__spirv_CreatePipeFromPipeStorage"))
      continue;
    for (auto* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->arg_size() != 1 || call->getType() != call->getArgOperand(0)->getType())
        continue;
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
  }
  return {};
}

}  // namespace heddle::compiler::spirv
