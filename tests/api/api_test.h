// SPDX-License-Identifier: Apache-2.0
// What the API tests share: owned handles, and a fixture with a device, a context and an in-order
// queue, all reached through the loader.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Owns one reference to an OpenCL object: `Owned<cl_mem, clReleaseMemObject>`.
template <class Handle, cl_int (*Release)(Handle)>
class Owned {
 public:
  Owned() = default;
  Owned(Handle handle) : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() { reset(); }

  operator Handle() const { return handle_; }
  /// For out-parameters: releases what was held.
  Handle* out() {
    reset();
    return &handle_;
  }
  void reset() {
    if (handle_) EXPECT_EQ(Release(std::exchange(handle_, nullptr)), CL_SUCCESS);
  }
  Handle leak() { return std::exchange(handle_, nullptr); }

 private:
  Handle handle_ = nullptr;
};
using Device = Owned<cl_device_id, clReleaseDevice>;
using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Mem = Owned<cl_mem, clReleaseMemObject>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Event = Owned<cl_event, clReleaseEvent>;
using Sampler = Owned<cl_sampler, clReleaseSampler>;

/// The first platform; tests see exactly one (tests/CMakeLists.txt sets the loaders' variables).
inline cl_platform_id FirstPlatform() {
  cl_platform_id platform = nullptr;
  EXPECT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
  return platform;
}

inline cl_device_id FirstDevice() {
  cl_device_id device = nullptr;
  EXPECT_EQ(clGetDeviceIDs(FirstPlatform(), CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  return device;
}

/// The driver's own entry points, past the loader: for handles that a loader would follow and crash
/// on.
inline const cl_icd_dispatch& Driver() {
  return **reinterpret_cast<const cl_icd_dispatch**>(FirstPlatform());
}

/// Pointers that are no live object: null, an address that is not mapped, one that is not aligned,
/// memory of our own. Only for calls of Driver().
template <class Handle>
std::vector<Handle> BadHandles() {
  static const cl_icd_dispatch* looks_like_an_object[64];
  looks_like_an_object[0] = &Driver();
  return {nullptr, reinterpret_cast<Handle>(uintptr_t{0xdead0000}),
          reinterpret_cast<Handle>(uintptr_t{3}), reinterpret_cast<Handle>(UINTPTR_MAX),
          reinterpret_cast<Handle>(looks_like_an_object)};
}

/// What every clGet*Info call owes for a query (§4.2): the size, a buffer that is too small, one
/// that is larger.
template <class Function, class Object>
void CheckQueryProtocol(Function function, Object object, cl_uint param) {
  SCOPED_TRACE(testing::Message() << "param 0x" << std::hex << param);
  size_t size = SIZE_MAX;
  EXPECT_EQ(function(object, param, 0, nullptr, &size), CL_SUCCESS);
  ASSERT_LT(size, 1u << 20);
  EXPECT_EQ(function(object, param, 0, nullptr, nullptr), CL_SUCCESS);
  std::vector<unsigned char> exact(size + 8, 0xa5);
  EXPECT_EQ(function(object, param, size, exact.data(), nullptr), CL_SUCCESS);
  for (size_t i = size; i < exact.size(); ++i) EXPECT_EQ(exact[i], 0xa5) << "written past the end";
  size_t again = 0;
  EXPECT_EQ(function(object, param, size + 8, exact.data(), &again), CL_SUCCESS);
  EXPECT_EQ(again, size);
  if (size) EXPECT_EQ(function(object, param, size - 1, exact.data(), nullptr), CL_INVALID_VALUE);
}

/// One value of a clGet*Info call: `Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_VENDOR_ID)`.
/// Checks that the size is that of T.
template <class T, class Function, class Object>
T Info(Function function, Object object, cl_uint param) {
  T value{};
  size_t size = 0;
  EXPECT_EQ(function(object, param, sizeof(T), &value, &size), CL_SUCCESS) << std::hex << param;
  EXPECT_EQ(size, sizeof(T)) << std::hex << param;
  return value;
}

/// An array answer, of whatever length.
template <class T, class Function, class Object>
std::vector<T> InfoArray(Function function, Object object, cl_uint param) {
  size_t size = 0;
  EXPECT_EQ(function(object, param, 0, nullptr, &size), CL_SUCCESS) << std::hex << param;
  std::vector<T> value(size / sizeof(T));
  EXPECT_EQ(size % sizeof(T), 0u);
  if (size) EXPECT_EQ(function(object, param, size, value.data(), nullptr), CL_SUCCESS);
  return value;
}

/// A string answer, without its NUL, which must be there.
template <class Function, class Object>
std::string InfoString(Function function, Object object, cl_uint param) {
  std::vector<char> text = InfoArray<char>(function, object, param);
  if (text.empty() || text.back() != '\0') {
    ADD_FAILURE() << "no NUL at the end of string query " << std::hex << param;
    return std::string(text.begin(), text.end());
  }
  return std::string(text.data());
}

class ApiTest : public testing::Test {
 protected:
  void SetUp() override {
    platform = FirstPlatform();
    ASSERT_NE(platform, nullptr);
    device = FirstDevice();
    ASSERT_NE(device, nullptr);
    cl_int error = -1;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }

  void TearDown() override {
    if (queue) EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
    if (context) EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
  }

  Program Source(const std::string& source) {
    const char* text = source.c_str();
    cl_int error = -1;
    Program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }

  /// Builds for `device`; a failure to build fails the test with the log and returns null.
  Program Build(const std::string& source, const char* options = "") {
    Program program = Source(source);
    const cl_int error = clBuildProgram(program, 1, &device, options, nullptr, nullptr);
    if (error != CL_SUCCESS) {
      ADD_FAILURE() << "build failed: " << error << "\n" << BuildLog(program) << "\n" << source;
      return {};
    }
    return program;
  }

  std::string BuildLog(cl_program program) {
    size_t size = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    return size ? log.substr(0, size - 1) : log;
  }

  Kernel MakeKernel(cl_program program, const char* name) {
    cl_int error = -1;
    Kernel kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS) << name;
    return kernel;
  }

  /// A buffer that holds a copy of `data`.
  template <class T>
  Mem Buffer(const std::vector<T>& data, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_int error = -1;
    Mem buffer = clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, data.size() * sizeof(T),
                                const_cast<T*>(data.data()), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return buffer;
  }

  Mem Buffer(size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_int error = -1;
    Mem buffer = clCreateBuffer(context, flags, bytes, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return buffer;
  }

  /// What `buffer` holds from its start, read through `queue` with a blocking call.
  template <class T>
  std::vector<T> Read(cl_mem buffer, size_t count) {
    std::vector<T> data(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(T), data.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return data;
  }

  /// Arguments 0, 1, ... in order; each as clSetKernelArg takes it (a cl_mem, a scalar).
  template <class... Args>
  void SetArgs(cl_kernel kernel, const Args&... args) {
    cl_uint index = 0;
    (SetArg(kernel, index++, args), ...);
  }
  template <class T>
  void SetArg(cl_kernel kernel, cl_uint index, const T& value) {
    EXPECT_EQ(clSetKernelArg(kernel, index, sizeof(T), &value), CL_SUCCESS) << "argument " << index;
  }

  /// Enqueues over `global` work-items of one dimension and waits.
  void Run(cl_kernel kernel, size_t global, size_t local = 0) {
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, local ? &local : nullptr,
                                     0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};
