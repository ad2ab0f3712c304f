// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/words.h"

#include <cstring>

namespace heddle::compiler::spirv {

std::optional<Module> Module::read(std::span<const unsigned char> bytes) {
  if (bytes.size() % sizeof(uint32_t) != 0 || bytes.size() < kHeaderWords * sizeof(uint32_t))
    return std::nullopt;
  Module module;
  auto& words = module.words_;
  words.resize(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  // The magic number shows the order of bytes (SPIR-V, "Physical Layout of a SPIR-V Module").
  if (words[0] == __builtin_bswap32(kMagic)) {
    for (auto& word : words) word = __builtin_bswap32(word);
  }
  if (words[0] != kMagic) return std::nullopt;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at) return std::nullopt;
    at += length;
  }
  return module;
}

void append(std::vector<uint32_t>& words, uint16_t opcode, std::span<const uint32_t> operands) {
  words.push_back(static_cast<uint32_t>((operands.size() + 1) << 16 | opcode));
  words.insert(words.end(), operands.begin(), operands.end());
}

void append_string(std::vector<uint32_t>& operands, std::string_view text) {
  const size_t begin = operands.size();
  operands.resize(begin + text.size() / 4 + 1);
  for (size_t i = 0; i < text.size(); ++i)
    operands[begin + i / 4] |= uint32_t{static_cast<unsigned char>(text[i])} << i % 4 * 8;
}

std::string string_at(const Instruction& instruction, size_t index) {
  std::string text;
  for (size_t i = index; i < instruction.operands.size(); ++i) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>(instruction.operands[i] >> shift);
      if (c == '\0') return text;
      text += c;
    }
  }
  return text;
}

}  // namespace heddle::compiler::spirv
