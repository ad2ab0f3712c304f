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

// Of the table, whatever the headers: OpenCL 3.0's entries, 3.1's and as many of later versions.
constexpr size_t kEntries30 = 149, kEntries31 = 150, kEntries = kEntries31 + 32;

TEST(Icd, TableIsCompleteAndOurs) {
  const auto* entries = reinterpret_cast<void* const*>(&Driver());
  const auto of_windows = [](size_t index) {  // Direct3D 10, Direct3D 11, DX9
    const size_t offset = index * sizeof(void*);
    return (offset >= offsetof(cl_icd_dispatch, clGetDeviceIDsFromD3D10KHR) &&
            offset < offsetof(cl_icd_dispatch, clSetEventCallback)) ||
           (offset >= offsetof(cl_icd_dispatch, clGetDeviceIDsFromD3D11KHR) &&
            offset < offsetof(cl_icd_dispatch, clCreateFromEGLImageKHR));
  };
  const std::string driver = ObjectOf(entries);
  EXPECT_NE(driver.find("libheddle"), std::string::npos) << driver;
  for (size_t i = 0; i < kEntries; ++i) {
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

using SuggestLocalSize = cl_int(CL_API_CALL*)(cl_command_queue, cl_kernel, cl_uint, const size_t*,
                                              const size_t*, size_t*);

class NewerLoaderTest : public ApiTest {
 protected:
  /// `suggest` answers what the device's kernels then have, and the errors of OpenCL 3.1.
  void CheckSuggestions(SuggestLocalSize suggest) {
    Program program = Build(
        "kernel void sizes(global uint* p) {\n"
        "  if (get_global_linear_id() == 0) p[0] = get_local_size(0), p[1] = get_local_size(1);\n"
        "}\n",
        "-cl-std=CL2.0");
    Kernel kernel = MakeKernel(program, "sizes");
    const size_t global[] = {96, 40}, zero[] = {96, 0};
    size_t local[2] = {};
    EXPECT_EQ(suggest(queue, kernel, 2, nullptr, global, local), CL_INVALID_KERNEL_ARGS);
    Mem out = Buffer(2 * sizeof(cl_uint));
    SetArgs(kernel, static_cast<cl_mem>(out));
    ASSERT_EQ(suggest(queue, kernel, 2, nullptr, global, local), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(Read<cl_uint>(out, 2), (std::vector<cl_uint>{static_cast<cl_uint>(local[0]),
                                                           static_cast<cl_uint>(local[1])}));
    EXPECT_EQ(suggest(queue, kernel, 4, nullptr, global, local), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(suggest(queue, kernel, 2, nullptr, nullptr, local), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(suggest(queue, kernel, 2, nullptr, zero, local), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(suggest(queue, kernel, 2, nullptr, global, nullptr), CL_INVALID_VALUE);
  }
};

// Loaders of OpenCL 3.1 and later read on where tables of 3.0 end.
TEST_F(NewerLoaderTest, FindsItsEntries) {
  const auto* const entries = reinterpret_cast<void* const*>(&Driver());
  CheckSuggestions(reinterpret_cast<SuggestLocalSize>(entries[kEntries30]));
  for (size_t i = kEntries31; i < kEntries; ++i) {
    const auto later = reinterpret_cast<cl_int(CL_API_CALL*)(cl_command_queue)>(entries[i]);
    EXPECT_EQ(later(queue), CL_INVALID_OPERATION) << "entry " << i;
  }
}

// tests/api/wheel_loader.py runs this through such a loader.
TEST_F(NewerLoaderTest, CallsThem) {
  void* const suggest = dlsym(RTLD_DEFAULT, "clGetKernelSuggestedLocalWorkSize");
  if (!suggest) GTEST_SKIP() << "the loader is of OpenCL 3.0";
  CheckSuggestions(reinterpret_cast<SuggestLocalSize>(suggest));
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
