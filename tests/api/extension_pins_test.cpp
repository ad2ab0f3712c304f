// SPDX-License-Identifier: Apache-2.0
// Each name of CL_DEVICE_EXTENSIONS is pinned to a test that uses what the extension adds, and each
// extension of the specification is either listed or in docs/status.md.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "api_test.h"

namespace {

using Names = std::set<std::string>;

struct Pin {
  const char* extension;
  const char* file;   ///< below tests/
  const char* test;   ///< "Suite.Test", "test_X" of a self-checking kernel, or "main"
  const char* usage;  ///< a piece of the file: what the test calls or asks for
};

constexpr Pin kPins[] = {
    {"cl_ext_buffer_device_address", "api/device_address_test.cpp",
     "DeviceAddressTest.KernelsFollowIt", "set_pointer(fill, 0, address)"},
    {"cl_ext_cxx_for_opencl", "api/cpp_test.cpp", "CppTest.ClassesTemplatesAndLambdas",
     "-cl-std=CLC++"},
    {"cl_ext_float_atomics", "kernels/atomics/floats.cl", "test_##NAME",
     "atomic_fetch_add(COUNTER, (T)1)"},
    {"cl_ext_image_from_buffer", "api/image_from_buffer_test.cpp",
     "ImageFromBufferTest.KernelsSeeTheElements", "desc.mem_object = buffer;"},
    {"cl_ext_image_requirements_info", "api/image_requirements_test.cpp",
     "ImageRequirementsTest.SizesOfBuffers", "clGetImageRequirementsInfoEXT"},
    {"cl_ext_immutable_memory_objects", "api/immutable_test.cpp",
     "ImmutableTest.CommandsDoNotWriteBuffers", "khr::kMemImmutable"},
    {"cl_ext_migrate_memobject", "api/extension_test.cpp", "ExtensionTest.MigrationToADevice",
     "clEnqueueMigrateMemObjectEXT"},
    {"cl_heddle_kernel_report", "include/heddle_header_test.c", "main", "CL_KERNEL_REPORT_HEDDLE"},
    {"cl_heddle_memory_placement", "api/placement_test.cpp",
     "PlacementTest.FirstUsePlacesASubBuffer", "CL_MEM_PLACED_BYTES_HEDDLE"},
    {"cl_intel_bfloat16_conversions", "api/bfloat16_test.cpp", "Bfloat16Test.Conversions",
     "intel_convert_bfloat16"},
    {"cl_intel_device_attribute_query", "api/device_attribute_test.cpp",
     "DeviceAttributeTest.AreThoseOfTheProcessor", "CL_DEVICE_ID_INTEL"},
    {"cl_intel_required_subgroup_size", "api/sub_group_test.cpp", "SubGroupTest.RequiredSizes",
     "__attribute__((intel_reqd_sub_group_size("},
    {"cl_intel_spirv_subgroups", "api/il_intel_test.cpp", "IlIntelTest.BlocksOfBuffers",
     "OpSubgroupBlockReadINTEL"},
    {"cl_intel_subgroup_local_block_io", "api/intel_block_test.cpp",
     "IntelBufferBlockTest.AllTypes", "local "},
    {"cl_intel_subgroups", "api/intel_sub_group_test.cpp", "IntelShuffleTest.AllTypes",
     "intel_sub_group_shuffle_down("},
    {"cl_intel_subgroups_char", "api/intel_sub_group_test.cpp", "IntelSmallTest.Operations",
     "Check<cl_char>("},
    {"cl_intel_subgroups_long", "api/intel_block_test.cpp", "IntelBufferBlockTest.AllTypes", "_ul"},
    {"cl_intel_subgroups_short", "api/intel_sub_group_test.cpp", "IntelSmallTest.Operations",
     "Check<cl_short>("},
    {"cl_intel_unified_shared_memory", "api/usm_test.cpp", "UsmTest.CommandsWork",
     "clSharedMemAllocINTEL"},
    {"cl_khr_3d_image_writes", "api/image_write_model_test.cpp",
     "ImageWriteModelTest.AnyImageAnyPlace", "AnyImage(OneOf(kKinds))"},
    {"cl_khr_async_work_group_copy_fence", "kernels/work_group/async_copy_fence.cl", "test_reused",
     "async_work_group_copy_fence("},
    {"cl_khr_byte_addressable_store", "kernels/builtins/shuffles.cl", "test_bytes",
     "global uchar* out"},
    {"cl_khr_command_buffer", "api/command_buffer_test.cpp",
     "CommandBufferTest.ArgumentsAreThoseOfTheRecording", "Replay(buffer)"},
    {"cl_khr_command_buffer_multi_device", "api/command_buffer_devices_test.cpp",
     "CommandBufferDevicesTest.DevicesRunSideBySide", "Khr().remap("},
    {"cl_khr_command_buffer_mutable_dispatch", "api/mutable_dispatch_test.cpp",
     "MutableDispatchTest.EachFieldChanges", "Update(buffer, "},
    {"cl_khr_create_command_queue", "api/platform_test.cpp",
     "ApiTest.CreateCommandQueueWithPropertiesKHR", "create(context, device, properties, &error)"},
    {"cl_khr_depth_images", "api/image_format_test.cpp", "ImageFormatTest.CopiesKeepEveryFormat",
     "image2d_depth_t"},
    {"cl_khr_device_enqueue_local_arg_types", "api/typed_block_test.cpp",
     "TypedBlockTest.LiteralsOfManyTypes", "^(local int* a)"},
    {"cl_khr_device_uuid", "api/device_test.cpp", "Device.Uuids", "CL_DEVICE_UUID_KHR"},
    {"cl_khr_egl_event", "api/gl_egl_test.cpp", "EglEventTest.AcquiresWaitForTheFence",
     "clCreateEventFromEGLSyncKHR"},
    {"cl_khr_egl_image", "api/gl_egl_test.cpp", "EglImageTest.TexturesGoThereAndBack",
     "clCreateFromEGLImageKHR"},
    {"cl_khr_expect_assume", "api/il_test.cpp", "IlTest.HintsAndNullConstants", "OpAssumeTrueKHR"},
    {"cl_khr_extended_async_copies", "kernels/work_group/async_copy_box.cl", "test_deep",
     "async_work_group_copy_3D3D("},
    {"cl_khr_extended_bit_ops", "kernels/builtins/bit_fields.cl", "test_literals",
     "bitfield_insert("},
    {"cl_khr_extended_versioning", "api/extension_test.cpp",
     "ExtensionTest.EachIsListedOnceWithItsVersion", "CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR"},
    {"cl_khr_external_memory", "api/external_memory_test.cpp", "ExternalMemoryTest.ChecksCommands",
     "kCommandAcquireExternalMemory"},
    {"cl_khr_external_memory_dma_buf", "unit/runtime/memory/external_memory_test.cpp",
     "DmaBufTest.IsMappedAndSynchronisedWhenItIsHandedOver", "kMemoryHandleDmaBuf"},
    {"cl_khr_external_memory_opaque_fd", "api/external_memory_test.cpp",
     "ExternalMemoryTest.IsSharedByTwoProcesses", "kMemoryHandleOpaqueFd"},
    {"cl_khr_external_semaphore", "api/external_semaphore_test.cpp",
     "ExternalSemaphoreTest.ImportsShareThePayload", "Import(Export(exported))"},
    {"cl_khr_external_semaphore_opaque_fd", "api/external_semaphore_test.cpp",
     "ExternalSemaphoreTest.TwoProcessesTakeTurns", "kSemaphoreHandleOpaqueFd"},
    {"cl_khr_external_semaphore_sync_fd", "unit/runtime/semaphore/sync_file_test.cpp",
     "SyncFileTest.AWaitEndsWhenTheFileIsSignalled", "kSemaphoreHandleSyncFd"},
    {"cl_khr_fp16", "kernels/half/arithmetic.cl", "test_operations", "half"},
    {"cl_khr_fp64", "kernels/builtins/special_doubles.cl", "test_tanpi", "double"},
    {"cl_khr_gl_depth_images", "api/gl_depth_test.cpp", "GlDepthTest.KernelsReadDepths",
     "image2d_array_depth_t"},
    {"cl_khr_gl_event", "api/gl_event_test.cpp", "GlEventTest.CompletesAfterTheFence",
     "clCreateEventFromGLsyncKHR"},
    {"cl_khr_gl_msaa_sharing", "api/gl_msaa_test.cpp",
     "GlMsaaTest.KernelsReadEachSampleOfEachFormat", "GL_TEXTURE_2D_MULTISAMPLE_ARRAY"},
    {"cl_khr_gl_sharing", "api/gl_sharing_test.cpp", "GlSharingTest.BuffersGoThereAndBack",
     "clCreateFromGLBuffer"},
    {"cl_khr_global_int32_base_atomics", "kernels/atomics/first_names.cl", "test_global",
     "atom_xchg(own,"},
    {"cl_khr_global_int32_extended_atomics", "kernels/atomics/first_names.cl", "test_global",
     "atom_xor(at + 7,"},
    {"cl_khr_icd", "api/icd_test.cpp", "Icd.IcdGetPlatformIDs", "clIcdGetPlatformIDsKHR"},
    {"cl_khr_il_program", "api/il_test.cpp", "IlTest.DeviceSaysWhichVersionsItTakes",
     "clCreateProgramWithILKHR"},
    {"cl_khr_image2d_from_buffer", "api/image_test.cpp", "ImageTest.FromABuffer",
     "desc.mem_object = buffer;"},
    {"cl_khr_initialize_memory", "api/initialize_memory_test.cpp",
     "InitializeMemoryTest.PrivateMemory", "CL_CONTEXT_MEMORY_INITIALIZE_KHR"},
    {"cl_khr_int64_base_atomics", "kernels/atomics/wide.cl", "test_legacy", "atom_add(at, h)"},
    {"cl_khr_int64_extended_atomics", "kernels/atomics/wide.cl", "test_legacy",
     "atom_xor(at + 7, h)"},
    {"cl_khr_integer_dot_product", "kernels/builtins/dot_product.cl", "test_functions",
     "dot_acc_sat("},
    {"cl_khr_kernel_clock", "api/extension_test.cpp", "ExtensionTest.KernelClocks",
     "clock_read_device()"},
    {"cl_khr_local_int32_base_atomics", "kernels/atomics/first_names.cl", "test_local",
     "atom_add(&sum,"},
    {"cl_khr_local_int32_extended_atomics", "kernels/atomics/first_names.cl", "test_local",
     "atom_max(&most,"},
    {"cl_khr_mipmap_image", "api/image_mip_model_test.cpp", "ImageMipModelTest.Reads", "lod"},
    {"cl_khr_mipmap_image_writes", "api/image_mip_model_test.cpp", "ImageMipModelTest.Writes",
     "write_image"},
    {"cl_khr_priority_hints", "api/queue_test.cpp", "QueueTest.TakesPriorityAndThrottleHints",
     "CL_QUEUE_PRIORITY_KHR"},
    {"cl_khr_select_fprounding_mode", "api/rounding_test.cpp", "RoundingTest.Floats",
     "#pragma OPENCL SELECT_ROUNDING_MODE"},
    {"cl_khr_semaphore", "api/semaphore_test.cpp", "SemaphoreTest.OrdersTwoQueues",
     "SemaphoreHandle there = Make(), back = Make();"},
    {"cl_khr_spir", "api/spir_test.cpp", "SpirTest.Builds", "-x spir"},
    {"cl_khr_spirv_extended_debug_info", "api/il_test.cpp", "IlTest.TakesDebugInformation",
     "OpExtInstImport \\\"OpenCL.DebugInfo.100\\\""},
    {"cl_khr_spirv_linkonce_odr", "api/il_translator_test.cpp",
     "IlTranslatorTest.BuildsWhatVersionsAdded", "OpExtension \\\"SPV_KHR_linkonce_odr\\\""},
    {"cl_khr_spirv_no_integer_wrap_decoration", "api/il_translator_test.cpp",
     "IlTranslatorTest.BuildsWhatVersionsAdded",
     "OpExtension \\\"SPV_KHR_no_integer_wrap_decoration\\\""},
    {"cl_khr_spirv_queries", "api/extension_test.cpp", "ExtensionTest.SpirvQueries",
     "capabilities = InfoArray"},
    {"cl_khr_srgb_image_writes", "api/image_format_test.cpp",
     "ImageFormatTest.WritesAreClampedAndRounded", "Written({CL_sRGBA, "},
    {"cl_khr_subgroup_ballot", "kernels/sub_group/extended.cl", "test_votes",
     "sub_group_ballot_bit_extract("},
    {"cl_khr_subgroup_clustered_reduce", "kernels/sub_group/extended.cl", "test_clusters",
     "sub_group_clustered_reduce_add("},
    {"cl_khr_subgroup_extended_types", "kernels/sub_group/extended.cl", "test_shuffles",
     "sub_group_broadcast((long4)"},
    {"cl_khr_subgroup_non_uniform_arithmetic", "kernels/sub_group/extended.cl", "test_arithmetic",
     "sub_group_non_uniform_scan_exclusive_add("},
    {"cl_khr_subgroup_non_uniform_vote", "kernels/sub_group/extended.cl", "test_votes",
     "sub_group_elect("},
    {"cl_khr_subgroup_named_barrier", "kernels/sub_group/named_barrier.cl", "test_parts",
     "work_group_named_barrier("},
    {"cl_khr_subgroup_rotate", "kernels/sub_group/extended.cl", "test_shuffles",
     "sub_group_clustered_rotate("},
    {"cl_khr_subgroup_shuffle", "kernels/sub_group/extended.cl", "test_shuffles",
     "sub_group_shuffle_xor("},
    {"cl_khr_subgroup_shuffle_relative", "kernels/sub_group/extended.cl", "test_shuffles",
     "sub_group_shuffle_down("},
    {"cl_khr_subgroups", "kernels/sub_group/functions.cl", "test_scan",
     "sub_group_scan_inclusive_"},
    {"cl_khr_suggested_local_work_size", "api/enqueue_kernel_test.cpp",
     "EnqueueKernelTest.SuggestsALocalSize", "clGetKernelSuggestedLocalWorkSizeKHR"},
    {"cl_khr_terminate_context", "api/terminate_test.cpp", "TerminateTest.RunningKernelsEnd",
     "CL_CONTEXT_TERMINATE_KHR"},
    {"cl_khr_throttle_hints", "api/queue_test.cpp", "QueueTest.TakesPriorityAndThrottleHints",
     "CL_QUEUE_THROTTLE_KHR"},
    {"cl_khr_work_group_uniform_arithmetic", "kernels/work_group/uniform_arithmetic.cl",
     "test_logical_##OP", "work_group_scan_inclusive_"},
};

/// Listed where the kernel has what the handles are of, and named in docs/status.md for others.
const Names kOfSomeMachines = {"cl_khr_external_memory_dma_buf",
                               "cl_khr_external_semaphore_sync_fd"};

/// The extensions of the specification (3.0.12), in the order of its chapters.
constexpr const char* kOfTheSpecification[] = {
    "cl_khr_icd",
    "cl_khr_byte_addressable_store",
    "cl_khr_3d_image_writes",
    "cl_khr_fp16",
    "cl_khr_fp64",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_select_fprounding_mode",
    "cl_khr_gl_sharing",
    "cl_khr_gl_event",
    "cl_khr_d3d10_sharing",
    "cl_khr_dx9_media_sharing",
    "cl_khr_d3d11_sharing",
    "cl_khr_gl_depth_images",
    "cl_khr_gl_msaa_sharing",
    "cl_khr_egl_event",
    "cl_khr_egl_image",
    "cl_khr_depth_images",
    "cl_khr_image2d_from_buffer",
    "cl_khr_initialize_memory",
    "cl_khr_terminate_context",
    "cl_khr_spir",
    "cl_khr_il_program",
    "cl_khr_create_command_queue",
    "cl_khr_device_enqueue_local_arg_types",
    "cl_khr_subgroups",
    "cl_khr_mipmap_image",
    "cl_khr_mipmap_image_writes",
    "cl_khr_srgb_image_writes",
    "cl_khr_priority_hints",
    "cl_khr_throttle_hints",
    "cl_khr_subgroup_named_barrier",
    "cl_khr_extended_async_copies",
    "cl_khr_async_work_group_copy_fence",
    "cl_khr_device_uuid",
    "cl_khr_extended_versioning",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_extended_bit_ops",
    "cl_khr_integer_dot_product",
    "cl_khr_pci_bus_info",
    "cl_khr_suggested_local_work_size",
    "cl_khr_spirv_extended_debug_info",
    "cl_khr_spirv_linkonce_odr",
    "cl_khr_spirv_no_integer_wrap_decoration",
    "cl_khr_semaphore",
    "cl_khr_external_semaphore",
    "cl_khr_external_semaphore_opaque_fd",
    "cl_khr_external_semaphore_sync_fd",
    "cl_khr_external_semaphore_dx_fence",
    "cl_khr_external_semaphore_win32",
    "cl_khr_external_memory",
    "cl_khr_external_memory_opaque_fd",
    "cl_khr_external_memory_dma_buf",
    "cl_khr_external_memory_dx",
    "cl_khr_external_memory_win32",
    "cl_khr_command_buffer",
    "cl_khr_expect_assume",
    "cl_khr_subgroup_rotate",
    "cl_khr_work_group_uniform_arithmetic",
    "cl_khr_command_buffer_mutable_dispatch",
};

std::filesystem::path Tests() {
  return std::filesystem::path(__FILE__).parent_path() / "..";
}

std::string TextOf(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_FALSE(text.str().empty()) << path;
  return text.str();
}

/// With the names that the device has but lists only when asked.
Names Listed() {
  setenv("HEDDLE_ALL_EXTENSIONS", "on", 1);
  std::istringstream words(InfoString(clGetDeviceInfo, FirstDevice(), CL_DEVICE_EXTENSIONS));
  Names names;
  for (std::string word; words >> word;) names.insert(word);
  return names;
}

/// The names in the first column of the table of docs/status.md.
Names Missing() {
  const std::regex name("cl_[a-z]+_[a-z0-9_]+\\*?");
  std::istringstream lines(TextOf(Tests() / "../docs/status.md"));
  Names names;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("| ", 0) != 0) continue;
    const std::string column = line.substr(2, line.find(" |", 2) - 2);
    for (std::sregex_iterator at(column.begin(), column.end(), name), end; at != end; ++at)
      names.insert(at->str());
  }
  return names;
}

