// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/declarations.h"

#include <spirv-tools/libspirv.h>

#include <memory>

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kDecorationSpecId = 1;

size_t least_operands(uint16_t opcode) {
  switch (opcode) {
    case OpTypeInt:
    case OpTypeVector:
    case OpTypePointer:
    case OpTypeArray:
      return 3;
    case OpTypeFloat:
      return 2;
    default:
      return 1;
  }
}

}  // namespace

void Declarations::note(const Instruction& one) {
  const auto& words = one.operands;
  if (words.size() < least_operands(one.opcode)) return;
  switch (one.opcode) {
    case OpTypeBool:
      scalars_[words[0]] = {1, false};
      break;
    case OpTypeInt:
      scalars_[words[0]] = {words[1], words[2] != 0};
      break;
    case OpTypeFloat:
      scalars_[words[0]] = {words[1], false};
      break;
    case OpTypeVector:
      vectors_[words[0]] = words[2];
      members_[words[0]] = {true, {words[1]}};
      break;
    case OpTypePointer:
      pointees_[words[0]] = words[2];
      break;
    case OpTypeArray:
      members_[words[0]] = {true, {words[1]}, words[2]};
      break;
    case OpTypeStruct:
      members_[words[0]] = {false, {words.begin() + 1, words.end()}};
      break;
    case OpDecorate:
      if (words.size() == 3 && words[1] == kDecorationSpecId) spec_ids_[words[0]] = words[2];
      break;
    case OpGroupDecorate:
      if (const uint32_t* id = spec_id(words[0])) {
        const uint32_t value = *id;
        for (const uint32_t target : words.subspan(1)) spec_ids_[target] = value;
      }
      break;
    default:
      break;
  }
}

bool is_spec_constant(const Instruction& one) {
  return one.opcode == OpSpecConstant || one.opcode == OpSpecConstantTrue ||
         one.opcode == OpSpecConstantFalse;
}

namespace {

/// Parses a module with SPIRV-Tools, which know the operands of instructions.
template <class See>
void parse(const Module& module, See& see) {
  const auto note = [](void* data, const spv_parsed_instruction_t* one) {
    (*static_cast<See*>(data))(*one);
    return SPV_SUCCESS;
  };
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
      spvContextCreate(SPV_ENV_UNIVERSAL_1_6), &spvContextDestroy);
  const auto& words = module.words();
  spvBinaryParse(context.get(), &see, words.data(), words.size(), nullptr, note, nullptr);
}

}  // namespace

std::map<uint32_t, uint32_t> result_types(const Module& module) {
  std::map<uint32_t, uint32_t> types;
  auto note = [&](const spv_parsed_instruction_t& one) {
    if (one.type_id != 0) types[one.result_id] = one.type_id;
  };
  parse(module, note);
  return types;
}

void each_use(const Module& module, const std::function<void(const Instruction&, size_t)>& see) {
  auto note = [&](const spv_parsed_instruction_t& one) {
    const Instruction instruction{one.opcode, {one.words + 1, one.num_words - 1u}};
    for (const auto& operand : std::span(one.operands, one.num_operands)) {
      if (operand.type == SPV_OPERAND_TYPE_ID || operand.type == SPV_OPERAND_TYPE_SCOPE_ID ||
          operand.type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID)
        see(instruction, operand.offset - 1u);
    }
  };
  parse(module, note);
}

}  // namespace heddle::compiler::spirv
