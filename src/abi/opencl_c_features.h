// SPDX-License-Identifier: Apache-2.0
// The optional features of OpenCL C 3.0 (§6.2.1 there), with those of extensions. The compiler
// defines their macros, the driver lists them for programs (CL_DEVICE_OPENCL_C_FEATURES).
#pragma once

#include <string_view>

#include "abi/spirv_environment.h"

namespace heddle {

struct OpenCLCFeature {
  std::string_view macro;
  std::string_view from = kFromOpenCL;  ///< or the extension that has to be listed
  unsigned language = 200;              ///< the first OpenCL C that has its functions and types
};

inline constexpr OpenCLCFeature kOpenCLCFeatures[] = {
    {"__opencl_c_3d_image_writes", "cl_khr_3d_image_writes"},
    {"__opencl_c_atomic_order_acq_rel"},
    {"__opencl_c_atomic_order_seq_cst"},
    {"__opencl_c_atomic_scope_all_devices"},
    {"__opencl_c_atomic_scope_device"},
    {"__opencl_c_device_enqueue"},
    {"__opencl_c_fp64", "cl_khr_fp64"},
    {"__opencl_c_generic_address_space"},
    {"__opencl_c_images", "cl_khr_3d_image_writes"},  // every device with images has it (§4.2)
    {"__opencl_c_int64"},
    {"__opencl_c_pipes"},
    {"__opencl_c_program_scope_global_variables"},
    {"__opencl_c_read_write_images", "cl_khr_3d_image_writes"},
    {"__opencl_c_subgroups", "cl_khr_subgroups"},
    {"__opencl_c_work_group_collective_functions"},
    {"__opencl_c_integer_dot_product_input_4x8bit", "cl_khr_integer_dot_product", 100},
    {"__opencl_c_integer_dot_product_input_4x8bit_packed", "cl_khr_integer_dot_product", 100},
    {"__opencl_c_kernel_clock_scope_device", "cl_khr_kernel_clock", 100},
    {"__opencl_c_kernel_clock_scope_work_group", "cl_khr_kernel_clock", 100},
    {"__opencl_c_kernel_clock_scope_sub_group", "cl_khr_kernel_clock", 100},
    // Loading and storing numbers of 32 and 64 bits is no feature: it is in the language.
    {"__opencl_c_ext_fp16_global_atomic_load_store", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp16_global_atomic_add", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp16_global_atomic_min_max", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp16_local_atomic_load_store", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp16_local_atomic_add", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp16_local_atomic_min_max", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp32_global_atomic_add", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp32_global_atomic_min_max", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp32_local_atomic_add", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp32_local_atomic_min_max", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp64_global_atomic_add", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp64_global_atomic_min_max", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp64_local_atomic_add", "cl_ext_float_atomics"},
    {"__opencl_c_ext_fp64_local_atomic_min_max", "cl_ext_float_atomics"},
};

}  // namespace heddle