bool HasTest(const std::string& text, std::string test) {
  if (test == "main") return text.find("int main(void) {") != std::string::npos;
  const size_t dot = test.find('.');
  if (dot == std::string::npos) return text.find("kernel void " + test + "(") != std::string::npos;
  test.replace(dot, 1, ", ");
  return text.find("TEST(" + test + ")") != std::string::npos ||
         text.find("TEST_F(" + test + ")") != std::string::npos;
}

TEST(ExtensionPins, EachNameHasATest) {
  Names pinned;
  for (const Pin& pin : kPins) {
    SCOPED_TRACE(pin.extension);
    EXPECT_TRUE(pinned.insert(pin.extension).second) << "pinned twice";
    const std::string text = TextOf(Tests() / pin.file);
    EXPECT_TRUE(HasTest(text, pin.test)) << pin.file << " has no test " << pin.test;
    EXPECT_NE(text.find(pin.usage), std::string::npos) << pin.file << " lacks " << pin.usage;
  }
  Names listed = Listed();
  listed.insert(kOfSomeMachines.begin(), kOfSomeMachines.end());
  EXPECT_EQ(pinned, listed);
}

TEST(ExtensionPins, TheRestIsInTheListOfWhatIsMissing) {
  Names listed = Listed();
  for (const std::string& name : kOfSomeMachines) listed.erase(name);
  const Names missing = Missing();
  for (const char* name : kOfTheSpecification)
    EXPECT_EQ(missing.count(name), 1 - listed.count(name)) << name;
  for (const std::string& name : missing) {
    EXPECT_EQ(listed.count(name), 0u) << name << " is listed and said to be missing";
    EXPECT_NE(name.back(), '*') << "docs/status.md is to have whole names";
  }
}

}  // namespace
