// SPDX-License-Identifier: Apache-2.0
// The platform (§4.1).
#include <algorithm>
#include <sstream>

#include "api_test.h"

namespace {

TEST(Platform, IsTheOnlyOne) {
  cl_uint count = 0;
  EXPECT_EQ(clGetPlatformIDs(0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  cl_platform_id ids[3] = {};
  EXPECT_EQ(clGetPlatformIDs(3, ids, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_NE(ids[0], nullptr);
  EXPECT_EQ(ids[1], nullptr);
}

TEST(Platform, GetPlatformIDsErrors) {
  cl_platform_id id;
  EXPECT_EQ(clGetPlatformIDs(0, &id, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPlatformIDs(1, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Driver().clGetPlatformIDs(0, &id, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Driver().clGetPlatformIDs(1, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST(Platform, Info) {
  const cl_platform_id platform = FirstPlatform();
  EXPECT_EQ(InfoString(clGetPlatformInfo, platform, CL_PLATFORM_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(InfoString(clGetPlatformInfo, platform, CL_PLATFORM_VERSION), "OpenCL 2.2 Heddle");
  EXPECT_EQ(InfoString(clGetPlatformInfo, platform, CL_PLATFORM_NAME), "Heddle");
  EXPECT_FALSE(InfoString(clGetPlatformInfo, platform, CL_PLATFORM_VENDOR).empty());
  EXPECT_EQ(InfoString(clGetPlatformInfo, platform, CL_PLATFORM_ICD_SUFFIX_KHR), "HEDDLE");
  EXPECT_EQ(Info<cl_ulong>(clGetPlatformInfo, platform, CL_PLATFORM_HOST_TIMER_RESOLUTION), 1u);
  EXPECT_EQ(Info<cl_version_khr>(clGetPlatformInfo, platform, CL_PLATFORM_NUMERIC_VERSION_KHR),
            CL_MAKE_VERSION_KHR(2u, 2u, 0u));
  for (cl_uint param :
       {CL_PLATFORM_PROFILE, CL_PLATFORM_VERSION, CL_PLATFORM_NAME, CL_PLATFORM_VENDOR,
        CL_PLATFORM_EXTENSIONS, CL_PLATFORM_HOST_TIMER_RESOLUTION, CL_PLATFORM_ICD_SUFFIX_KHR,
        CL_PLATFORM_NUMERIC_VERSION_KHR, CL_PLATFORM_EXTENSIONS_WITH_VERSION_KHR}) {
    CheckQueryProtocol(clGetPlatformInfo, platform, param);
  }
}

TEST(Platform, InfoErrors) {
  EXPECT_EQ(clGetPlatformInfo(FirstPlatform(), 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPlatformInfo(reinterpret_cast<cl_platform_id>(FirstDevice()), CL_PLATFORM_NAME, 0,
                              nullptr, nullptr),
            CL_INVALID_PLATFORM);
  for (cl_platform_id bad : BadHandles<cl_platform_id>()) {
    EXPECT_EQ(Driver().clGetPlatformInfo(bad, CL_PLATFORM_NAME, 0, nullptr, nullptr),
              CL_INVALID_PLATFORM);
  }
}

std::vector<std::string> Words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  std::ranges::sort(words);
  return words;
}

// §4.1: what all devices support is an extension of the platform. Here that is all of them.
TEST(Platform, ExtensionsAgreeWithTheDevice) {
  const cl_platform_id platform = FirstPlatform();
  const auto names = Words(InfoString(clGetPlatformInfo, platform, CL_PLATFORM_EXTENSIONS));
  EXPECT_EQ(names, Words(InfoString(clGetDeviceInfo, FirstDevice(), CL_DEVICE_EXTENSIONS)));
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end()) << "listed twice";
  std::vector<std::string> versioned;
  for (const auto& entry : InfoArray<cl_name_version_khr>(
           clGetPlatformInfo, platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION_KHR)) {
    versioned.push_back(entry.name);
    EXPECT_NE(entry.version, 0u) << entry.name;
  }
  std::ranges::sort(versioned);
  EXPECT_EQ(names, versioned);
}

TEST(Platform, UnloadCompilerErrors) {
  EXPECT_EQ(clUnloadPlatformCompiler(FirstPlatform()), CL_SUCCESS);
  for (cl_platform_id bad : BadHandles<cl_platform_id>()) {
    EXPECT_EQ(Driver().clUnloadPlatformCompiler(bad), CL_INVALID_PLATFORM);
  }
}

TEST(Platform, FunctionAddresses) {
  const cl_platform_id platform = FirstPlatform();
  const auto get = clGetExtensionFunctionAddressForPlatform;
  EXPECT_NE(get(platform, "clCreateCommandQueueWithPropertiesKHR"), nullptr);
  // Loaders may keep this one to themselves.
  EXPECT_NE(Driver().clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR"),
            nullptr);
  EXPECT_EQ(get(platform, "clNoSuchFunctionKHR"), nullptr);
  EXPECT_EQ(get(platform, ""), nullptr);
  EXPECT_EQ(Driver().clGetExtensionFunctionAddressForPlatform(platform, nullptr), nullptr);
  for (cl_platform_id bad : BadHandles<cl_platform_id>()) {
    EXPECT_EQ(Driver().clGetExtensionFunctionAddressForPlatform(bad, "clIcdGetPlatformIDsKHR"),
              nullptr);
  }
}

TEST_F(ApiTest, CreateCommandQueueWithPropertiesKHR) {
  const auto create = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR"));
  ASSERT_NE(create, nullptr);
  const cl_queue_properties_khr properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int error = -1;
  Queue made = create(context, device, properties, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(Info<cl_command_queue_properties>(clGetCommandQueueInfo, cl_command_queue(made),
                                              CL_QUEUE_PROPERTIES),
            cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE});
}

}  // namespace
