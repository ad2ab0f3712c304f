// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/later_versions.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kUniformDecoration = 71;  // capability
constexpr uint32_t kUniform = 26, kUniformId = 27, kCounterBuffer = 5634, kUserSemantic = 5635;
constexpr uint32_t kFuncParamAttr = 38, kNoReadWrite = 7;
constexpr uint32_t kNontemporal = 0x4000;  // image operand

/// The extensions of these instructions before they were in SPIR-V itself.
constexpr std::string_view kExtensions[] = {
    "SPV_GOOGLE_decorate_string",
    "SPV_GOOGLE_hlsl_functionality1",
    "SPV_KHR_non_semantic_info",
};

bool is_remark_decoration(uint32_t decoration) {
  return decoration == kUniform || decoration == kUniformId || decoration == kCounterBuffer ||
         decoration == kUserSemantic;
}

/// Tells whether it is the promise that a function does not access a pointer's memory, which the
/// translator of LLVM 15 does not know.
bool is_promise(const Instruction& one) {
  return one.operands.size() == 3 && one.operands[1] == kFuncParamAttr &&
         one.operands[2] == kNoReadWrite;
}

/// Returns the index of an instruction's image operands.
size_t image_operands(const Instruction& one) {
  return one.opcode == OpImageWrite ? 3 : 4;
}

}  // namespace

bool is_remark(const Instruction& one) {
  switch (one.opcode) {
    case OpCapability:
      return one.operands[0] == kUniformDecoration;
    case OpExtension:
      return std::ranges::find(kExtensions, string_at(one, 0)) != std::end(kExtensions);
    case OpDecorate:
      return is_remark_decoration(one.operands[1]) || is_promise(one);
    case OpDecorateId:
    case OpDecorateString:
      return is_remark_decoration(one.operands[1]);
    case OpMemberDecorateString:
      return is_remark_decoration(one.operands[2]);
    default:
      return false;
  }
}

std::vector<uint32_t> without_nontemporal(const Instruction& one) {
  std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
  const size_t at = image_operands(one);
  if (at >= operands.size()) return operands;
  operands[at] &= ~kNontemporal;  // which has no operand of its own
  if (operands[at] == 0) operands.resize(at);
  return operands;
}

}  // namespace heddle::compiler::spirv
