// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/backend_faults.h"

#include <array>

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kAlignment = 44, kRoundingMode = 39, kSaturated = 28;  // decorations
constexpr uint32_t kNegative128 = 0xffffff80;
constexpr size_t kNumber = 5, kStride = 6;  // operands of OpGroupAsyncCopy

bool is_conversion(uint16_t opcode) {
  return opcode == OpFConvert || opcode == OpSConvert || opcode == OpUConvert;
}

/// Tells whether it is an alignment written as a signed byte: 128 is -128, and larger ones are 0.
bool is_bad_alignment(const Instruction& one) {
  return one.opcode == OpDecorate && one.operands.size() == 3 && one.operands[1] == kAlignment &&
         (one.operands[2] == kNegative128 || one.operands[2] == 0);
}

}  // namespace

BackendFaults::BackendFaults(const Module& module, uint32_t& bound)
    : bound_(bound), types_(result_types(module)), may_select_(module.version() >= kVersion14) {
  module.each([&](const Instruction& one) { note_type(one); });
  module.each([&](const Instruction& one) { note(one); });
}

void BackendFaults::note_type(const Instruction& one) {
  const auto& operands = one.operands;
  if (one.opcode == OpTypeBool && operands.size() == 1)
    numbers_[operands[0]] = {one.opcode, 1, operands[0]};
  if ((one.opcode == OpTypeInt || one.opcode == OpTypeFloat) && operands.size() >= 2)
    numbers_[operands[0]] = {one.opcode, operands[1], operands[0]};
  if (one.opcode == OpTypeInt && operands.size() == 3 && operands[1] == 64) long_ = operands[0];
  if (one.opcode != OpTypeVector || operands.size() != 3) return;
  const Numbers* component = type(operands[1]);
  if (!component) return;
  numbers_[operands[0]] = {component->opcode, component->bits, operands[1], operands[2]};
  vectors_[{operands[1], operands[2]}] = operands[0];
}

void BackendFaults::note(const Instruction& one) {
  const auto& operands = one.operands;
  if (is_same_width(one)) {
    copies_.insert(operands[1]);
    needed_ = true;
  }
  if (is_test_of_integers(one)) {
    const uint32_t vector = types_[operands[2]];
    if (numbers_of(operands[2])->count > 1)
      need_vector(operands[0], numbers_of(operands[2])->count);
    if (zeros_.emplace(vector, bound_).second) ++bound_;
    needed_ = true;
  }
  if (is_select_by_scalar(one)) {
    need_vector(types_[operands[2]], type(operands[0])->count);
    needed_ = true;
  }
  if (one.opcode == OpConstantNull && operands.size() == 2) {
    const Numbers* integer = type(operands[0]);
    needed_ |= integer && integer->opcode == OpTypeInt && integer->count == 1;
  }
  needed_ |= is_narrow(one, kNumber) || is_narrow(one, kStride);
  needed_ |= is_bad_alignment(one) || one.opcode == OpAtomicCompareExchangeWeak;
}

void BackendFaults::need_vector(uint32_t component, uint32_t count) {
  if (!vectors_.emplace(Vector{component, count}, bound_).second) return;
  new_vectors_[{component, count}] = bound_++;
}

const BackendFaults::Numbers* BackendFaults::type(uint32_t id) const {
  const auto found = numbers_.find(id);
  return found == numbers_.end() ? nullptr : &found->second;
}

const BackendFaults::Numbers* BackendFaults::numbers_of(uint32_t value) const {
  const auto found = types_.find(value);
  return found == types_.end() ? nullptr : type(found->second);
}

bool BackendFaults::is_same_width(const Instruction& one) const {
  if (!is_conversion(one.opcode) || one.operands.size() != 3) return false;
  const auto from = types_.find(one.operands[2]);
  return from != types_.end() && from->second == one.operands[0] && type(one.operands[0]);
}

bool BackendFaults::is_test_of_integers(const Instruction& one) const {
  if ((one.opcode != OpAny && one.opcode != OpAll) || one.operands.size() != 3) return false;
  const Numbers* vector = numbers_of(one.operands[2]);
  return vector && vector->opcode == OpTypeInt;
}

