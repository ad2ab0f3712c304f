// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/mask_widths.h"

#include <algorithm>
#include <array>

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {

MaskWidths::MaskWidths(const Module& module, uint32_t& bound)
    : bound_(bound), types_(result_types(module)) {
  module.each([&](const Instruction& one) { note(one); });
}

void MaskWidths::note(const Instruction& one) {
  const auto& operands = one.operands;
  if (one.opcode == OpTypeInt && operands.size() == 3) widths_[operands[0]] = operands[1];
  if (one.opcode == OpConstant && operands.size() >= 3) {
    const uint64_t high = operands.size() > 3 ? operands[3] : 0;
    constants_[operands[1]] = high << 32 | operands[2];
  }
  any_ |= converted_operand(one) != 0;
}

/// Gives the bits of an integer, 0 for others.
uint32_t MaskWidths::width_of(uint32_t id) const {
  const auto type = types_.find(id);
  const auto width = type == types_.end() ? widths_.end() : widths_.find(type->second);
  return width == widths_.end() ? 0 : width->second;
}

/// Finds the operand of another width than the result and the other one, a constant that both
/// widths hold; 0 if there is none.
int MaskWidths::converted_operand(const Instruction& one) const {
  if (one.opcode != OpBitwiseAnd || one.operands.size() != 4) return 0;
  const uint32_t width = width_of(one.operands[1]);
  for (const int at : {2, 3}) {
    const uint32_t other = one.operands[5 - at], given = width_of(one.operands[at]);
    const auto mask = constants_.find(other);
    if (given == 0 || given == width || width_of(other) != width || mask == constants_.end())
      continue;
    const uint32_t least = std::min(given, width);
    if (least < 64 && mask->second >> least == 0) return at;
  }
  return 0;
}

bool MaskWidths::rewrite(const Instruction& one, std::vector<uint32_t>& words) const {
  const int at = converted_operand(one);
  if (at == 0) return false;
  const uint32_t type = one.operands[0], number = bound_++;
  append(words, OpUConvert, std::array{type, number, one.operands[at]});
  append(words, one.opcode, std::array{type, one.operands[1], number, one.operands[5 - at]});
  return true;
}

}  // namespace heddle::compiler::spirv
