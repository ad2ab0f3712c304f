// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/pipe_storage.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <array>

#include "abi/compiler_interface.h"
#include "abi/kernel_abi.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/imports.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kPipeStorage = 60;  // capability
constexpr uint64_t kMostBytes = uint64_t{1} << 40;

constexpr llvm::StringLiteral kStorage = "__hd_spirv_pipe_storage.";  // then an id
constexpr llvm::StringLiteral kPipe = "__hd_spirv_pipe_of_storage.";

/// The contents of the translator's variable.
struct Numbers {
  uint64_t packet_size, packet_align, max_packets;
};

std::optional<Numbers> numbers(const llvm::GlobalVariable& variable) {
  if (!variable.getName().starts_with(kStorage) || !variable.hasInitializer()) return std::nullopt;
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
  variable->setAlignment(llvm::Align(HD_MAX_TYPE_ALIGN));
  return variable;
}

/// Makes a pipe with the layout of clCreatePipe.
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
  variable->setAlignment(llvm::Align(HD_MAX_TYPE_ALIGN));
  return variable;
}

/// Returns the pipe at an address, for `call`. Newer translators have a type for pipes, and only a
/// load makes a value of it.
llvm::Value* pipe_at_address(llvm::CallInst& call) {
  llvm::Value* address = call.getArgOperand(0);
  if (call.getType() == address->getType()) return address;
  llvm::BasicBlock& entry = call.getFunction()->getEntryBlock();
  auto* slot = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(address->getType());
  llvm::IRBuilder<> at(&call);
  at.CreateStore(address, slot);
  return at.CreateLoad(call.getType(), slot);
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

PipeStorage::PipeStorage(const Module& module) {
  module.each([&](const Instruction& one) {
    if (one.opcode == OpTypePipeStorage) storage_ = one.operands[0];
    if (one.opcode == OpCreatePipeFromPipeStorage) functions_[one.operands[0]] = 0;
  });
}

void PipeStorage::declare(uint32_t& bound, std::vector<uint32_t>& words) {
  for (auto& [type, function] : functions_)
    function =
        append_import(words, bound, kPipe.str() + std::to_string(type), type, std::array{storage_});
}

bool PipeStorage::rewrite(const Instruction& one, uint32_t& bound, std::vector<uint32_t>& words) {
  constexpr uint32_t kCrossWorkgroup = 5, kBits = 32, kUnsigned = 0;
  const auto& operands = one.operands;
  switch (one.opcode) {
    case OpTypePipeStorage:
      number_ = bound++;
      numbers_ = bound++;
      append(words, OpTypeInt, std::array{number_, kBits, kUnsigned});
      append(words, OpTypeStruct, std::array{numbers_, number_, number_, number_});
      append(words, OpTypePointer, std::array{storage_, kCrossWorkgroup, numbers_});
      return true;
    case OpConstantPipeStorage: {
      std::vector<uint32_t> initial = {numbers_, bound++};
      for (const uint32_t number : operands.subspan(2)) {
        initial.push_back(bound++);
        append(words, OpConstant, std::array{number_, initial.back(), number});
      }
      append(words, OpConstantComposite, initial);
      append_linkage(words, operands[1], kStorage.str() + std::to_string(operands[1]),
                     /*is_import=*/false);
      append(words, OpVariable, std::array{storage_, operands[1], kCrossWorkgroup, initial[1]});
      return true;
    }
    case OpCreatePipeFromPipeStorage:
      append(words, OpFunctionCall,
             std::array{operands[0], operands[1], functions_[operands[0]], operands[2]});
      return true;
    default:
      return false;
  }
}

Status make_pipes(llvm::Module& module) {
  for (auto& variable : llvm::make_early_inc_range(module.globals())) {
    const auto found = numbers(variable);
    if (!found) continue;
    const auto [packet_size, packet_align, max_packets] = *found;
    if (packet_size * max_packets > kMostBytes || packet_align > HD_MAX_TYPE_ALIGN)
      return Error{HDC_INVALID_INPUT, "SPIR-V: a pipe's packets are too many, or aligned too far"};
    variable.replaceAllUsesWith(make_pipe(module, *found));
    variable.eraseFromParent();
  }
  for (auto& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with(kPipe)) continue;
    for (auto* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->arg_size() != 1) continue;
      call->replaceAllUsesWith(pipe_at_address(*call));
      call->eraseFromParent();
    }
  }
  return {};
}

}  // namespace heddle::compiler::spirv
