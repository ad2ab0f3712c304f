// SPDX-License-Identifier: Apache-2.0
// The features that a SPIR-V module may use (the SPIR-V environment specification). The compiler
// refuses others, the driver lists them for programs (cl_khr_spirv_queries).
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle {

// Origins of features; other ones are the OpenCL extension that has to be listed.
inline constexpr std::string_view kFromOpenCL = "OpenCL 2.2";
inline constexpr std::string_view kFromHeddle = "Heddle";  ///< available with any list

/// Tells whether a device with these extensions, as in CL_DEVICE_EXTENSIONS, has features that come
/// `from` there.
constexpr bool is_available(std::string_view from, std::string_view extensions) {
  if (from == kFromOpenCL || from == kFromHeddle) return true;
  for (size_t at = 0; (at = extensions.find(from, at)) != std::string_view::npos; ++at) {
    const size_t end = at + from.size();
    if ((at == 0 || extensions[at - 1] == ' ') &&
        (end == extensions.size() || extensions[end] == ' '))
      return true;
  }
  return false;
}

struct SpirvCapability {
  uint32_t number;
  const char* name;
  std::string_view from;
};
inline constexpr SpirvCapability kSpirvCapabilities[] = {
    {4, "Addresses", kFromOpenCL},
    {5, "Linkage", kFromOpenCL},
    {6, "Kernel", kFromOpenCL},
    {7, "Vector16", kFromOpenCL},
    {8, "Float16Buffer", kFromOpenCL},
    {9, "Float16", "cl_khr_fp16"},
    {10, "Float64", "cl_khr_fp64"},
    {11, "Int64", kFromOpenCL},
    {12, "Int64Atomics", "cl_khr_int64_base_atomics"},
    {13, "ImageBasic", kFromOpenCL},
    {14, "ImageReadWrite", kFromOpenCL},
    {15, "ImageMipmap", "cl_khr_mipmap_image"},
    {17, "Pipes", kFromOpenCL},
    {18, "Groups", kFromOpenCL},
    {19, "DeviceEnqueue", kFromOpenCL},
    {20, "LiteralSampler", kFromOpenCL},
    {22, "Int16", kFromOpenCL},
    {38, "GenericPointer", kFromOpenCL},
    {39, "Int8", kFromOpenCL},
    {43, "Sampled1D", kFromOpenCL},
    {44, "Image1D", kFromOpenCL},
    {46, "SampledBuffer", kFromOpenCL},
    {47, "ImageBuffer", kFromOpenCL},
    {58, "SubgroupDispatch", kFromOpenCL},
    {59, "NamedBarrier", "cl_khr_subgroup_named_barrier"},
    {60, "PipeStorage", kFromOpenCL},
    {61, "GroupNonUniform", "cl_khr_subgroup_ballot"},
    {62, "GroupNonUniformVote", "cl_khr_subgroup_non_uniform_vote"},
    {63, "GroupNonUniformArithmetic", "cl_khr_subgroup_non_uniform_arithmetic"},
    {64, "GroupNonUniformBallot", "cl_khr_subgroup_ballot"},
    {65, "GroupNonUniformShuffle", "cl_khr_subgroup_shuffle"},
    {66, "GroupNonUniformShuffleRelative", "cl_khr_subgroup_shuffle_relative"},
    {67, "GroupNonUniformClustered", "cl_khr_subgroup_clustered_reduce"},
    {71, "UniformDecoration", kFromHeddle},  // from SPIR-V 1.6
    {5055, "ShaderClockKHR", "cl_khr_kernel_clock"},
    {5568, "SubgroupShuffleINTEL", "cl_intel_spirv_subgroups"},
    {5569, "SubgroupBufferBlockIOINTEL", "cl_intel_spirv_subgroups"},
    {5570, "SubgroupImageBlockIOINTEL", "cl_intel_spirv_subgroups"},
    {5612, "AtomicFloat32MinMaxEXT", "cl_ext_float_atomics"},
    {5613, "AtomicFloat64MinMaxEXT", "cl_ext_float_atomics"},
    {5616, "AtomicFloat16MinMaxEXT", "cl_ext_float_atomics"},
    {5629, "ExpectAssumeKHR", "cl_khr_expect_assume"},
    {5837, "FPFastMathModeINTEL", kFromHeddle},            // SPV_INTEL_fp_fast_math_mode
    {5886, "UnstructuredLoopControlsINTEL", kFromHeddle},  // removed, too
    {5910, "MemoryAccessAliasingINTEL", kFromHeddle},      // removed (hints.h)
    {6017, "DotProductInput4x8Bit", "cl_khr_integer_dot_product"},
    {6018, "DotProductInput4x8BitPacked", "cl_khr_integer_dot_product"},
    {6019, "DotProduct", "cl_khr_integer_dot_product"},
    {6025, "BitInstructions", "cl_khr_extended_bit_ops"},
    {6026, "GroupNonUniformRotateKHR", "cl_khr_subgroup_rotate"},
    {6033, "AtomicFloat32AddEXT", "cl_ext_float_atomics"},
    {6034, "AtomicFloat64AddEXT", "cl_ext_float_atomics"},
    {6094, "OptNoneEXT", kFromHeddle},
    {6095, "AtomicFloat16AddEXT", "cl_ext_float_atomics"},
    {6115, "Bfloat16ConversionINTEL", "cl_intel_bfloat16_conversions"},
    {6400, "GroupUniformArithmeticKHR", kFromHeddle},  // cl_khr_work_group_uniform_arithmetic
};

struct SpirvExtension {
  const char* name;
  std::string_view from;
};
inline constexpr SpirvExtension kSpirvExtensions[] = {
    {"SPV_EXT_optnone", kFromHeddle},
    {"SPV_EXT_shader_atomic_float16_add", "cl_ext_float_atomics"},
    {"SPV_EXT_shader_atomic_float_add", "cl_ext_float_atomics"},
    {"SPV_EXT_shader_atomic_float_min_max", "cl_ext_float_atomics"},
    {"SPV_INTEL_bfloat16_conversion", "cl_intel_bfloat16_conversions"},
    {"SPV_INTEL_fp_fast_math_mode", kFromHeddle},
    {"SPV_INTEL_memory_access_aliasing", kFromHeddle},
    {"SPV_INTEL_optnone", kFromHeddle},
    {"SPV_INTEL_subgroups", "cl_intel_spirv_subgroups"},
    {"SPV_INTEL_unstructured_loop_controls", kFromHeddle},
    {"SPV_KHR_bit_instructions", "cl_khr_extended_bit_ops"},
    {"SPV_KHR_expect_assume", "cl_khr_expect_assume"},
    {"SPV_KHR_integer_dot_product", "cl_khr_integer_dot_product"},
    {"SPV_KHR_linkonce_odr", "cl_khr_spirv_linkonce_odr"},
    {"SPV_KHR_no_integer_wrap_decoration", "cl_khr_spirv_no_integer_wrap_decoration"},
    {"SPV_KHR_non_semantic_info", kFromHeddle},
    {"SPV_KHR_shader_clock", "cl_khr_kernel_clock"},
    {"SPV_KHR_subgroup_rotate", "cl_khr_subgroup_rotate"},
    {"SPV_KHR_uniform_group_instructions", kFromHeddle},
};

inline constexpr const char* kSpirvInstructionSets[] = {"OpenCL.std", "OpenCL.DebugInfo.100"};

}  // namespace heddle
