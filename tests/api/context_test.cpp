// SPDX-License-Identifier: Apache-2.0
// Contexts (§4.4).
#include "api_test.h"

namespace {

using Properties = std::vector<cl_context_properties>;

void CL_CALLBACK Ignore(const char*, const void*, size_t, void*) {}

cl_context_properties PlatformValue() {
  return reinterpret_cast<cl_context_properties>(FirstPlatform());
}

class ContextTest : public testing::Test {
 protected:
  Context Create(const Properties& properties) {
    cl_int error = -1;
    Context context = clCreateContext(properties.empty() ? nullptr : properties.data(), 1, &device,
                                      nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_NE(context, nullptr);
    return context;
  }

  // Both ways of creation check properties and callbacks in the same way.
  void ExpectError(cl_int expected, const Properties& properties, void* user_data = nullptr) {
    cl_int error = 1;
    EXPECT_EQ(Driver().clCreateContext(properties.data(), 1, &device, nullptr, user_data, &error),
              nullptr);
    EXPECT_EQ(error, expected);
    error = 1;
    EXPECT_EQ(Driver().clCreateContextFromType(properties.data(), CL_DEVICE_TYPE_CPU, nullptr,
                                               user_data, &error),
              nullptr);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(Driver().clCreateContext(properties.data(), 1, &device, nullptr, user_data, nullptr),
              nullptr);
  }

  const cl_device_id device = FirstDevice();
};

TEST_F(ContextTest, Info) {
  Context context = Create({});
  EXPECT_EQ(Info<cl_uint>(clGetContextInfo, cl_context(context), CL_CONTEXT_REFERENCE_COUNT), 1u);
  EXPECT_EQ(Info<cl_uint>(clGetContextInfo, cl_context(context), CL_CONTEXT_NUM_DEVICES), 1u);
  EXPECT_EQ(InfoArray<cl_device_id>(clGetContextInfo, cl_context(context), CL_CONTEXT_DEVICES),
            std::vector{device});
  const auto properties = InfoArray<cl_context_properties>(clGetContextInfo, cl_context(context),
                                                           CL_CONTEXT_PROPERTIES);
  EXPECT_TRUE(properties.empty() || properties == Properties{0});
  for (cl_uint param : {CL_CONTEXT_REFERENCE_COUNT, CL_CONTEXT_NUM_DEVICES, CL_CONTEXT_DEVICES,
                        CL_CONTEXT_PROPERTIES}) {
    CheckQueryProtocol(clGetContextInfo, cl_context(context), param);
  }
  EXPECT_EQ(clGetContextInfo(context, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(ContextTest, PropertiesAreReturnedAsGiven) {
  for (const Properties& given :
       {Properties{CL_CONTEXT_PLATFORM, PlatformValue(), 0},
        Properties{CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_PLATFORM, PlatformValue(), 0},
        Properties{CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, 0}, Properties{0}}) {
    Context context = Create(given);
    EXPECT_EQ(InfoArray<cl_context_properties>(clGetContextInfo, cl_context(context),
                                               CL_CONTEXT_PROPERTIES),
              given);
  }
}

TEST_F(ContextTest, PropertyErrors) {
  ExpectError(CL_INVALID_PROPERTY,
              {CL_CONTEXT_PLATFORM, PlatformValue(), CL_CONTEXT_PLATFORM, PlatformValue(), 0});
  ExpectError(CL_INVALID_PROPERTY, {CL_CONTEXT_PLATFORM, PlatformValue(), 0x7777, 1, 0});
  ExpectError(CL_INVALID_PROPERTY, {CL_CONTEXT_INTEROP_USER_SYNC, 7, 0});
  ExpectError(CL_INVALID_PLATFORM, {CL_CONTEXT_PLATFORM, 0, 0});
  ExpectError(CL_INVALID_PLATFORM,
              {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(device), 0});
  ExpectError(CL_INVALID_PLATFORM, {CL_CONTEXT_PLATFORM, 0xdead0000, 0});
  int data = 0;
  ExpectError(CL_INVALID_VALUE, {0}, &data);  // user_data without pfn_notify
}

TEST_F(ContextTest, DeviceErrors) {
  cl_int error = 1;
  EXPECT_EQ(Driver().clCreateContext(nullptr, 0, &device, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(Driver().clCreateContext(nullptr, 1, nullptr, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    const cl_device_id list[] = {device, bad};
    EXPECT_EQ(Driver().clCreateContext(nullptr, 2, list, nullptr, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_DEVICE);
  }
}

TEST_F(ContextTest, DuplicateDevicesAreIgnored) {
  const cl_device_id twice[] = {device, device};
  cl_int error = -1;
  Context context = clCreateContext(nullptr, 2, twice, Ignore, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(Info<cl_uint>(clGetContextInfo, cl_context(context), CL_CONTEXT_NUM_DEVICES), 1u);
  EXPECT_EQ(
      InfoArray<cl_device_id>(clGetContextInfo, cl_context(context), CL_CONTEXT_DEVICES).size(),
      1u);
}

TEST_F(ContextTest, CallbackWithAndWithoutUserData) {
  int data = 0;
  cl_int error = -1;
  Context with = clCreateContext(nullptr, 1, &device, Ignore, &data, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  Context without = clCreateContext(nullptr, 1, &device, Ignore, nullptr, nullptr);
  EXPECT_NE(without, nullptr);
}

TEST_F(ContextTest, FromType) {
  const Properties properties{CL_CONTEXT_PLATFORM, PlatformValue(), 0};
  for (cl_device_type type :
       {cl_device_type{CL_DEVICE_TYPE_DEFAULT}, cl_device_type{CL_DEVICE_TYPE_CPU},
        cl_device_type{CL_DEVICE_TYPE_ALL}}) {
    cl_int error = -1;
    Context context = clCreateContextFromType(properties.data(), type, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(InfoArray<cl_device_id>(clGetContextInfo, cl_context(context), CL_CONTEXT_DEVICES),
              std::vector{device});
    EXPECT_EQ(InfoArray<cl_context_properties>(clGetContextInfo, cl_context(context),
                                               CL_CONTEXT_PROPERTIES),
              properties);
  }
  cl_int error = 1;
  EXPECT_EQ(
      clCreateContextFromType(properties.data(), CL_DEVICE_TYPE_GPU, nullptr, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_DEVICE_NOT_FOUND);
  EXPECT_EQ(clCreateContextFromType(properties.data(), 0, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clCreateContextFromType(properties.data(), 1 << 20, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE_TYPE);
}

TEST_F(ContextTest, CountsReferencesAndGoesStale) {
  Context context = Create({});
  const cl_context handle = context;
  EXPECT_EQ(clRetainContext(handle), CL_SUCCESS);
  EXPECT_EQ(Info<cl_uint>(clGetContextInfo, handle, CL_CONTEXT_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseContext(handle), CL_SUCCESS);
  context.reset();
  EXPECT_EQ(clGetContextInfo(handle, CL_CONTEXT_NUM_DEVICES, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clRetainContext(handle), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseContext(handle), CL_INVALID_CONTEXT);
}

TEST_F(ContextTest, LivesAsLongAsWhatIsInIt) {
  Context context = Create({});
  const cl_context handle = context;
  cl_int error = -1;
  Mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  context.reset();
  EXPECT_EQ(Info<cl_context>(clGetMemObjectInfo, cl_mem(buffer), CL_MEM_CONTEXT), handle);
  EXPECT_EQ(Info<cl_uint>(clGetContextInfo, handle, CL_CONTEXT_NUM_DEVICES), 1u);
  buffer.reset();
  EXPECT_EQ(clGetContextInfo(handle, CL_CONTEXT_NUM_DEVICES, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(ContextTest, BadHandles) {
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clRetainContext(bad), CL_INVALID_CONTEXT);
    EXPECT_EQ(Driver().clReleaseContext(bad), CL_INVALID_CONTEXT);
    EXPECT_EQ(Driver().clGetContextInfo(bad, CL_CONTEXT_DEVICES, 0, nullptr, nullptr),
              CL_INVALID_CONTEXT);
  }
  const auto device_as_context = reinterpret_cast<cl_context>(device);
  EXPECT_EQ(clRetainContext(device_as_context), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseContext(device_as_context), CL_INVALID_CONTEXT);
  Context context = Create({});
  EXPECT_EQ(clGetDeviceInfo(reinterpret_cast<cl_device_id>(cl_context(context)), CL_DEVICE_TYPE, 0,
                            nullptr, nullptr),
            CL_INVALID_DEVICE);
}

}  // namespace
