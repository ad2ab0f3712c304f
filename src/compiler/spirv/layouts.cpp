// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/layouts.h"

#include <algorithm>
#include <bit>

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kCPacked = 10;  // decoration
constexpr uint32_t kMostComponents = 16;

uint64_t aligned(uint64_t at, uint64_t alignment) {
  return (at + alignment - 1) / alignment * alignment;
}

}  // namespace

Layouts::Layouts(const Module& module, const Declarations& declared) : declared_(declared) {
  module.each([&](const Instruction& one) { note(one); });
}

void Layouts::note(const Instruction& one) {
  const auto& operands = one.operands;
  if (operands.size() < 2) return;
  std::optional<Layout> layout;
  switch (one.opcode) {
    case OpDecorate:
      if (operands[1] == kCPacked) packed_.insert(operands[0]);
      return;
    case OpConstant:
    case OpConstantNull:
      return note_number(one);
    case OpTypeInt:
    case OpTypeFloat:
      if (const uint64_t size = operands[1] / 8; size != 0) layout = Layout{size, size, {}};
      break;
    case OpTypePointer:
      layout = Layout{8, 8, {}};
      break;
    case OpTypeVector:
      if (operands.size() > 2) layout = vector(operands[1], operands[2]);
      break;
    case OpTypeArray:
      if (operands.size() > 2) layout = array(operands[1], operands[2]);
      break;
    case OpTypeStruct:
      layout = structure(one);
      break;
    default:
      return;
  }
  if (layout) layouts_[operands[0]] = *std::move(layout);
}

void Layouts::note_number(const Instruction& one) {
  const Scalar* scalar = declared_.scalar(one.operands[0]);
  if (!scalar || scalar->bits > 64 || scalar->bits == 0) return;
  uint64_t value = one.operands.size() > 2 ? one.operands[2] : 0;
  if (one.operands.size() > 3) value |= uint64_t{one.operands[3]} << 32;
  const unsigned unused = 64 - scalar->bits;
  numbers_[one.operands[1]] = static_cast<int64_t>(value << unused) >> unused;
}

std::optional<Layouts::Layout> Layouts::vector(uint32_t component, uint32_t count) const {
  const Layout* each = find(component);
  if (!each || count > kMostComponents) return std::nullopt;
  const uint64_t size = each->size * std::bit_ceil(count);  // three take as much as four
  return Layout{size, size, {}};
}

std::optional<Layouts::Layout> Layouts::array(uint32_t element, uint32_t length) const {
  const Layout* each = find(element);
  const auto count = number(length);
  if (!each || !count) return std::nullopt;
  return Layout{each->size * static_cast<uint64_t>(*count), each->alignment, {}};
}

std::optional<Layouts::Layout> Layouts::structure(const Instruction& one) const {
  Layout whole{0, 1, {}};
  const bool is_packed = packed_.contains(one.operands[0]);
  for (const uint32_t type : one.operands.subspan(1)) {
    const Layout* member = find(type);
    if (!member) return std::nullopt;
    const uint64_t alignment = is_packed ? 1 : member->alignment;
    whole.offsets.push_back(aligned(whole.size, alignment));
    whole.size = whole.offsets.back() + member->size;
    whole.alignment = std::max(whole.alignment, alignment);
  }
  whole.size = aligned(whole.size, whole.alignment);
  return whole;
}

const Layouts::Layout* Layouts::find(uint32_t type) const {
  const auto found = layouts_.find(type);
  return found == layouts_.end() ? nullptr : &found->second;
}

std::optional<uint64_t> Layouts::size(uint32_t type) const {
  const Layout* layout = find(type);
  if (!layout) return std::nullopt;
  return layout->size;
}

std::optional<uint64_t> Layouts::member_offset(uint32_t structure, uint32_t index) const {
  const Layout* layout = find(structure);
  if (!layout || index >= layout->offsets.size()) return std::nullopt;
  return layout->offsets[index];
}

std::optional<int64_t> Layouts::number(uint32_t id) const {
  const auto found = numbers_.find(id);
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

}  // namespace heddle::compiler::spirv
