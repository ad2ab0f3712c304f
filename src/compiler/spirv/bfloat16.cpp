// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/bfloat16.h"

#include <array>
#include <map>
#include <utility>

#include "compiler/spirv/builtin_calls.h"
#include "compiler/spirv/declarations.h"
#include "compiler/spirv/imports.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kCapability = 6115, kLinkage = 5;
constexpr uint16_t kFirstType = OpTypeVoid, kLastType = 39;  // OpTypeForwardPointer

bool is_capability(const Instruction& one) {
  return one.opcode == OpCapability && one.operands.size() == 1 && one.operands[0] == kCapability;
}

bool is_conversion(const Instruction& one) {
  return (one.opcode == OpConvertFToBF16INTEL || one.opcode == OpConvertBF16ToFINTEL) &&
         one.operands.size() == 3;
}

/// Returns the types of all results. Conversions count as copies, which have the same operands.
std::map<uint32_t, uint32_t> all_types(const Module& module) {
  return result_types(module.rewritten([](const Instruction& one, std::vector<uint32_t>& words) {
    if (is_capability(one)) return;
    append(words, is_conversion(one) ? uint16_t{OpCopyObject} : one.opcode, one.operands);
  }));
}

class Conversions {
 public:
  explicit Conversions(const Module& module) : types_(all_types(module)), bound_(module.bound()) {
    module.each([&](const Instruction& one) { note(one); });
    for (auto& [key, function] : functions_) function = bound_++;
  }

  uint32_t bound() const { return bound_; }

  void rewrite(const Instruction& one, std::vector<uint32_t>& words) {
    if (is_capability(one)) return append(words, OpCapability, std::array{kLinkage});
    if (one.opcode == OpExtension && string_at(one, 0) == "SPV_INTEL_bfloat16_conversion") return;
    const bool is_type = one.opcode >= kFirstType && one.opcode <= kLastType;
    if (is_type && !std::exchange(types_begun_, true)) decorate(words);
    if (one.opcode == OpFunction && !std::exchange(functions_begun_, true)) declare(words);
    const auto found = is_conversion(one) ? functions_.find(key_of(one)) : functions_.end();
    if (found == functions_.end()) return append(words, one.opcode, one.operands);
    append(words, OpFunctionCall,
           std::array{one.operands[0], one.operands[1], found->second, one.operands[2]});
  }

 private:
  struct Key {
    uint16_t opcode;
    uint32_t result, operand;  // types
    auto operator<=>(const Key&) const = default;
  };
  struct Type {
    uint16_t element = 0;  // OpTypeInt or OpTypeFloat
    uint32_t bits = 0, count = 1;
    bool operator==(const Type&) const = default;
  };

  void note(const Instruction& one) {
    const auto& operands = one.operands;
    if ((one.opcode == OpTypeInt || one.opcode == OpTypeFloat) && operands.size() >= 2) {
      numbers_[operands[0]] = {one.opcode, operands[1]};
    } else if (one.opcode == OpTypeVector && operands.size() == 3) {
      numbers_[operands[0]] = numbers_[operands[1]];
      numbers_[operands[0]].count = operands[2];
    } else if (one.opcode == OpTypeFunction && operands.size() == 3) {
      signatures_[{operands[1], operands[2]}] = operands[0];
    } else if (is_conversion(one) && has_types(key_of(one))) {
      functions_[key_of(one)] = 0;
    }
  }

  Key key_of(const Instruction& one) const {
    const auto operand = types_.find(one.operands[2]);
    return {one.opcode, one.operands[0], operand == types_.end() ? 0 : operand->second};
  }

  /// Tells whether the instruction takes these types.
  bool has_types(const Key& key) {
    const bool narrows = key.opcode == OpConvertFToBF16INTEL;
    const Type& wide = numbers_[narrows ? key.operand : key.result];
    const Type& narrow = numbers_[narrows ? key.result : key.operand];
    return wide == Type{OpTypeFloat, 32, wide.count} && narrow == Type{OpTypeInt, 16, wide.count};
  }

  void decorate(std::vector<uint32_t>& words) {
    for (const auto& [key, function] : functions_) {
      const uint32_t count = numbers_[key.result].count;
      const std::string n = count == 1 ? "" : std::to_string(count);
      const std::string name = key.opcode == OpConvertFToBF16INTEL
                                   ? "intel_convert_bfloat16" + n + "_as_ushort" + n
                                   : "intel_convert_as_bfloat16" + n + "_float" + n;
      append_linkage(words, function, builtin_import(name, function), /*is_import=*/true);
    }
  }

  void declare(std::vector<uint32_t>& words) {
    constexpr uint32_t kNoControl = 0;
    for (const auto& [key, function] : functions_) {
      uint32_t& type = signatures_[{key.result, key.operand}];
      if (type != 0) continue;
      type = bound_++;
      append(words, OpTypeFunction, std::array{type, key.result, key.operand});
    }
    for (const auto& [key, function] : functions_) {
      const uint32_t type = signatures_[{key.result, key.operand}];
      append(words, OpFunction, std::array{key.result, function, kNoControl, type});
      append(words, OpFunctionParameter, std::array{key.operand, bound_++});
      append(words, OpFunctionEnd, {});
    }
  }

  const std::map<uint32_t, uint32_t> types_;
  std::map<uint32_t, Type> numbers_;  // types, by id
  std::map<std::pair<uint32_t, uint32_t>, uint32_t>
      signatures_{};                   // functions by the ids of their types
  std::map<Key, uint32_t> functions_;  // ids
  uint32_t bound_;
  bool types_begun_ = false, functions_begun_ = false;
};

}  // namespace

Module with_conversion_calls(const Module& module) {
  bool any = false;
  module.each([&](const Instruction& one) { any |= is_capability(one); });
  if (!any) return module;
  Conversions conversions(module);
  Module out = module.rewritten([&](const Instruction& one, std::vector<uint32_t>& words) {
    conversions.rewrite(one, words);
  });
  out.set_bound(conversions.bound());
  return out;
}

}  // namespace heddle::compiler::spirv
