// SPDX-License-Identifier: Apache-2.0
// How a loader finds the driver ([EX2]): what is exported, the dispatch table, and that loading
// costs nothing.
#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>

#include "api_test.h"

namespace {

/// The driver's shared object, by an address inside it.
std::string ObjectOf(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "";
}

size_t Threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(tasks), end(tasks)));
}

// Must be the first test of this file: nothing else has used the driver.
TEST(Icd, LoadingAndAskingStartsNoThread) {
  const size_t before = Threads();
  ASSERT_NE(FirstDevice(), nullptr);
  EXPECT_EQ(Threads(), before);
}

TEST(Icd, TableIsCompleteAndOurs) {
  const auto* entries = reinterpret_cast<void* const*>(&Driver());
  constexpr size_t count = sizeof(cl_icd_dispatch) / sizeof(void*);
  const auto of_windows = [](size_t index) {  // Direct3D 10, Direct3D 11, DX9
    const size_t offset = index * sizeof(void*);
    return (offset >= offsetof(cl_icd_dispatch, clGetDeviceIDsFromD3D10KHR) &&
            offset < offsetof(cl_icd_dispatch, clSetEventCallback)) ||
           (offset >= offsetof(cl_icd_dispatch, clGetDeviceIDsFromD3D11KHR) &&
            offset < offsetof(cl_icd_dispatch, clCreateFromEGLImageKHR));
  };
  const std::string driver = ObjectOf(entries);
  EXPECT_NE(driver.find("libheddle"), std::string::npos) << driver;
  for (size_t i = 0; i < count; ++i) {
    if (of_windows(i)) {
      EXPECT_EQ(entries[i], nullptr) << "entry " << i;
    } else {
      ASSERT_NE(entries[i], nullptr) << "entry " << i;
      EXPECT_EQ(ObjectOf(entries[i]), driver) << "entry " << i << " is bound to another library";
    }
  }
}

TEST(Icd, ExportsWhatLoadersLookUpAndNothingElse) {
  void* library = dlopen(ObjectOf(&Driver()).c_str(), RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(library, nullptr) << dlerror();
  const std::string driver = ObjectOf(&Driver());
  for (const char* name :
       {"clIcdGetPlatformIDsKHR", "clGetPlatformInfo", "clGetExtensionFunctionAddress",
        "clGetExtensionFunctionAddressForPlatform"}) {
    void* symbol = dlsym(library, name);
    ASSERT_NE(symbol, nullptr) << name;
    EXPECT_EQ(ObjectOf(symbol), driver) << name;
  }
  for (const char* name : {"clCreateBuffer", "clGetPlatformIDs", "heddle_dispatch"}) {
    EXPECT_EQ(dlsym(library, name), nullptr) << name;
  }
  dlclose(library);
}

TEST(Icd, IcdGetPlatformIDs) {
  const auto get = reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(
      Driver().clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR"));
  ASSERT_NE(get, nullptr);
  cl_uint count = 0;
  EXPECT_EQ(get(0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  cl_platform_id platform = nullptr;
  EXPECT_EQ(get(1, &platform, nullptr), CL_SUCCESS);
  EXPECT_EQ(platform, FirstPlatform());
  EXPECT_EQ(get(0, &platform, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(get(0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(ApiTest, EveryObjectBeginsWithTheTable) {
  const auto table_of = [](const auto handle) {
    return *reinterpret_cast<const cl_icd_dispatch* const*>(handle);
  };
  EXPECT_EQ(table_of(platform), &Driver());
  EXPECT_EQ(table_of(device), &Driver());
  EXPECT_EQ(table_of(context), &Driver());
  EXPECT_EQ(table_of(queue), &Driver());
  Mem buffer = Buffer(64);
  EXPECT_EQ(table_of(cl_mem(buffer)), &Driver());
  Event event = clCreateUserEvent(context, nullptr);
  EXPECT_EQ(table_of(cl_event(event)), &Driver());
  const char* source = "kernel void k() {}";
  Program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  EXPECT_EQ(table_of(cl_program(program)), &Driver());
}

}  // namespace
