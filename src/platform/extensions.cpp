// SPDX-License-Identifier: Apache-2.0
#include "platform/extensions.h"

#include <CL/cl_heddle.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "platform/external_handles.h"
#include "support/options.h"

namespace heddle {
namespace {

struct Extension {
  std::string_view name;
  cl_version_khr version;
};

// Extensions that are listed on demand: the CTS fails a device for names that it does not know
// (compiler_defines_for_extensions).
constexpr std::string_view kOnDemand[] = {"cl_khr_async_work_group_copy_fence",
                                          "cl_khr_spirv_extended_debug_info",
                                          "cl_khr_work_group_uniform_arithmetic"};

bool listed(const Extension& extension) {
  if (extension.name == "cl_khr_external_memory_dma_buf") return kernel_sharing().dma_bufs;
  if (extension.name == "cl_khr_external_semaphore_sync_fd") return kernel_sharing().sync_files;
  return options().all_extensions ||
         std::ranges::find(kOnDemand, extension.name) == std::end(kOnDemand);
}

// An extension is added here when everything that its text demands works.
constexpr Extension kExtensions[] = {
    {"cl_ext_buffer_device_address", CL_MAKE_VERSION_KHR(1, 0, 2)},
    {"cl_ext_cxx_for_opencl", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_ext_float_atomics", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_ext_image_from_buffer", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_ext_image_requirements_info", CL_MAKE_VERSION_KHR(0, 5, 0)},
    {"cl_ext_immutable_memory_objects", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_ext_migrate_memobject", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_heddle_kernel_report", CL_HEDDLE_KERNEL_REPORT_EXTENSION_VERSION},
    {"cl_heddle_memory_placement", CL_HEDDLE_MEMORY_PLACEMENT_EXTENSION_VERSION},
    {"cl_intel_bfloat16_conversions", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_intel_device_attribute_query", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_intel_required_subgroup_size", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_intel_spirv_subgroups", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_intel_subgroup_local_block_io", CL_MAKE_VERSION_KHR(1, 0, 1)},
    {"cl_intel_subgroups", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_intel_subgroups_char", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_intel_subgroups_long", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_intel_subgroups_short", CL_MAKE_VERSION_KHR(1, 1, 0)},
    {"cl_intel_unified_shared_memory", CL_MAKE_VERSION_KHR(1, 2, 0)},
    {"cl_khr_3d_image_writes", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_async_work_group_copy_fence", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_byte_addressable_store", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_command_buffer", CL_MAKE_VERSION_KHR(0, 9, 8)},
    {"cl_khr_command_buffer_multi_device", CL_MAKE_VERSION_KHR(0, 9, 2)},
    {"cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION_KHR(0, 9, 5)},
    {"cl_khr_create_command_queue", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_depth_images", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_device_enqueue_local_arg_types", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_device_uuid", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_egl_event", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_egl_image", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_external_memory", CL_MAKE_VERSION_KHR(1, 0, 1)},
    {"cl_khr_external_memory_dma_buf", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_external_memory_opaque_fd", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_external_semaphore", CL_MAKE_VERSION_KHR(1, 0, 1)},
    {"cl_khr_external_semaphore_opaque_fd", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_external_semaphore_sync_fd", CL_MAKE_VERSION_KHR(1, 0, 1)},
    {"cl_khr_extended_async_copies", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_expect_assume", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_extended_bit_ops", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_extended_versioning", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_fp16", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_fp64", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_gl_depth_images", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_gl_event", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_gl_msaa_sharing", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_gl_sharing", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_global_int32_base_atomics", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_global_int32_extended_atomics", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_icd", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_image2d_from_buffer", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_il_program", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_initialize_memory", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_int64_base_atomics", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_int64_extended_atomics", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_integer_dot_product", CL_MAKE_VERSION_KHR(2, 0, 0)},
    {"cl_khr_kernel_clock", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_local_int32_base_atomics", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_local_int32_extended_atomics", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_mipmap_image", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_mipmap_image_writes", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_priority_hints", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_select_fprounding_mode", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_semaphore", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_spirv_queries", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_srgb_image_writes", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroup_ballot", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroup_clustered_reduce", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroup_extended_types", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroup_named_barrier", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroup_non_uniform_arithmetic", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroup_non_uniform_vote", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroup_rotate", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroup_shuffle", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroup_shuffle_relative", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_subgroups", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_spir", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_spirv_extended_debug_info", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_spirv_linkonce_odr", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_spirv_no_integer_wrap_decoration", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_suggested_local_work_size", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_terminate_context", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_throttle_hints", CL_MAKE_VERSION_KHR(1, 0, 0)},
    {"cl_khr_work_group_uniform_arithmetic", CL_MAKE_VERSION_KHR(1, 0, 0)},
};

}  // namespace

cl_name_version_khr named(std::string_view name, cl_version_khr version) {
  cl_name_version_khr entry{};
  entry.version = version;
  std::copy(name.begin(), name.end(), std::begin(entry.name));
  return entry;
}

const std::string& extension_names() {
  static const std::string& names = *[] {
    auto* text = new std::string;  // leaked on purpose: no static destructors
    for (const Extension& extension : kExtensions) {
      if (!listed(extension)) continue;
      if (!text->empty()) *text += ' ';
      *text += extension.name;
    }
    return text;
  }();
  return names;
}

std::vector<cl_name_version_khr> extension_versions() {
  std::vector<cl_name_version_khr> list;
  for (const Extension& extension : kExtensions) {
    if (!listed(extension)) continue;
    list.push_back(named(extension.name, extension.version));
  }
  return list;
}

}  // namespace heddle
