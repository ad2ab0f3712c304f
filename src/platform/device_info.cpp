// SPDX-License-Identifier: Apache-2.0
// clGetDeviceInfo (§4.2, Table 5) as a table. Answers say what works; a missing feature reports 0
// or CL_FALSE (docs/status.md). Sub-devices answer as their root except where §4.3 says otherwise.
#include <CL/cl_ext.h>
#include <CL/cl_heddle.h>

#include <array>
#include <bit>
#include <string>
#include <tuple>

#include "abi/opencl_c_features.h"
#include "abi/program_record.h"
#include "abi/spirv_environment.h"
#include "devices/cpu/topology.h"
#include "platform/device.h"
#include "platform/extensions.h"
#include "platform/external_handles.h"
#include "platform/later_extensions.h"
#include "platform/overrides.h"
#include "platform/platform.h"
#include "platform/sub_device.h"
#include "support/build_id.h"
#include "support/cpu_features.h"
#include "support/hash.h"

namespace heddle {
namespace {

using D = const Device&;

template <auto value>
constexpr auto constant = [](D) { return value; };

template <class T>
T scalars_in(uint32_t register_bytes, size_t scalar_bytes) {
  return static_cast<T>(register_bytes / scalar_bytes);
}

template <size_t bytes>
cl_uint native_integers(D) {
  return scalars_in<cl_uint>(vector_bytes(Device::cpu_features()).integers, bytes);
}

template <size_t bytes>
cl_uint native_floats(D) {
  return scalars_in<cl_uint>(vector_bytes(Device::cpu_features()).floats, bytes);
}

Uuid uuid(const Hash128& hash) {
  return std::bit_cast<Uuid>(hash);
}

// Returns the same UUID for a machine in every process and for every version of the driver
// (cl_khr_device_uuid).
Uuid device_uuid(D) {
  if (const auto& other = overrides().device_uuid) return *other;
  const cpu::Topology& topology = cpu::topology();
  return uuid(
      Hasher().field("heddle device").field(topology.cpu_name).field(host_cpu_features()).digest());
}

std::vector<cl_device_partition_property> partition_properties(D device) {
  std::vector<cl_device_partition_property> schemes;
  if (device.max_compute_units() > 1) {
    schemes = {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
    if (affinity_domains(device)) schemes.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  } else {
    schemes = {0};
  }
  return schemes;
}

std::vector<cl_device_partition_property> partition_type(D device) {
  return device.is_root() ? Device::PartitionProperties{0} : device.partition_type();
}

constexpr cl_device_fp_config kDoubleConfig = CL_FP_DENORM | CL_FP_INF_NAN |
                                              CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                              CL_FP_ROUND_TO_INF | CL_FP_FMA;
constexpr cl_device_fp_config kSingleConfig = kDoubleConfig | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;

constexpr auto kILs = [] {
  std::array<cl_name_version_khr, 7> all{};
  for (cl_uint minor = 0; minor < all.size(); ++minor)
    all[minor] = {CL_MAKE_VERSION_KHR(1, minor, 0), "SPIR-V"};
  return all;
}();

constexpr std::array<cl_name_version_khr, 6> kOpenCLCs{{
    {CL_MAKE_VERSION_KHR(1, 0, 0), "OpenCL C"},
    {CL_MAKE_VERSION_KHR(1, 1, 0), "OpenCL C"},
    {CL_MAKE_VERSION_KHR(1, 2, 0), "OpenCL C"},
    {CL_MAKE_VERSION_KHR(2, 0, 0), "OpenCL C"},
    {CL_MAKE_VERSION_KHR(3, 0, 0), "OpenCL C"},
    {CL_MAKE_VERSION_KHR(3, 1, 0), "OpenCL C"},
}};

std::vector<cl_name_version_khr> opencl_c_features() {
  std::vector<cl_name_version_khr> features;
  for (const OpenCLCFeature& feature : kOpenCLCFeatures)
    if (is_available(feature.from, extension_names()))
      features.push_back(named(feature.macro, CL_MAKE_VERSION_KHR(3, 0, 0)));
  return features;
}

constexpr cl_device_atomic_capabilities kAtomics =
    CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
    CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
    CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;

/// Answers by the instructions that the CPU has, whether or not code comes to use them (§42). Where
/// they multiply unsigned bytes by signed ones, other products take two instructions, and only the
/// accumulation of their own product saturates.
cl_device_integer_dot_product_acceleration_properties_khr dot_product_acceleration(D) {
  const auto [mixed, any] = byte_products(Device::cpu_features());
  return {.signed_accelerated = mixed,
          .unsigned_accelerated = mixed,
          .mixed_signedness_accelerated = mixed,
          .accumulating_saturating_signed_accelerated = any,
          .accumulating_saturating_unsigned_accelerated = any,
          .accumulating_saturating_mixed_signedness_accelerated = mixed};
}

/// Returns `field` of every entry that modules may use with the listed extensions.
template <class T, size_t count, class Field>
std::vector<Field> spirv_allowed(const T (&all)[count], Field T::*field) {
  std::vector<Field> allowed;
  for (const T& each : all)
    if (is_available(each.from, extension_names())) allowed.push_back(each.*field);
  return allowed;
}

// The tables are split only because they are long: `identity` describes the device, `execution`
// what it runs, `memory` and `images` what it stores, `absent` what it does not have.
constexpr std::tuple identity{
    Row{CL_DEVICE_TYPE, [](D) { return Device::type(); }},
    Row{CL_DEVICE_VENDOR_ID,
        [](D) { return overrides().device_vendor_id.value_or(cpu_vendor().pci_id); }},
    Row{CL_DEVICE_NAME,
        [](D) { return overrides().device_name.value_or(cpu::topology().cpu_name); }},
    Row{CL_DEVICE_VENDOR, [](D) { return overrides().device_vendor.value_or(cpu_vendor().name); }},
    // Applications keep program binaries by this text: another build may not take them.
    Row{CL_DRIVER_VERSION, [](D) { return overrides().driver_version.value_or(build_id()); }},
    Row{CL_DEVICE_PROFILE, [](D) { return "FULL_PROFILE"; }},
    Row{CL_DEVICE_VERSION, [](D) { return opencl_version().text(); }},
    Row{CL_DEVICE_OPENCL_C_VERSION, [](D) { return opencl_version().c_text(); }},
    Row{CL_DEVICE_NUMERIC_VERSION_KHR, [](D) { return opencl_version().numeric(); }},
    Row{CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, [](D) { return opencl_version().c_numeric(); }},
    Row{CL_DEVICE_OPENCL_C_ALL_VERSIONS, [](D) { return kOpenCLCs; }},
    Row{CL_DEVICE_OPENCL_C_FEATURES, [](D) { return opencl_c_features(); }},
    // None, in the expected form.
    Row{CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, [](D) { return "v0000-01-01-00"; }},
    Row{CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT,
        constant<cl_version_khr{CL_MAKE_VERSION_KHR(1, 0, 0)}>},
    Row{CL_DEVICE_NUMA_NODE_HEDDLE, [](D d) { return static_cast<cl_int>(d.numa_node()); }},
    Row{CL_DEVICE_EXTENSIONS, [](D) { return extension_names(); }},
    Row{CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR, [](D) { return extension_versions(); }},
    Row{CL_DEVICE_IL_VERSION,
        [](D) {
          return "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4 SPIR-V_1.5 SPIR-V_1.6";
        }},
    Row{CL_DEVICE_ILS_WITH_VERSION_KHR, [](D) { return kILs; }},
    Row{khr::kDeviceSpirvInstructionSets,
        [](D) {
          return std::vector(std::begin(kSpirvInstructionSets), std::end(kSpirvInstructionSets));
        }},
    Row{khr::kDeviceSpirvExtensions,
        [](D) { return spirv_allowed(kSpirvExtensions, &SpirvExtension::name); }},
    Row{khr::kDeviceSpirvCapabilities,
        [](D) { return spirv_allowed(kSpirvCapabilities, &SpirvCapability::number); }},
    Row{CL_DEVICE_SPIR_VERSIONS, [](D) { return "1.2"; }},
    Row{CL_DEVICE_PLATFORM, [](D) -> cl_platform_id { return &platform(); }},
    Row{CL_DEVICE_UUID_KHR, device_uuid},
    Row{CL_DRIVER_UUID_KHR,
        [](D) {
          return overrides().driver_uuid.value_or(uuid(hash128(std::string_view(build_id()))));
        }},
    Row{CL_DEVICE_LUID_VALID_KHR, constant<cl_bool{CL_FALSE}>},
    Row{CL_DEVICE_LUID_KHR, [](D) { return std::array<cl_uchar, CL_LUID_SIZE_KHR>{}; }},
    Row{CL_DEVICE_NODE_MASK_KHR, constant<cl_uint{0}>},
    Row{CL_DEVICE_AVAILABLE, constant<cl_bool{CL_TRUE}>},
    Row{CL_DEVICE_REFERENCE_COUNT, [](D device) { return device.user_count(); }},
    Row{CL_DEVICE_PARENT_DEVICE, [](D device) -> cl_device_id { return device.parent(); }},
    Row{CL_DEVICE_PARTITION_MAX_SUB_DEVICES, [](D device) { return device.max_compute_units(); }},
    Row{CL_DEVICE_PARTITION_PROPERTIES, partition_properties},
    Row{CL_DEVICE_PARTITION_AFFINITY_DOMAIN, [](D device) { return affinity_domains(device); }},
    Row{CL_DEVICE_PARTITION_TYPE, partition_type},
};

constexpr std::tuple execution{
    Row{CL_DEVICE_MAX_COMPUTE_UNITS,
        [](D device) {
          const cl_uint units = device.max_compute_units();
          return device.is_root() ? std::max(units, overrides().compute_units) : units;
        }},
    Row{CL_DEVICE_MAX_CLOCK_FREQUENCY, [](D) { return cl_uint{cpu::topology().max_clock_mhz}; }},
    Row{CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, constant<cl_uint{3}>},
    Row{CL_DEVICE_MAX_WORK_ITEM_SIZES,
        [](D) {
          return std::array{Device::max_work_item_size(0), Device::max_work_item_size(1),
                            Device::max_work_item_size(2)};
        }},
    Row{CL_DEVICE_MAX_WORK_GROUP_SIZE, [](D) { return Device::max_work_group_size(); }},
    // Kernels are vectorised across work-items: scalar code suits the device best.
    Row{CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, constant<cl_uint{1}>},
    Row{CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, constant<cl_uint{1}>},
    Row{CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, constant<cl_uint{1}>},
    Row{CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, constant<cl_uint{1}>},
    Row{CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, constant<cl_uint{1}>},
    Row{CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, constant<cl_uint{1}>},
    Row{CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, constant<cl_uint{1}>},
    Row{CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, native_integers<1>},
    Row{CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, native_integers<2>},
    Row{CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, native_integers<4>},
    Row{CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, native_integers<8>},
    Row{CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, native_floats<4>},
    Row{CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, native_floats<8>},
    Row{CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, native_floats<2>},
    Row{CL_DEVICE_SINGLE_FP_CONFIG, constant<kSingleConfig>},
    Row{CL_DEVICE_DOUBLE_FP_CONFIG, constant<kDoubleConfig>},
    Row{CL_DEVICE_HALF_FP_CONFIG, constant<kDoubleConfig>},
    Row{CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
        constant<cl_device_integer_dot_product_capabilities_khr{
            CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
            CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR}>},
    Row{CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR, dot_product_acceleration},
    Row{CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR,
        dot_product_acceleration},
    Row{CL_DEVICE_ENDIAN_LITTLE, constant<cl_bool{CL_TRUE}>},
    Row{CL_DEVICE_COMPILER_AVAILABLE, constant<cl_bool{CL_TRUE}>},
    Row{CL_DEVICE_LINKER_AVAILABLE, constant<cl_bool{CL_TRUE}>},
    Row{CL_DEVICE_EXECUTION_CAPABILITIES,
        constant<cl_device_exec_capabilities{CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL}>},
    Row{CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,  // also the deprecated CL_DEVICE_QUEUE_PROPERTIES
        constant<cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                             CL_QUEUE_PROFILING_ENABLE}>},
    Row{CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES,
        constant<cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                             CL_QUEUE_PROFILING_ENABLE}>},
    Row{CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, constant<Device::device_queue_preferred_size()>},
    Row{CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, constant<Device::device_queue_max_size()>},
    // Both are bounded by memory alone.
    Row{CL_DEVICE_MAX_ON_DEVICE_QUEUES, constant<cl_uint{1024}>},
    Row{CL_DEVICE_MAX_ON_DEVICE_EVENTS, constant<cl_uint{1} << 20>},
    Row{CL_DEVICE_TERMINATE_CAPABILITY_KHR, constant<cl_bitfield{1}>},  // ..._CONTEXT_KHR
    // The query's number in the extension's first version, which programs still ask for.
    Row{0x200F, constant<cl_bitfield{1}>},
    Row{CL_DEVICE_PROFILING_TIMER_RESOLUTION, constant<size_t{1}>},
    Row{CL_DEVICE_PRINTF_BUFFER_SIZE, [](D) { return Device::printf_buffer_size(); }},
    Row{CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, constant<cl_bool{CL_TRUE}>},
    Row{CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, constant<cl_bool{CL_TRUE}>},
    Row{CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, constant<cl_bool{CL_TRUE}>},
    Row{CL_DEVICE_PIPE_SUPPORT, constant<cl_bool{CL_TRUE}>},
    // Most kernels prefer as many 32-bit numbers as a register holds.
    // CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE has each kernel's own.
    Row{CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
        [](D d) { return size_t{native_floats<4>(d)}; }},
    Row{CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, constant<cl_bool{CL_TRUE}>},
    // The sub-groups of a kernel that is not vectorised have one work-item each.
    Row{CL_DEVICE_MAX_NUM_SUB_GROUPS,
        [](D) { return static_cast<cl_uint>(Device::max_work_group_size()); }},
    Row{khr::kDeviceKernelClockCapabilities, [](D) { return khr::kAllClockScopes; }},
    Row{CL_DEVICE_SUB_GROUP_SIZES_INTEL, constant<kSubGroupSizes>},
    Row{CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, constant<cl_bool{CL_TRUE}>},
    // Bounded by local memory alone, of which each takes HD_NAMED_BARRIER_BYTES.
    Row{CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR, constant<cl_uint{256}>},
};

constexpr std::tuple memory{
    Row{CL_DEVICE_ADDRESS_BITS, constant<cl_uint{64}>},
    Row{khr::kDeviceCommandBufferCapabilities,
        [](D) {
          return khr::kCapabilityKernelPrintf | khr::kCapabilityDeviceSideEnqueue |
                 khr::kCapabilitySimultaneousUse | khr::kCapabilityMultipleQueue;
        }},
    // A query of OpenCL 3.0, which the CTS makes before it records a kernel that enqueues others.
    Row{CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
        constant<cl_device_device_enqueue_capabilities{CL_DEVICE_QUEUE_SUPPORTED |
                                                       CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT}>},
    // All devices consist of the same compute units, so one can wait for another.
    Row{khr::kDeviceCommandBufferNumSyncDevices, [](D) { return cl_uint{1}; }},
    Row{khr::kDeviceCommandBufferSyncDevices,
        [](D d) { return const_cast<cl_device_id>(static_cast<const _cl_device_id*>(&d.root())); }},
    Row{khr::kDeviceCommandBufferSupportedQueueProperties,
        [](D) -> cl_command_queue_properties {
          return CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
        }},
    Row{khr::kDeviceCommandBufferRequiredQueueProperties,
        [](D) -> cl_command_queue_properties { return 0; }},
    Row{khr::kDeviceMutableDispatchCapabilities, [](D) -> cl_bitfield { return khr::kAllFields; }},
    Row{khr::kDeviceSemaphoreTypes, [](D) { return khr::kSemaphoreTypeBinary; }},
    Row{khr::kDeviceSemaphoreImportHandleTypes, [](D) { return importable_semaphores(); }},
    Row{khr::kDeviceSemaphoreExportHandleTypes, [](D) { return exportable_semaphores(); }},
    Row{khr::kDeviceExternalMemoryImportHandleTypes, [](D) { return importable_memory(); }},
    Row{khr::kDeviceExternalMemoryAssumeLinearImages, [](D) { return importable_memory(); }},
    Row{khr::kDeviceHostMemCapabilities, [](D) { return khr::kAllUSMAccess; }},
    Row{khr::kDeviceDeviceMemCapabilities, [](D) { return khr::kAllUSMAccess; }},
    Row{khr::kDeviceSingleDeviceSharedMemCapabilities, [](D) { return khr::kAllUSMAccess; }},
    Row{khr::kDeviceCrossDeviceSharedMemCapabilities, [](D) { return khr::kAllUSMAccess; }},
    Row{khr::kDeviceSharedSystemMemCapabilities,
        [](D) { return guards_accesses() ? cl_bitfield{0} : khr::kAllUSMAccess; }},
    Row{khr::kDeviceSingleFloatAtomics, [](D) { return khr::kAllFloatAtomics; }},
    Row{khr::kDeviceDoubleFloatAtomics, [](D) { return khr::kAllFloatAtomics; }},
    Row{khr::kDeviceHalfFloatAtomics, [](D) { return khr::kAllFloatAtomics; }},
    Row{CL_DEVICE_SVM_CAPABILITIES, [](D) { return Device::svm_capabilities(); }},
    Row{CL_DEVICE_GLOBAL_MEM_SIZE, [](D) { return Device::global_mem_size(); }},
    Row{CL_DEVICE_MAX_MEM_ALLOC_SIZE, [](D) { return Device::max_mem_alloc_size(); }},
    Row{CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, constant<cl_device_mem_cache_type{CL_READ_WRITE_CACHE}>},
    Row{CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE,
        [](D) { return cl_uint{cpu::topology().cache_line_bytes}; }},
    Row{CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, [](D) { return cl_ulong{cpu::topology().cache_bytes}; }},
    // Constants are ordinary memory, but programs keep this number in an int.
    Row{CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
        [](D) { return std::min<cl_ulong>(Device::max_mem_alloc_size(), cl_ulong{1} << 30); }},
    // Only pointers, with as much room again for other arguments.
    Row{CL_DEVICE_MAX_CONSTANT_ARGS,
        [](D) { return static_cast<cl_uint>(Device::max_parameter_size() / sizeof(void*) / 2); }},
    Row{CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, [](D) { return Device::max_global_variable_size(); }},
    Row{CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE,
        [](D) { return Device::max_global_variable_size(); }},
    Row{CL_DEVICE_LOCAL_MEM_TYPE, constant<cl_device_local_mem_type{CL_GLOBAL}>},
    Row{CL_DEVICE_LOCAL_MEM_SIZE, [](D) { return Device::local_mem_size(); }},
    Row{CL_DEVICE_MAX_PARAMETER_SIZE, [](D) { return Device::max_parameter_size(); }},
    Row{CL_DEVICE_MEM_BASE_ADDR_ALIGN, [](D) { return Device::mem_base_addr_align(); }},
    Row{CL_DEVICE_MAX_PIPE_ARGS, [](D) { return Device::max_pipe_args(); }},
    // In truth as many as there are packets.
    Row{CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, constant<cl_uint{1 << 16}>},
    Row{CL_DEVICE_PIPE_MAX_PACKET_SIZE, [](D) { return Device::pipe_max_packet_size(); }},
    Row{CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, constant<cl_uint{HD_MAX_TYPE_ALIGN}>},
    Row{CL_DEVICE_HOST_UNIFIED_MEMORY, constant<cl_bool{CL_TRUE}>},
    Row{CL_DEVICE_ERROR_CORRECTION_SUPPORT, constant<cl_bool{CL_FALSE}>},
    // Queries of OpenCL 3.0, which conformance tests of SVM make. 2.2 demands these capabilities.
    Row{CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, constant<kAtomics>},
    Row{CL_DEVICE_ATOMIC_FENCE_CAPABILITIES,
        constant<cl_device_atomic_capabilities{kAtomics | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM}>},
    Row{CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, constant<cl_uint{0}>},
    Row{CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, constant<cl_uint{0}>},
    Row{CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, constant<cl_uint{0}>},
};

constexpr std::tuple images{
    Row{CL_DEVICE_IMAGE_SUPPORT, constant<cl_bool{CL_TRUE}>},
    Row{CL_DEVICE_MAX_READ_IMAGE_ARGS, constant<Device::max_read_image_args()>},
    Row{CL_DEVICE_MAX_WRITE_IMAGE_ARGS, constant<Device::max_write_image_args()>},
    Row{CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, constant<Device::max_write_image_args()>},
    Row{CL_DEVICE_IMAGE2D_MAX_WIDTH, constant<Device::image_2d_max()>},
    Row{CL_DEVICE_IMAGE2D_MAX_HEIGHT, constant<Device::image_2d_max()>},
    Row{CL_DEVICE_IMAGE3D_MAX_WIDTH, constant<Device::image_3d_max()>},
    Row{CL_DEVICE_IMAGE3D_MAX_HEIGHT, constant<Device::image_3d_max()>},
    Row{CL_DEVICE_IMAGE3D_MAX_DEPTH, constant<Device::image_3d_max()>},
    Row{CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, constant<Device::image_max_buffer_size()>},
    Row{CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, constant<Device::image_max_array_size()>},
    Row{CL_DEVICE_IMAGE_PITCH_ALIGNMENT, constant<Device::image_pitch_alignment()>},
    Row{CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, constant<Device::image_base_address_alignment()>},
    Row{CL_DEVICE_MAX_SAMPLERS, constant<Device::max_samplers()>},
};

/// cl_intel_device_attribute_query. A compute unit is a slice in its terms: sub-devices may have
/// fewer of nothing else.
constexpr std::tuple attributes{
    Row{CL_DEVICE_IP_VERSION_INTEL,
        [](D) -> cl_version_khr {
          const CpuModel model = cpu_model();
          return CL_MAKE_VERSION_KHR(model.family, model.model, model.stepping);
        }},
    Row{CL_DEVICE_ID_INTEL, [](D) -> cl_uint { return cpu_model().signature; }},
    Row{CL_DEVICE_NUM_SLICES_INTEL, [](D device) { return device.max_compute_units(); }},
    Row{CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL, constant<cl_uint{1}>},
    Row{CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL, constant<cl_uint{1}>},
    Row{CL_DEVICE_NUM_THREADS_PER_EU_INTEL, constant<cl_uint{1}>},
    Row{CL_DEVICE_FEATURE_CAPABILITIES_INTEL,
        [](D device) -> cl_device_feature_capabilities_intel {
          const bool has_products = dot_product_acceleration(device).signed_accelerated;
          return has_products ? CL_DEVICE_FEATURE_FLAG_DP4A_INTEL : 0;
        }},
};

constexpr std::tuple absent{
    Row{CL_DEVICE_BUILT_IN_KERNELS, [](D) { return ""; }},
    Row{CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION_KHR,
        [](D) { return std::vector<cl_name_version_khr>{}; }},
};

constexpr std::tuple table =
    std::tuple_cat(identity, execution, memory, images, attributes, absent);

}  // namespace

Status Device::info(cl_device_info id, const InfoSink& sink) const {
  return query(table, *this, id, sink);
}

}  // namespace heddle
