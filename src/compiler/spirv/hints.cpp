// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/hints.h"

#include <bit>

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kAliasing = 5910, kLoopControls = 5886;  // capabilities
constexpr uint16_t kLoopControl = 5887;                     // opcode
constexpr uint16_t kFirstDeclaration = 5911, kLastDeclaration = 5913;
constexpr uint32_t kAliasScope = 5914, kNoAlias = 5915;                // decorations of calls
constexpr uint32_t kAliasScopeBit = 1u << 16, kNoAliasBit = 1u << 17;  // bits of memory operands
/// The bits of memory operands that a word follows: Aligned, MakePointerAvailable,
/// MakePointerVisible.
constexpr uint32_t kWithWord = 2 | 8 | 16;

bool is_declaration(const Instruction& one) {
  return one.opcode >= kFirstDeclaration && one.opcode <= kLastDeclaration;
}

bool is_capability(const Instruction& one) {
  return one.opcode == OpCapability && one.operands.size() == 1 &&
         (one.operands[0] == kAliasing || one.operands[0] == kLoopControls);
}

bool is_extension(const Instruction& one) {
  if (one.opcode != OpExtension) return false;
  const std::string name = string_at(one, 0);
  return name == "SPV_INTEL_memory_access_aliasing" ||
         name == "SPV_INTEL_unstructured_loop_controls";
}

bool is_decoration(const Instruction& one) {
  return (one.opcode == OpDecorate || one.opcode == OpDecorateId) && one.operands.size() >= 2 &&
         (one.operands[1] == kAliasScope || one.operands[1] == kNoAlias);
}

/// Returns the index of an instruction's memory operands; 0 if it has none.
size_t memory_operands(const Instruction& one) {
  switch (one.opcode) {
    case OpLoad:
    case OpCopyMemorySized:
      return 3;
    case OpStore:
    case OpCopyMemory:
      return 2;
    default:
      return 0;
  }
}

}  // namespace

Hints::Hints(const Module& module) {
  module.each([&](const Instruction& one) {
    any_ |= is_capability(one);
    if (is_declaration(one) && !one.operands.empty()) ids_.insert(one.operands[0]);
  });
}

bool Hints::rewrite(const Instruction& one, std::vector<uint32_t>& words) const {
  const auto& operands = one.operands;
  if (is_capability(one) || is_extension(one) || is_declaration(one) || is_decoration(one))
    return true;
  if (one.opcode == kLoopControl) return true;
  if (one.opcode == OpName && !operands.empty() && ids_.contains(operands[0])) return true;
  const size_t begin = memory_operands(one);
  if (begin == 0 || operands.size() <= begin) return false;
  std::vector<uint32_t> kept(operands.begin(), operands.begin() + static_cast<ptrdiff_t>(begin));
  // The operands occur once, or for the target and the source of a copy.
  for (size_t at = begin; at < operands.size();) {
    const uint32_t mask = operands[at++];
    kept.push_back(mask & ~(kAliasScopeBit | kNoAliasBit));
    for (int left = std::popcount(mask & kWithWord); left > 0 && at < operands.size(); --left)
      kept.push_back(operands[at++]);
    at += static_cast<size_t>(std::popcount(mask & (kAliasScopeBit | kNoAliasBit)));
  }
  append(words, one.opcode, kept);
  return true;
}

}  // namespace heddle::compiler::spirv
