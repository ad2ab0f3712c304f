// SPDX-License-Identifier: Apache-2.0
// libFuzzer target for SPIR-V modules: the code between the application's words and the translator
// must neither crash nor hang, whatever the words are. An accepted module must stay acceptable in
// the words that the translator is given, unless functions stand in for what it lacks (imports.h),
// whose declarations are where they are needed.
#include <spirv-tools/libspirv.h>

#include <cstdlib>
#include <memory>

#include "compiler/spirv/constants.h"
#include "compiler/spirv/prepare.h"
#include "compiler/spirv/validate.h"

namespace spirv = heddle::compiler::spirv;

// OpenCL's own rules do not hold for what they were not asked for in the first place: modules that
// use extensions.
static bool valid(const std::vector<uint32_t>& words) {
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
      spvContextCreate(SPV_ENV_UNIVERSAL_1_4), &spvContextDestroy);
  return spvValidateBinary(context.get(), words.data(), words.size(), nullptr) == SPV_SUCCESS;
}

static bool has_stand_ins(const spirv::Module& module) {
  bool found = false;
  module.each([&](const spirv::Instruction& one) {
    found |= one.opcode >= spirv::OpIAddCarry && one.opcode <= spirv::OpSMulExtended;
    found |= one.opcode >= spirv::OpSizeOf && one.opcode <= spirv::OpGetKernelMaxNumSubgroups;
  });
  return found;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto module = spirv::validated({data, size}, "cl_khr_fp64 cl_khr_expect_assume");
  if (!module) return 0;
  spirv::SpecValues values;
  for (const auto& constant : spirv::spec_constants(module.value().module))
    values[constant.id] = 0x8182838485868788;
  const auto given = spirv::prepared(module.value().module, values);
  if (!valid(given.words()) && !has_stand_ins(module.value().module)) std::abort();
  return 0;
}
