// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/missing_declarations.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kSubgroupDispatch = 58;                             // capability
constexpr uint32_t kSubgroupSize = 35, kSubgroupsPerWorkgroupId = 37;  // execution modes
constexpr uint32_t kNoSignedWrap = 4469, kNoUnsignedWrap = 4470;       // decorations
constexpr uint32_t kLinkOnceODR = 2;                                   // linkage
constexpr uint32_t kVersion16 = 0x00010600, kNever = 0xffffffff;

struct Origin {
  uint32_t capability;
  std::string_view extension;
  uint32_t part_since = kNever;  ///< the version of SPIR-V that has it without the extension
};
constexpr Origin kOrigins[] = {
    {5055, "SPV_KHR_shader_clock"},
    {5568, "SPV_INTEL_subgroups"},  // SubgroupShuffleINTEL
    {5569, "SPV_INTEL_subgroups"},  // SubgroupBufferBlockIOINTEL
    {5570, "SPV_INTEL_subgroups"},  // SubgroupImageBlockIOINTEL
    {5612, "SPV_EXT_shader_atomic_float_min_max"},
    {5613, "SPV_EXT_shader_atomic_float_min_max"},
    {5616, "SPV_EXT_shader_atomic_float_min_max"},
    {5629, "SPV_KHR_expect_assume"},
    {5837, "SPV_INTEL_fp_fast_math_mode"},
    {5886, "SPV_INTEL_unstructured_loop_controls"},
    {5910, "SPV_INTEL_memory_access_aliasing"},
    {6017, "SPV_KHR_integer_dot_product", kVersion16},
    {6018, "SPV_KHR_integer_dot_product", kVersion16},
    {6019, "SPV_KHR_integer_dot_product", kVersion16},
    {6025, "SPV_KHR_bit_instructions"},
    {6026, "SPV_KHR_subgroup_rotate"},
    {6033, "SPV_EXT_shader_atomic_float_add"},
    {6034, "SPV_EXT_shader_atomic_float_add"},
    {6095, "SPV_EXT_shader_atomic_float16_add"},
    {6115, "SPV_INTEL_bfloat16_conversion"},
    {6400, "SPV_KHR_uniform_group_instructions"},
};

}  // namespace

MissingDeclarations::MissingDeclarations(const Module& module) : version_(module.version()) {
  module.each([&](const Instruction& one) { note(one); });
  for (const std::string& extension : given_) needed_.erase(extension);
  if (needs_dispatch_ && !has_dispatch_) names_ = "OpCapability SubgroupDispatch";
  for (const std::string& extension : needed_)
    names_ += (names_.empty() ? "OpExtension " : ", OpExtension ") + extension;
}

void MissingDeclarations::note(const Instruction& one) {
  const auto& operands = one.operands;
  if (operands.empty()) return;
  if (one.opcode == OpExtension) given_.insert(string_at(one, 0));
  if (one.opcode == OpCapability) {
    has_dispatch_ |= operands[0] == kSubgroupDispatch;
    const auto* origin = std::ranges::find(kOrigins, operands[0], &Origin::capability);
    if (origin != std::end(kOrigins) && version_ < origin->part_since)
      needed_.emplace(origin->extension);
  }
  if (operands.size() < 2) return;
  const bool is_mode = one.opcode == OpExecutionMode || one.opcode == OpExecutionModeId;
  needs_dispatch_ |=
      is_mode && operands[1] >= kSubgroupSize && operands[1] <= kSubgroupsPerWorkgroupId;
  if (one.opcode != OpDecorate) return;
  const bool is_wrap = operands[1] == kNoSignedWrap || operands[1] == kNoUnsignedWrap;
  if (is_wrap && version_ < kVersion14) needed_.emplace("SPV_KHR_no_integer_wrap_decoration");
  if (operands[1] == kLinkageAttributes && operands.back() == kLinkOnceODR)
    needed_.emplace("SPV_KHR_linkonce_odr");
}

bool MissingDeclarations::rewrite(const Instruction& one, std::vector<uint32_t>& words) {
  if (one.opcode == OpCapability || std::exchange(is_declared_, true)) return false;
  if (needs_dispatch_ && !has_dispatch_) append(words, OpCapability, std::array{kSubgroupDispatch});
  for (const std::string& extension : needed_) {
    std::vector<uint32_t> text;
    append_string(text, extension);
    append(words, OpExtension, text);
  }
  return false;
}

}  // namespace heddle::compiler::spirv
