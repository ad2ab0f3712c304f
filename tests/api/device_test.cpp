// SPDX-License-Identifier: Apache-2.0
// The device and what it says of itself (§4.2, Table 5). Minimums are those of the full profile.
#include <time.h>

#include <algorithm>

#include "api_test.h"

namespace {

template <class T>
T Get(cl_uint param) {
  return Info<T>(clGetDeviceInfo, FirstDevice(), param);
}

TEST(Device, IdsByType) {
  const cl_platform_id platform = FirstPlatform();
  const cl_device_id device = FirstDevice();
  for (cl_device_type type :
       {cl_device_type{CL_DEVICE_TYPE_DEFAULT}, cl_device_type{CL_DEVICE_TYPE_CPU},
        cl_device_type{CL_DEVICE_TYPE_ALL},
        cl_device_type{CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU}}) {
    cl_device_id ids[2] = {};
    cl_uint count = 0;
    EXPECT_EQ(clGetDeviceIDs(platform, type, 2, ids, &count), CL_SUCCESS) << type;
    EXPECT_EQ(count, 1u);
    EXPECT_EQ(ids[0], device);
    EXPECT_EQ(ids[1], nullptr);
    EXPECT_EQ(clGetDeviceIDs(platform, type, 0, nullptr, &count), CL_SUCCESS);
    EXPECT_EQ(clGetDeviceIDs(platform, type, 1, ids, nullptr), CL_SUCCESS);
  }
}

TEST(Device, IdsErrors) {
  const cl_platform_id platform = FirstPlatform();
  cl_device_id id = nullptr;
  cl_uint count = 77;
  for (cl_device_type type : {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM,
                              CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CUSTOM}) {
    EXPECT_EQ(clGetDeviceIDs(platform, type, 1, &id, &count), CL_DEVICE_NOT_FOUND) << type;
  }
  EXPECT_EQ(clGetDeviceIDs(platform, 0, 1, &id, nullptr), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clGetDeviceIDs(platform, 1 << 20, 1, &id, nullptr), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &id, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr), CL_INVALID_VALUE);
  for (cl_platform_id bad : BadHandles<cl_platform_id>()) {
    EXPECT_EQ(Driver().clGetDeviceIDs(bad, CL_DEVICE_TYPE_ALL, 1, &id, nullptr),
              CL_INVALID_PLATFORM);
  }
}

