// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/pointer_arithmetic.h"

#include <array>
#include <utility>

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kInt64 = 11;  // capability

/// Returns the equivalent instruction for integers; 0 for other instructions. Pointers are ordered
/// as unsigned numbers.
uint16_t comparison(uint16_t opcode) {
  switch (opcode) {
    case OpPtrEqual:
      return OpIEqual;
    case OpPtrNotEqual:
      return OpINotEqual;
    case OpIEqual:
    case OpINotEqual:
    case OpUGreaterThan:
    case OpUGreaterThanEqual:
    case OpULessThan:
    case OpULessThanEqual:
      return opcode;
    default:
      return 0;
  }
}

bool is_for_pointers(uint16_t opcode) {
  return opcode == OpPtrEqual || opcode == OpPtrNotEqual || opcode == OpPtrDiff;
}

}  // namespace

PointerArithmetic::PointerArithmetic(const Module& module, uint32_t& bound)
    : bound_(bound), types_(result_types(module)) {
  module.each([&](const Instruction& one) { note(one); });
  if (!needed()) return;
  if (!has_number_type_) number_type_ = bound_++;
  one_ = bound_++;
}

void PointerArithmetic::note(const Instruction& one) {
  const auto& operands = one.operands;
  if (one.opcode == OpCapability && operands.size() == 1 && operands[0] == kInt64)
    has_int64_ = true;
  if (one.opcode == OpTypeInt && operands.size() == 3 && operands[1] == 64 && operands[2] == 0) {
    number_type_ = operands[0];
    has_number_type_ = true;
  }
  if (one.opcode == OpTypePointer && operands.size() == 3) pointees_[operands[0]] = operands[2];
  has_bitcasts_ |= is_bitcast(one);
  if (!is_ours(one)) return;
  (is_for_pointers(one.opcode) ? has_pointer_instructions_ : has_integer_instructions_) = true;
}

bool PointerArithmetic::is_ours(const Instruction& one) const {
  if (one.operands.size() != 4) return false;
  if (is_for_pointers(one.opcode)) return true;
  if (comparison(one.opcode) == 0) return false;
  return is_pointer(one.operands[2]) && is_pointer(one.operands[3]);
}

bool PointerArithmetic::is_pointer(uint32_t id) const {
  const auto type = types_.find(id);
  return type != types_.end() && pointees_.contains(type->second);
}

/// Tells whether it converts between a pointer and something else.
bool PointerArithmetic::is_bitcast(const Instruction& one) const {
  return one.opcode == OpBitcast && one.operands.size() == 3 &&
         pointees_.contains(one.operands[0]) != is_pointer(one.operands[2]);
}

bool PointerArithmetic::rewrite(const Instruction& one, std::vector<uint32_t>& words) {
  if (!needed()) return false;
  if (!std::exchange(begun_, true) && !has_int64_) append(words, OpCapability, std::array{kInt64});
  if (one.opcode == OpFunction && !std::exchange(functions_begun_, true)) declare(words);
  if (is_bitcast(one)) {
    bitcast(one, words);
    return true;
  }
  if (!is_ours(one)) return false;
  if (one.opcode == OpPtrDiff) {
    subtract(one, words);
    return true;
  }
  const auto& operands = one.operands;
  const uint32_t a = number_of(operands[2], words), b = number_of(operands[3], words);
  append(words, comparison(one.opcode), std::array{operands[0], operands[1], a, b});
  return true;
}

void PointerArithmetic::declare(std::vector<uint32_t>& words) {
  if (!has_number_type_) append(words, OpTypeInt, std::array{number_type_, 64u, 0u});
  append(words, OpConstant, std::array{number_type_, one_, 1u, 0u});
}

uint32_t PointerArithmetic::number_of(uint32_t pointer, std::vector<uint32_t>& words) {
  append(words, OpConvertPtrToU, std::array{number_type_, bound_, pointer});
  return bound_++;
}

/// Converts by way of a 64-bit integer.
void PointerArithmetic::bitcast(const Instruction& one, std::vector<uint32_t>& words) {
  const auto type = one.operands[0], result = one.operands[1], value = one.operands[2];
  if (pointees_.contains(type)) {
    uint32_t number = value;
    if (types_[value] != number_type_) {
      number = bound_++;
      append(words, OpBitcast, std::array{number_type_, number, value});
    }
    append(words, OpConvertUToPtr, std::array{type, result, number});
  } else if (type == number_type_) {
    append(words, OpConvertPtrToU, std::array{type, result, value});
  } else {
    append(words, OpBitcast, std::array{type, result, number_of(value, words)});
  }
}

/// Subtracts pointers, in elements. The distance to the next element is its size.
void PointerArithmetic::subtract(const Instruction& one, std::vector<uint32_t>& words) {
  const auto type = one.operands[0], result = one.operands[1], pointer = one.operands[2];
  const uint32_t next = bound_++, bytes = bound_++, size = bound_++;
  append(words, OpPtrAccessChain, std::array{types_[pointer], next, pointer, one_});
  const uint32_t a = number_of(pointer, words), b = number_of(one.operands[3], words);
  append(words, OpISub, std::array{number_type_, bytes, a, b});
  append(words, OpISub, std::array{number_type_, size, number_of(next, words), a});
  const bool is_wanted_type = type == number_type_;
  const uint32_t elements = is_wanted_type ? result : bound_++;
  append(words, OpSDiv, std::array{number_type_, elements, bytes, size});
  if (!is_wanted_type) append(words, OpSConvert, std::array{type, result, elements});
}

}  // namespace heddle::compiler::spirv
