// SPDX-License-Identifier: Apache-2.0
// What is not there yet (docs/status.md) says so: queries answer 0, calls return the documented
// errors and never crash.
#include "api_test.h"

namespace {

using NotYet = ApiTest;

// cl_ext_device_fission, which clCreateSubDevices replaced.
TEST_F(NotYet, DeviceFission) {
  cl_uint count = 0;
  EXPECT_EQ(Driver().clCreateSubDevicesEXT(device, nullptr, 0, nullptr, &count),
            CL_INVALID_OPERATION);
  EXPECT_EQ(Driver().clRetainDeviceEXT(device), CL_INVALID_OPERATION);
}

}  // namespace