TEST(Device, Identity) {
  const cl_device_id device = FirstDevice();
  EXPECT_EQ(Get<cl_device_type>(CL_DEVICE_TYPE), cl_device_type{CL_DEVICE_TYPE_CPU});
  EXPECT_FALSE(InfoString(clGetDeviceInfo, device, CL_DEVICE_NAME).empty());
  EXPECT_FALSE(InfoString(clGetDeviceInfo, device, CL_DEVICE_VENDOR).empty());
  EXPECT_FALSE(InfoString(clGetDeviceInfo, device, CL_DRIVER_VERSION).empty());
  Get<cl_uint>(CL_DEVICE_VENDOR_ID);
  EXPECT_EQ(InfoString(clGetDeviceInfo, device, CL_DEVICE_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(InfoString(clGetDeviceInfo, device, CL_DEVICE_VERSION), "OpenCL 2.2 Heddle");
  EXPECT_EQ(
      InfoString(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION).rfind("OpenCL C 2.0 ", 0),
      0u);
  EXPECT_EQ(Get<cl_version_khr>(CL_DEVICE_NUMERIC_VERSION_KHR), CL_MAKE_VERSION_KHR(2u, 2u, 0u));
  EXPECT_EQ(Get<cl_version_khr>(CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR),
            CL_MAKE_VERSION_KHR(2u, 0u, 0u));
  EXPECT_EQ(Get<cl_platform_id>(CL_DEVICE_PLATFORM), FirstPlatform());
  EXPECT_EQ(Get<cl_bool>(CL_DEVICE_AVAILABLE), cl_bool{CL_TRUE});
  EXPECT_EQ(Get<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE), cl_bool{CL_TRUE});
  EXPECT_EQ(Get<cl_bool>(CL_DEVICE_LINKER_AVAILABLE), cl_bool{CL_TRUE});
  EXPECT_EQ(Get<cl_bool>(CL_DEVICE_ENDIAN_LITTLE), cl_bool{CL_TRUE});
}

TEST(Device, Uuids) {
  const cl_device_id device = FirstDevice();
  const auto uuid = InfoArray<cl_uchar>(clGetDeviceInfo, device, CL_DEVICE_UUID_KHR);
  EXPECT_EQ(uuid.size(), size_t{CL_UUID_SIZE_KHR});
  EXPECT_EQ(uuid, InfoArray<cl_uchar>(clGetDeviceInfo, device, CL_DEVICE_UUID_KHR));
  EXPECT_NE(uuid, InfoArray<cl_uchar>(clGetDeviceInfo, device, CL_DRIVER_UUID_KHR));
  EXPECT_EQ(Get<cl_bool>(CL_DEVICE_LUID_VALID_KHR), cl_bool{CL_FALSE});
  EXPECT_EQ(InfoArray<cl_uchar>(clGetDeviceInfo, device, CL_DEVICE_LUID_KHR).size(),
            size_t{CL_LUID_SIZE_KHR});
  Get<cl_uint>(CL_DEVICE_NODE_MASK_KHR);
}

TEST(Device, Execution) {
  const auto units = Get<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  EXPECT_GE(units, 1u);
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3u);
  const auto group = Get<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  EXPECT_GE(group, 1u);
  const auto sizes =
      InfoArray<size_t>(clGetDeviceInfo, FirstDevice(), CL_DEVICE_MAX_WORK_ITEM_SIZES);
  ASSERT_EQ(sizes.size(), 3u);
  for (size_t size : sizes) EXPECT_GE(size, 1u);
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_ADDRESS_BITS), 64u);
  Get<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY);
  EXPECT_EQ(Get<cl_device_exec_capabilities>(CL_DEVICE_EXECUTION_CAPABILITIES),
            cl_device_exec_capabilities{CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL});
  EXPECT_EQ(Get<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES),
            cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                        CL_QUEUE_PROFILING_ENABLE});
  EXPECT_EQ(Get<cl_command_queue_properties>(CL_DEVICE_QUEUE_PROPERTIES),
            Get<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES));
  EXPECT_GE(Get<size_t>(CL_DEVICE_PROFILING_TIMER_RESOLUTION), 1u);
  EXPECT_GE(Get<size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE), size_t{1} << 20);
  EXPECT_EQ(Get<cl_bool>(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC), cl_bool{CL_TRUE});
  EXPECT_GE(Get<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS), 1u);
  EXPECT_GE(Get<cl_uint>(CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR), 8u);
  EXPECT_EQ(Get<cl_bool>(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS), cl_bool{CL_TRUE});
  EXPECT_EQ(InfoString(clGetDeviceInfo, FirstDevice(), CL_DEVICE_BUILT_IN_KERNELS), "");
  EXPECT_TRUE(InfoArray<cl_name_version_khr>(clGetDeviceInfo, FirstDevice(),
                                             CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION_KHR)
                  .empty());
}

TEST(Device, VectorWidthsAndFloatingPoint) {
  const cl_uint register_bytes = Get<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR);
  EXPECT_GE(register_bytes, 16u);
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT), register_bytes / 2);
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT), register_bytes / 4);
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG), register_bytes / 8);
  const cl_uint floats = Get<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
  EXPECT_GE(floats, 4u);
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE), floats / 2);
  for (cl_uint param :
       {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE}) {
    EXPECT_GE(Get<cl_uint>(param), 1u);
  }
  // §4.2: not 0 with cl_khr_fp16, which wants infinities, NaNs and a rounding mode.
  EXPECT_GE(Get<cl_uint>(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF), 1u);
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF), floats * 2);
  constexpr cl_device_fp_config half = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM;
  EXPECT_EQ(Get<cl_device_fp_config>(CL_DEVICE_HALF_FP_CONFIG) & half, half);

  constexpr cl_device_fp_config single = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  EXPECT_EQ(Get<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG) & single, single);
  constexpr cl_device_fp_config twice = single | CL_FP_FMA | CL_FP_DENORM;
  EXPECT_EQ(Get<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG) & twice, twice);
}

