// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/validate.h"

#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <memory>
#include <string>

#include "abi/compiler_interface.h"
#include "compiler/spirv/instruction_sets.h"
#include "compiler/spirv/pipe_storage.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kPhysical64 = 2, kOpenCL = 2;  // addressing model, memory model

constexpr const char* kAlways = "";

struct Capability {
  uint32_t number;
  const char* name;
  const char* extension;  ///< that must be there; null: OpenCL 2.2 has it; kAlways: it is there,
                          ///< listed or not
};

// The SPIR-V environment specification: what a 2.2 device takes, and what its extensions add.
constexpr Capability kCapabilities[] = {
    {4, "Addresses", nullptr},
    {5, "Linkage", nullptr},
    {6, "Kernel", nullptr},
    {7, "Vector16", nullptr},
    {8, "Float16Buffer", nullptr},
    {9, "Float16", "cl_khr_fp16"},
    {10, "Float64", "cl_khr_fp64"},
    {11, "Int64", nullptr},
    {12, "Int64Atomics", "cl_khr_int64_base_atomics"},
    {13, "ImageBasic", nullptr},
    {14, "ImageReadWrite", nullptr},
    {15, "ImageMipmap", "cl_khr_mipmap_image"},
    {17, "Pipes", nullptr},
    {18, "Groups", nullptr},
    {19, "DeviceEnqueue", nullptr},
    {20, "LiteralSampler", nullptr},
    {22, "Int16", nullptr},
    {38, "GenericPointer", nullptr},
    {39, "Int8", nullptr},
    {43, "Sampled1D", nullptr},
    {44, "Image1D", nullptr},
    {46, "SampledBuffer", nullptr},
    {47, "ImageBuffer", nullptr},
    {58, "SubgroupDispatch", nullptr},
    {59, "NamedBarrier", "cl_khr_subgroup_named_barrier"},
    {60, "PipeStorage", nullptr},
    {61, "GroupNonUniform", "cl_khr_subgroup_ballot"},
    {62, "GroupNonUniformVote", "cl_khr_subgroup_non_uniform_vote"},
    {63, "GroupNonUniformArithmetic", "cl_khr_subgroup_non_uniform_arithmetic"},
    {64, "GroupNonUniformBallot", "cl_khr_subgroup_ballot"},
    {65, "GroupNonUniformShuffle", "cl_khr_subgroup_shuffle"},
    {66, "GroupNonUniformShuffleRelative", "cl_khr_subgroup_shuffle_relative"},
    {67, "GroupNonUniformClustered", "cl_khr_subgroup_clustered_reduce"},
    {71, "UniformDecoration", kAlways},       // of 1.6
    {5568, "SubgroupShuffleINTEL", kAlways},  // SPV_INTEL_subgroups
    {5612, "AtomicFloat32MinMaxEXT", "cl_ext_float_atomics"},
    {5613, "AtomicFloat64MinMaxEXT", "cl_ext_float_atomics"},
    {5616, "AtomicFloat16MinMaxEXT", "cl_ext_float_atomics"},
    {5629, "ExpectAssumeKHR", "cl_khr_expect_assume"},
    {5837, "FPFastMathModeINTEL", kAlways},        // SPV_INTEL_fp_fast_math_mode
    {5910, "MemoryAccessAliasingINTEL", nullptr},  // taken out before
    {6017, "DotProductInput4x8Bit", "cl_khr_integer_dot_product"},
    {6018, "DotProductInput4x8BitPacked", "cl_khr_integer_dot_product"},
    {6019, "DotProduct", "cl_khr_integer_dot_product"},
    {6025, "BitInstructions", "cl_khr_extended_bit_ops"},
    {6026, "GroupNonUniformRotateKHR", "cl_khr_subgroup_rotate"},
    {6033, "AtomicFloat32AddEXT", "cl_ext_float_atomics"},
    {6034, "AtomicFloat64AddEXT", "cl_ext_float_atomics"},
    {6095, "AtomicFloat16AddEXT", "cl_ext_float_atomics"},
    {6400, "GroupUniformArithmeticKHR", kAlways},  // cl_khr_work_group_uniform_arithmetic
};

Error invalid(std::string why) {
  return {HDC_INVALID_INPUT, "SPIR-V: " + std::move(why)};
}

/// Checks capabilities and the memory model; `core` says whether OpenCL 2.2 alone has them all.
class Wants {
 public:
  explicit Wants(std::string_view extensions) : extensions_(" " + std::string(extensions) + " ") {}

  void note(const Instruction& one) {
    if (one.opcode == OpMemoryModel && one.operands.size() == 2) {
      if (one.operands[0] != kPhysical64 || one.operands[1] != kOpenCL)
        lacks("a memory model other than OpenCL with addresses of 64 bits");
    }
    if (one.opcode != OpCapability || one.operands.size() != 1) return;
    const auto* known = std::ranges::find(kCapabilities, one.operands[0], &Capability::number);
    if (known == std::end(kCapabilities))
      return lacks("capability " + std::to_string(one.operands[0]));
    if (!known->extension) return;
    core_ = false;
    if (known->extension == kAlways) return;
    if (extensions_.find(" " + std::string(known->extension) + " ") == std::string::npos)
      lacks("capability " + std::string(known->name));
  }

  bool core() const { return core_; }
  Status status() const {
    if (lacking_.empty()) return {};
    return invalid("the module needs what the device has not: " + lacking_);
  }

 private:
  void lacks(const std::string& what) { lacking_ += (lacking_.empty() ? "" : ", ") + what; }

  const std::string extensions_;  // each between spaces
  std::string lacking_;
  bool core_ = true;
};

/// The rules that the module is held to. SPIRV-Tools' environments of OpenCL know no extensions.
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

constexpr uint32_t kNewestTranslated = 0x00010400;

/// A kernel may have as many arguments as fit into CL_DEVICE_MAX_PARAMETER_SIZE. The limit of 255
/// is what every consumer takes at least (SPIR-V §2.17).
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
  // SPIRV-Tools refuse what the translator itself writes: a function whose type is DebugInfoNone.
  TRY(validate(without_debug_info(without_pipe_storage(taken.module)), rules));
  TRY(wants.status());
  taken.module = without_non_semantic(taken.module);
  // Not every translator knows a later version; what they brought is said otherwise before it
  // (docs/spirv.md).
  taken.module.set_version(std::min(given->version(), kNewestTranslated));
  return taken;
}

}  // namespace heddle::compiler::spirv
