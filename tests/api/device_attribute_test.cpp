// SPDX-License-Identifier: Apache-2.0
// cl_intel_device_attribute_query, and options of Level Zero's compiler: what runtimes of SYCL ask
// of every device.
#include <CL/cl_ext.h>
#include <cpuid.h>

#include "api_test.h"

namespace {

class DeviceAttributeTest : public ApiTest {
 protected:
  static cl_uint Number(cl_device_id of, cl_uint param) {
    return Info<cl_uint>(clGetDeviceInfo, of, param);
  }
  /// In the words of the extension.
  static cl_uint Threads(cl_device_id of) {
    return Number(of, CL_DEVICE_NUM_SLICES_INTEL) *
           Number(of, CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL) *
           Number(of, CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL) *
           Number(of, CL_DEVICE_NUM_THREADS_PER_EU_INTEL);
  }
};

TEST_F(DeviceAttributeTest, AreThoseOfTheProcessor) {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  ASSERT_TRUE(__get_cpuid(1, &eax, &ebx, &ecx, &edx));
  EXPECT_EQ(Number(device, CL_DEVICE_ID_INTEL), eax);
  const cl_uint version = Number(device, CL_DEVICE_IP_VERSION_INTEL);
  EXPECT_EQ(version & 0xfff, eax & 0xf);           // the stepping is the patch
  EXPECT_EQ(version >> 12 & 0xf, eax >> 4 & 0xf);  // the model's low bits, the minor version's
  EXPECT_GE(version >> 22, eax >> 8 & 0xf);        // the family is the major version
  EXPECT_EQ(Threads(device), Number(device, CL_DEVICE_MAX_COMPUTE_UNITS));
  const auto features =
      Info<cl_bitfield>(clGetDeviceInfo, device, CL_DEVICE_FEATURE_CAPABILITIES_INTEL);
  const auto products = Info<cl_device_integer_dot_product_acceleration_properties_khr>(
      clGetDeviceInfo, device, CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR);
  EXPECT_EQ(features, products.signed_accelerated ? CL_DEVICE_FEATURE_FLAG_DP4A_INTEL : 0);
}

// Only the slices among these may be others.
TEST_F(DeviceAttributeTest, SubDevicesHaveFewerSlices) {
  if (Number(device, CL_DEVICE_MAX_COMPUTE_UNITS) < 2) GTEST_SKIP() << "one compute unit";
  const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = nullptr;
  ASSERT_EQ(clCreateSubDevices(device, by_one, 1, &part, nullptr), CL_SUCCESS);
  EXPECT_EQ(Threads(part), 1u);
  for (const cl_uint param :
       {CL_DEVICE_IP_VERSION_INTEL, CL_DEVICE_ID_INTEL, CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL,
        CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL, CL_DEVICE_NUM_THREADS_PER_EU_INTEL})
    EXPECT_EQ(Number(part, param), Number(device, param)) << std::hex << param;
  EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
}

TEST_F(DeviceAttributeTest, OptionsOfLevelZeroAreIgnored) {
  const auto log_of = [&](const char* options) {
    Program program = Source("kernel void k(global int* out) { *out = 7; }");
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS);
    return BuildLog(program);
  };
  const std::string log = log_of("-ze-opt-level=2 -cl-std=CL2.0 -ze-take-global-address");
  for (const char* option : {"-ze-opt-level=2", "-ze-take-global-address"})
    EXPECT_NE(log.find("'" + std::string(option) + "' of Level Zero is ignored"), std::string::npos)
        << log;
  EXPECT_EQ(log_of("-w -ze-opt-level=2"), "");
  Program program = Source("kernel void k(global int* out) { *out = 7; }");
  EXPECT_EQ(clBuildProgram(program, 1, &device, "-zeal", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
}

}  // namespace
