// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/constant_faults.h"

#include <algorithm>
#include <array>

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kBackend = 43;  // as SPIR-V's list of generators has it
constexpr size_t kFirstMember = 2, kInitializer = 3, kOpcode = 2, kBase = 3;  // operands

bool is_too_long(const Instruction& one) {
  return one.opcode == OpConstantNull && one.operands.size() > 2;
}

}  // namespace

ConstantFaults::ConstantFaults(const Module& module, uint32_t& bound)
    : bound_(bound), is_backends_(module.generator() == kBackend) {
  module.each([&](const Instruction& one) { note(one); });
}

void ConstantFaults::note(const Instruction& one) {
  const auto& operands = one.operands;
  if (operands.size() < 2) return;
  switch (one.opcode) {
    case OpTypeInt:
      integers_.insert(operands[0]);
      if (operands[1] == 8) bytes_.insert(operands[0]);
      break;
    case OpTypePointer:
      if (operands.size() == 3) pointers_[operands[0]] = {operands[1], operands[2]};
      break;
    case OpTypeVector:
    case OpTypeArray:
      composites_[operands[0]] = {true, {operands[1]}};
      break;
    case OpTypeStruct:
      composites_[operands[0]] = {false, {operands.begin() + 1, operands.end()}};
      break;
    default:
      note_constant(one);
      break;
  }
}

void ConstantFaults::note_constant(const Instruction& one) {
  const auto& operands = one.operands;
  switch (one.opcode) {
    case OpConstant:
    case OpConstantNull:
      needed_ |= is_too_long(one);
      types_[operands[1]] = operands[0];
      if (integers_.contains(operands[0]) &&
          std::ranges::all_of(operands.subspan(2), [](uint32_t word) { return word == 0; }))
        zeros_.insert(operands[1]);
      break;
    case OpVariable:
      if (operands.size() > kInitializer && pointers_.contains(operands[0]))
        needed_ |= is_other(operands[kInitializer], pointers_[operands[0]].pointee);
      types_[operands[1]] = operands[0];
      break;
    case OpSpecConstantOp:
      types_[operands[1]] = operands[0];
      needed_ |= is_in_bytes(one);
      break;
    case OpConstantComposite:
      for (size_t at = kFirstMember; at < operands.size(); ++at)
        needed_ |= is_other(operands[at], member_type(one, at));
      break;
    default:
      break;
  }
}

bool ConstantFaults::is_in_bytes(const Instruction& chain) const {
  const auto& operands = chain.operands;
  if (!is_backends_ || operands.size() != kBase + 3 || !zeros_.contains(operands[kBase + 1]) ||
      (operands[kOpcode] != OpPtrAccessChain && operands[kOpcode] != OpInBoundsPtrAccessChain))
    return false;
  const auto part = pointers_.find(operands[0]);
  const auto type = types_.find(operands[kBase]);
  const auto base = type == types_.end() ? pointers_.end() : pointers_.find(type->second);
  if (part == pointers_.end() || base == pointers_.end()) return false;
  const auto whole = composites_.find(base->second.pointee);
  const uint32_t byte = part->second.pointee;
  const bool has_bytes =
      whole != composites_.end() && whole->second.are_alike && whole->second.members[0] == byte;
  return bytes_.contains(byte) && !has_bytes;
}

/// Returns the type of a member; 0 if there is none.
uint32_t ConstantFaults::member_type(const Instruction& composite, size_t operand) const {
  const auto of = composites_.find(composite.operands[0]);
  if (of == composites_.end()) return 0;
  const size_t at = of->second.are_alike ? 0 : operand - kFirstMember;
  return at < of->second.members.size() ? of->second.members[at] : 0;
}

bool ConstantFaults::is_other(uint32_t constant, uint32_t type) const {
  const auto wanted = pointers_.find(type);
  if (wanted == pointers_.end()) return false;
  if (zeros_.contains(constant)) return true;
  const auto has = types_.find(constant);
  if (has == types_.end() || has->second == type) return false;
  const auto given = pointers_.find(has->second);
  return given != pointers_.end() && given->second.storage_class == wanted->second.storage_class;
}

/// Converts the constant to a pointer of `type`.
uint32_t ConstantFaults::converted(uint32_t constant, uint32_t type, std::vector<uint32_t>& words) {
  const bool is_null = zeros_.contains(constant);
  const auto [found, is_new] = converted_.emplace(std::pair{is_null ? 0 : constant, type}, bound_);
  if (!is_new) return found->second;
  if (is_null)
    append(words, OpConstantNull, std::array{type, bound_++});
  else
    append(words, OpSpecConstantOp, std::array{type, bound_++, uint32_t{OpBitcast}, constant});
  return found->second;
}

bool ConstantFaults::rewrite(const Instruction& one, std::vector<uint32_t>& words) {
  if (is_too_long(one)) {
    append(words, OpConstantNull, one.operands.first(2));
    return true;
  }
  if (one.opcode == OpSpecConstantOp && is_in_bytes(one)) {
    const uint32_t type = one.operands[0], bytes = bound_++;
    append(words, OpSpecConstantOp,
           std::array{type, bytes, uint32_t{OpBitcast}, one.operands[kBase]});
    append(words, OpSpecConstantOp,
           std::array{type, one.operands[1], one.operands[kOpcode], bytes, one.operands.back()});
    return true;
  }
  std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
  const auto convert = [&](size_t at, uint32_t type) {
    if (is_other(operands[at], type)) operands[at] = converted(operands[at], type, words);
  };
  if (one.opcode == OpConstantComposite) {
    for (size_t at = kFirstMember; at < operands.size(); ++at) convert(at, member_type(one, at));
  } else if (one.opcode == OpVariable && operands.size() > kInitializer) {
    const auto type = pointers_.find(operands[0]);
    if (type == pointers_.end()) return false;
    convert(kInitializer, type->second.pointee);
  } else {
    return false;
  }
  append(words, one.opcode, operands);
  return true;
}

}  // namespace heddle::compiler::spirv
