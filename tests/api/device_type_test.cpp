// SPDX-License-Identifier: Apache-2.0
// HEDDLE_DEVICE_TYPE: for programs that look for a GPU only.
#include <cstdlib>

#include "api_test.h"

namespace {

/// Before the driver is loaded, which reads it once.
const int kType = ::setenv("HEDDLE_DEVICE_TYPE", "gpu", 1);

using DeviceTypeTest = ApiTest;

TEST_F(DeviceTypeTest, AProgramThatWantsAGpuFindsOne) {
  ASSERT_EQ(kType, 0);
  for (const cl_device_type type :
       {cl_device_type{CL_DEVICE_TYPE_GPU}, cl_device_type{CL_DEVICE_TYPE_DEFAULT},
        cl_device_type{CL_DEVICE_TYPE_ALL},
        cl_device_type{CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU}}) {
    cl_device_id found = nullptr;
    ASSERT_EQ(clGetDeviceIDs(platform, type, 1, &found, nullptr), CL_SUCCESS) << type;
    EXPECT_EQ(found, device);
  }
  EXPECT_EQ(Info<cl_device_type>(clGetDeviceInfo, device, CL_DEVICE_TYPE),
            cl_device_type{CL_DEVICE_TYPE_GPU});
  cl_uint count = 1;
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 0, nullptr, &count), CL_DEVICE_NOT_FOUND);

  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  cl_int error = -1;
  cl_context of_gpus =
      clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clReleaseContext(of_gpus), CL_SUCCESS);
}

}  // namespace
