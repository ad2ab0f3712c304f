// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/validate.h"

#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "abi/compiler_interface.h"
#include "abi/spirv_environment.h"
#include "compiler/spirv/declarations.h"
#include "compiler/spirv/instruction_sets.h"
#include "compiler/spirv/optnone.h"
#include "compiler/spirv/pipe_storage.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kPhysical64 = 2, kOpenCL = 2;  // addressing model, memory model
constexpr uint32_t kBuiltIn = 11;                 // decoration
constexpr uint32_t kNumWorkgroups = 24, kGlobalLinearId = 34, kWorkDim = 30;  // built-ins

Error invalid(std::string why) {
  return {HDC_INVALID_INPUT, "SPIR-V: " + std::move(why)};
}

/// A check of capabilities and the memory model; `core` tells whether OpenCL 2.2 alone has them
/// all.
class Wants {
 public:
  explicit Wants(std::string_view extensions) : extensions_(extensions) {}

  void note(const Instruction& one) {
    if (one.opcode == OpMemoryModel && one.operands.size() == 2) {
      if (one.operands[0] != kPhysical64 || one.operands[1] != kOpenCL)
        lacks("a memory model other than OpenCL with addresses of 64 bits");
    }
    contradicts_ |= contradicts_optnone(one);
    if (one.opcode != OpCapability || one.operands.size() != 1) return;
    const auto* known =
        std::ranges::find(kSpirvCapabilities, one.operands[0], &SpirvCapability::number);
    if (known == std::end(kSpirvCapabilities))
      return lacks("capability " + std::to_string(one.operands[0]));
    if (known->from != kFromOpenCL) core_ = false;
    if (!is_available(known->from, extensions_)) lacks("capability " + std::string(known->name));
  }

  bool core() const { return core_; }
  Status status() const {
    if (contradicts_) return invalid("a function is OptNoneEXT and Inline");
    if (lacking_.empty()) return {};
    return invalid("the module needs what the device has not: " + lacking_);
  }

 private:
  void lacks(const std::string& what) { lacking_ += (lacking_.empty() ? "" : ", ") + what; }

  const std::string_view extensions_;
  std::string lacking_;
  bool core_ = true, contradicts_ = false;
};

/// Returns the rules to check the module by. SPIRV-Tools' environments of OpenCL know no
/// extensions.
Result<spv_target_env> environment(uint32_t version, bool core) {
  switch (version) {
    case 0x00010000:
      return core ? SPV_ENV_OPENCL_2_2 : SPV_ENV_UNIVERSAL_1_0;
    case 0x00010100:
      return core ? SPV_ENV_OPENCL_2_2 : SPV_ENV_UNIVERSAL_1_1;
    case 0x00010200:
      return core ? SPV_ENV_OPENCL_2_2 : SPV_ENV_UNIVERSAL_1_2;
    case 0x00010300:
      return SPV_ENV_UNIVERSAL_1_3;
    case 0x00010400:
      return SPV_ENV_UNIVERSAL_1_4;
    case 0x00010500:
      return SPV_ENV_UNIVERSAL_1_5;
    case 0x00010600:
      return SPV_ENV_UNIVERSAL_1_6;
    default:
      return invalid("version " + std::to_string(version >> 16) + "." +
                     std::to_string(version >> 8 & 0xff) + " is not supported");
  }
}

/// Checks that built-in variables that count work-items are as wide as addresses in each component
/// (the SPIR-V environment, "Built-in Variables").
Status check_ids(const Module& module) {
  const Declarations declared(module);
  std::set<uint32_t> ids;
  bool are_wide = true;
  module.each([&](const Instruction& one) {
    const auto& operands = one.operands;
    if (one.opcode == OpDecorate && operands.size() == 3 && operands[1] == kBuiltIn &&
        operands[2] >= kNumWorkgroups && operands[2] <= kGlobalLinearId && operands[2] != kWorkDim)
      ids.insert(operands[0]);
    if (one.opcode != OpVariable || !ids.contains(operands[1])) return;
    const uint32_t type = declared.pointee(operands[0]);
    const Scalar* scalar =
        declared.scalar(declared.components(type) ? declared.member(type, 0) : type);
    are_wide &= !scalar || scalar->bits == 64;
  });
  if (are_wide) return {};
  return invalid(
      "ids or sizes of work-items (BuiltIn variables) are not of 64 bits, as the module's "
      "addresses are (Physical64)");
}

constexpr uint32_t kNewestTranslated = 0x00010400;

/// The most arguments of a function: as many as fit into CL_DEVICE_MAX_PARAMETER_SIZE. 255 is the
/// least that every consumer takes (SPIR-V §2.17).
constexpr uint32_t kMaxFunctionArgs = 4096;

Status validate(const Module& module, spv_target_env environment) {
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
      spvContextCreate(environment), &spvContextDestroy);
  const std::unique_ptr<spv_validator_options_t, decltype(&spvValidatorOptionsDestroy)> options(
      spvValidatorOptionsCreate(), &spvValidatorOptionsDestroy);
  spvValidatorOptionsSetUniversalLimit(options.get(), spv_validator_limit_max_function_args,
                                       kMaxFunctionArgs);
  const auto& words = module.words();
  spv_const_binary_t binary{words.data(), words.size()};
  spv_diagnostic said = nullptr;
  const spv_result_t result = spvValidateWithOptions(context.get(), options.get(), &binary, &said);
  const std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)> diagnostic(
      said, &spvDiagnosticDestroy);
  if (result == SPV_SUCCESS) return {};
  return invalid(said && said->error ? said->error : "the module is not valid");
}

}  // namespace

Result<Lenient> validated(std::span<const unsigned char> bytes, std::string_view extensions) {
  const auto given = Module::read(bytes);
  if (!given) return invalid("no module, or one that ends too early");
  Wants wants(extensions);
  given->each([&](const Instruction& one) { wants.note(one); });
  const auto rules = TRY(environment(given->version(), wants.core()));
  Lenient taken = lenient(*given);
  // SPIRV-Tools refuse output of the translator itself: a function whose type is DebugInfoNone.
  TRY(validate(without_debug_info(without_pipe_storage(without_optnone(taken.module))), rules));
  TRY(wants.status());
  TRY(check_ids(taken.module));
  taken.module = without_non_semantic(taken.module);
  // Not every translator knows a later version; its features have been rewritten by now
  // (docs/spirv.md).
  taken.module.set_version(std::min(given->version(), kNewestTranslated));
  return taken;
}

}  // namespace heddle::compiler::spirv
