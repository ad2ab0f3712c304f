// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/printf_formats.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kPrintf = 184;         // in OpenCL.std
constexpr uint32_t kUniformConstant = 0;  // storage class
constexpr size_t kFormat = 4;             // operand
constexpr std::string_view kExtension = "SPV_EXT_relaxed_printf_string_address_space";

bool is_extension(const Instruction& one) {
  return one.opcode == OpExtension && string_at(one, 0) == kExtension;
}

bool is_same_place(uint16_t opcode) {
  return opcode == OpBitcast || opcode == OpCopyObject || opcode == OpPtrCastToGeneric ||
         opcode == OpGenericCastToPtr;
}

bool is_chain(uint16_t opcode) {
  return opcode == OpAccessChain || opcode == OpInBoundsAccessChain || opcode == OpPtrAccessChain ||
         opcode == OpInBoundsPtrAccessChain;
}

}  // namespace

PrintfFormats::PrintfFormats(const Module& module, uint32_t& bound)
    : bound_(bound), declared_(module), types_(result_types(module)), layouts_(module, declared_) {
  module.each([&](const Instruction& one) { note(one); });
  module.each([&](const Instruction& one) { note_format(one); });
  if (literals_.empty()) return;
  if (!has_number_) number_ = bound_++;
  zero_ = bound_++;
}

void PrintfFormats::note(const Instruction& one) {
  const auto& operands = one.operands;
  has_extension_ |= is_extension(one);
  if (operands.size() < 2) return;
  if (one.opcode == OpExtInstImport && string_at(one, 1) == "OpenCL.std") set_ = operands[0];
  if (one.opcode == OpTypeInt && operands[1] == 32) {
    number_ = operands[0];
    has_number_ = true;
  }
  if (operands.size() < 3) return;
  if (one.opcode == OpTypePointer) {
    pointers_[operands[0]] = {operands[1], operands[2]};
    if (operands[1] == kUniformConstant) in_constant_[operands[2]] = operands[0];
  }
  if (one.opcode == OpVariable && operands.size() == 4)
    variables_[operands[1]] = {.type = operands[0], .initializer = operands[3]};
  const auto is_zero = [&](uint32_t index) { return layouts_.number(index) == 0; };
  if (is_same_place(one.opcode) ||
      (is_chain(one.opcode) && std::ranges::all_of(operands.subspan(3), is_zero)))
    origins_[operands[1]] = operands[2];
}

void PrintfFormats::note_format(const Instruction& one) {
  if (one.opcode != OpExtInst || one.operands.size() <= kFormat || one.operands[2] != set_ ||
      one.operands[3] != kPrintf)
    return;
  const uint32_t format = one.operands[kFormat];
  const auto type = types_.find(format);
  const auto pointer = type == types_.end() ? pointers_.end() : pointers_.find(type->second);
  if (pointer == pointers_.end()) return;
  const auto [storage_class, pointee] = pointer->second;
  if (storage_class == kUniformConstant && !declared_.is_aggregate(pointee)) return;
  const auto variable = variable_of(format);
  if (!variable) return;
  Literal literal = variables_.at(*variable);
  const auto held = pointers_.find(literal.type);
  if (held == pointers_.end()) return;
  const uint32_t array = held->second.pointee, character = declared_.member(array, 0);
  const Scalar* scalar = declared_.scalar(character);
  if (!declared_.is_aggregate(array) || !scalar || scalar->bits != 8) return;
  literal.characters = pointer_to(character);
  if (held->second.storage_class != kUniformConstant) {
    literal.copy_type = pointer_to(array);
    literal.copy = bound_++;
  }
  formats_[format] = *variable;
  literals_.emplace(*variable, literal);
}

/// Returns the type of a pointer to constant memory.
uint32_t PrintfFormats::pointer_to(uint32_t pointee) {
  const auto [found, is_new] = in_constant_.emplace(pointee, bound_);
  if (is_new) new_types_[pointee] = bound_++;
  return found->second;
}

/// Returns the variable of the literal, if the pointer points to its beginning.
std::optional<uint32_t> PrintfFormats::variable_of(uint32_t pointer) const {
  std::map<uint32_t, uint32_t>::const_iterator from;
  for (size_t steps = 0; steps <= origins_.size(); ++steps) {  // ends in an invalid module, too
    if (variables_.contains(pointer)) return pointer;
    from = origins_.find(pointer);
    if (from == origins_.end()) return std::nullopt;
    pointer = from->second;
  }
  return std::nullopt;
}

bool PrintfFormats::rewrite(const Instruction& one, std::vector<uint32_t>& words) {
  if (is_extension(one)) return true;
  if (one.opcode == OpFunction && !std::exchange(functions_begun_, true)) declare(words);
  const bool is_printf = one.opcode == OpExtInst && one.operands.size() > kFormat &&
                         one.operands[2] == set_ && one.operands[3] == kPrintf;
  const auto format = is_printf ? formats_.find(one.operands[kFormat]) : formats_.end();
  if (format == formats_.end()) return false;
  const Literal& literal = literals_.at(format->second);
  const uint32_t first = bound_++;
  append(words, OpInBoundsPtrAccessChain,
         std::array{literal.characters, first, literal.copy ? literal.copy : format->second, zero_,
                    zero_});
  std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
  operands[kFormat] = first;
  append(words, OpExtInst, operands);
  return true;
}

void PrintfFormats::declare(std::vector<uint32_t>& words) const {
  if (literals_.empty()) return;
  if (!has_number_) append(words, OpTypeInt, std::array{number_, 32u, 0u});
  append(words, OpConstant, std::array{number_, zero_, 0u});
  for (const auto& [pointee, type] : new_types_)
    append(words, OpTypePointer, std::array{type, kUniformConstant, pointee});
  for (const auto& [id, literal] : literals_) {
    if (literal.copy == 0) continue;
    append(words, OpVariable,
           std::array{literal.copy_type, literal.copy, kUniformConstant, literal.initializer});
  }
}

}  // namespace heddle::compiler::spirv