TEST(Device, Memory) {
  const auto global = Get<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  const auto largest = Get<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_LE(largest, global);
  EXPECT_GE(largest, std::max(std::min(cl_ulong{1} << 30, global / 4), cl_ulong{32} << 20));
  EXPECT_GE(largest, global / 4);
  EXPECT_GE(Get<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 64u << 10);
  EXPECT_GE(Get<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(Get<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(Get<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE), size_t{64} << 10);
  Get<size_t>(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE);
  EXPECT_GE(Get<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32u << 10);
  EXPECT_EQ(Get<cl_device_local_mem_type>(CL_DEVICE_LOCAL_MEM_TYPE),
            cl_device_local_mem_type{CL_GLOBAL});
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN), 1024u);
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE), 128u);
  EXPECT_EQ(Get<cl_bool>(CL_DEVICE_HOST_UNIFIED_MEMORY), cl_bool{CL_TRUE});
  EXPECT_EQ(Get<cl_bool>(CL_DEVICE_ERROR_CORRECTION_SUPPORT), cl_bool{CL_FALSE});
  EXPECT_EQ(Get<cl_device_mem_cache_type>(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE),
            cl_device_mem_cache_type{CL_READ_WRITE_CACHE});
  EXPECT_GE(Get<cl_uint>(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE), 16u);
  Get<cl_ulong>(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  Get<cl_uint>(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT);
  Get<cl_uint>(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT);
  Get<cl_uint>(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT);
}

TEST(Device, RootIsNeverCountedOrPartitioned) {
  const cl_device_id device = FirstDevice();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(clReleaseDevice(device), CL_SUCCESS);
  EXPECT_EQ(clRetainDevice(device), CL_SUCCESS);
  EXPECT_EQ(Get<cl_uint>(CL_DEVICE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(Get<cl_device_id>(CL_DEVICE_PARENT_DEVICE), nullptr);
  const auto type =
      InfoArray<cl_device_partition_property>(clGetDeviceInfo, device, CL_DEVICE_PARTITION_TYPE);
  EXPECT_TRUE(type.empty() || type == std::vector<cl_device_partition_property>{0});
}

TEST(Device, EveryQueryKeepsTheProtocol) {
  std::vector<cl_uint> answered;
  for (cl_uint param = CL_DEVICE_TYPE; param <= 0x10ff; ++param) {
    if (clGetDeviceInfo(FirstDevice(), param, 0, nullptr, nullptr) == CL_SUCCESS)
      answered.push_back(param);
  }
  // 0x1000 to 0x1075 are the queries of OpenCL 3.1 and before, but for the removed and the optional
  // ones.
  EXPECT_GE(answered.size(), 100u);
  for (cl_uint param : answered) CheckQueryProtocol(clGetDeviceInfo, FirstDevice(), param);
  for (cl_uint param = CL_DEVICE_TYPE;
       param <= CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR; ++param) {
    EXPECT_TRUE(std::ranges::find(answered, param) != answered.end()) << std::hex << param;
  }
}

TEST(Device, InfoErrors) {
  const cl_device_id device = FirstDevice();
  EXPECT_EQ(clGetDeviceInfo(device, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceInfo(device, CL_PLATFORM_NAME, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceInfo(reinterpret_cast<cl_device_id>(FirstPlatform()), CL_DEVICE_TYPE, 0,
                            nullptr, nullptr),
            CL_INVALID_DEVICE);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(Driver().clGetDeviceInfo(bad, CL_DEVICE_TYPE, 0, nullptr, nullptr),
              CL_INVALID_DEVICE);
    EXPECT_EQ(Driver().clRetainDevice(bad), CL_INVALID_DEVICE);
    EXPECT_EQ(Driver().clReleaseDevice(bad), CL_INVALID_DEVICE);
  }
}

TEST(Device, Timers) {
  const cl_device_id device = FirstDevice();
  const auto now = [] {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<cl_ulong>(time.tv_sec) * 1'000'000'000u +
           static_cast<cl_ulong>(time.tv_nsec);
  };
  cl_ulong on_device = 0, on_host = 0, later = 0;
  const cl_ulong before = now();
  EXPECT_EQ(clGetDeviceAndHostTimer(device, &on_device, &on_host), CL_SUCCESS);
  EXPECT_EQ(clGetHostTimer(device, &later), CL_SUCCESS);
  EXPECT_GT(on_device, 0u);
  EXPECT_LE(before, on_host);
  EXPECT_LE(on_host, later);  // one time base
  EXPECT_LE(later, now());
}

TEST(Device, TimerErrors) {
  const cl_device_id device = FirstDevice();
  cl_ulong stamp = 0;
  EXPECT_EQ(clGetDeviceAndHostTimer(device, nullptr, &stamp), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device, &stamp, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetHostTimer(device, nullptr), CL_INVALID_VALUE);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(Driver().clGetDeviceAndHostTimer(bad, &stamp, &stamp), CL_INVALID_DEVICE);
    EXPECT_EQ(Driver().clGetHostTimer(bad, &stamp), CL_INVALID_DEVICE);
  }
}

}  // namespace