bool BackendFaults::is_narrow(const Instruction& one, size_t operand) const {
  if (one.opcode != OpGroupAsyncCopy || one.operands.size() <= kStride || long_ == 0) return false;
  const Numbers* given = numbers_of(one.operands[operand]);
  return given && given->opcode == OpTypeInt && given->bits < 64 && given->count == 1;
}

bool BackendFaults::is_select_by_scalar(const Instruction& one) const {
  if (may_select_ || one.opcode != OpSelect || one.operands.size() != 5) return false;
  const Numbers *result = type(one.operands[0]), *condition = numbers_of(one.operands[2]);
  return result && result->count > 1 && condition && condition->opcode == OpTypeBool &&
         condition->count == 1;
}

bool BackendFaults::rewrite(const Instruction& one, std::vector<uint32_t>& words) {
  const auto& operands = one.operands;
  if (one.opcode == OpFunction && !std::exchange(functions_begun_, true)) declare(words);
  if (is_bad_alignment(one)) {
    const uint32_t alignment = operands[2] == 0 ? 256 : 128;
    append(words, OpDecorate, std::array{operands[0], kAlignment, alignment});
    return true;
  }
  if (one.opcode == OpDecorate && operands.size() >= 2 && copies_.contains(operands[0]))
    return operands[1] == kRoundingMode ||
           operands[1] == kSaturated;  // decorations of conversions only
  if (one.opcode == OpConstantNull && operands.size() == 2) {
    const Numbers* integer = type(operands[0]);
    if (!integer || integer->opcode != OpTypeInt || integer->count != 1) return false;
    const std::array zero{operands[0], operands[1], 0u, 0u};
    append(words, OpConstant, std::span(zero).first(integer->bits > 32 ? 4 : 3));
    return true;
  }
  if (is_same_width(one)) {
    append(words, OpCopyObject, operands);
    return true;
  }
  if (one.opcode == OpAtomicCompareExchangeWeak) {
    append(words, OpAtomicCompareExchange, operands);
    return true;
  }
  if (is_narrow(one, kNumber) || is_narrow(one, kStride)) {
    copy(one, words);
    return true;
  }
  if (is_select_by_scalar(one)) {
    select(one, words);
    return true;
  }
  if (!is_test_of_integers(one)) return false;
  test(one, words);
  return true;
}

void BackendFaults::declare(std::vector<uint32_t>& words) {
  for (const auto& [vector, id] : new_vectors_)
    append(words, OpTypeVector, std::array{id, vector.first, vector.second});
  for (const auto& [vector, id] : zeros_) append(words, OpConstantNull, std::array{vector, id});
}

/// Replaces any() and all(), which test the most significant bit of each component (OpenCL C
/// §6.13.6).
void BackendFaults::test(const Instruction& one, std::vector<uint32_t>& words) {
  const uint32_t value = one.operands[2], zero = zeros_[types_[value]];
  if (numbers_of(value)->count == 1)
    return append(words, OpSLessThan, std::array{one.operands[0], one.operands[1], value, zero});
  const uint32_t signs = bound_++;
  const uint32_t bools = vectors_[{one.operands[0], numbers_of(value)->count}];
  append(words, OpSLessThan, std::array{bools, signs, value, zero});
  append(words, one.opcode, std::array{one.operands[0], one.operands[1], signs});
}

void BackendFaults::copy(const Instruction& one, std::vector<uint32_t>& words) {
  std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
  for (const size_t at : {kNumber, kStride}) {
    if (!is_narrow(one, at)) continue;
    append(words, OpUConvert, std::array{long_, bound_, operands[at]});
    operands[at] = bound_++;
  }
  append(words, one.opcode, operands);
}

void BackendFaults::select(const Instruction& one, std::vector<uint32_t>& words) {
  const uint32_t condition = one.operands[2], count = type(one.operands[0])->count;
  const uint32_t conditions = bound_++;
  std::vector<uint32_t> operands{vectors_[{types_[condition], count}], conditions};
  operands.resize(operands.size() + count, condition);
  append(words, OpCompositeConstruct, operands);
  append(
      words, OpSelect,
      std::array{one.operands[0], one.operands[1], conditions, one.operands[3], one.operands[4]});
}

}  // namespace heddle::compiler::spirv
