// SPDX-License-Identifier: Apache-2.0
// A context with one device and a queue, and programs made by the fake compiler.
#pragma once

#include <CL/cl.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "counts.h"
#include "platform/platform.h"
#include "runtime/code/code_source.h"
#include "runtime/kernel/ndrange.h"

namespace heddle::test {

// Before main, so that whoever asks for the options first sees these: the fake compiler, in this
// process even where LLVM is shared, and a cache of this process's own.
inline const std::string cache_directory = [] {
  std::string name = "/tmp/heddle-unit-" + std::to_string(::getpid());
  ::setenv("HEDDLE_COMPILER", HEDDLE_FAKE_COMPILER, 1);
  ::setenv("HEDDLE_COMPILER_PROCESS", "never", 1);
  ::setenv("HEDDLE_CACHE_DIR", name.c_str(), 1);
  std::atexit([] {
    std::error_code ignored;
    std::filesystem::remove_all("/tmp/heddle-unit-" + std::to_string(::getpid()), ignored);
  });
  return name;
}();

template <class Function>
Function* in_fake_compiler(const char* name) {
  void* library = ::dlopen(HEDDLE_FAKE_COMPILER, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function*>(::dlsym(library, name));
}
inline int compilations() {
  return in_fake_compiler<int()>("fake_compilations")();
}
inline fake::Counts& generated() {
  return *in_fake_compiler<fake::Counts*()>("fake_counts")();
}
/// Generating a kernel takes so many milliseconds from now on.
inline void delay_generating(int ms) {
  in_fake_compiler<void(int)>("fake_delay")(ms);
}
/// Builds and generated kernels that begin from now on do not end, until this is taken back.
inline void hold_compiler(bool on) {
  in_fake_compiler<void(bool)>("fake_hold")(on);
}

class FakeCompilerTest : public testing::Test {
 protected:
  void SetUp() override {
    cl_int error = -1;
    device = &platform().device();
    context = ::clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = ::clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(::clReleaseCommandQueue(queue), CL_SUCCESS);
    EXPECT_EQ(::clReleaseContext(context), CL_SUCCESS);
  }
  cl_program source(const std::string& text) {
    const char* string = text.c_str();
    cl_int error = -1;
    cl_program program = ::clCreateProgramWithSource(context, 1, &string, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  cl_program built(const std::string& text) {
    cl_program program = source(text);
    EXPECT_EQ(::clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    return program;
  }
  template <class T>
  T build_info(cl_program program, cl_program_build_info id) {
    T value{};
    EXPECT_EQ(::clGetProgramBuildInfo(program, device, id, sizeof(value), &value, nullptr),
              CL_SUCCESS);
    return value;
  }
  std::string build_text(cl_program program, cl_program_build_info id) {
    char text[256] = "";
    EXPECT_EQ(::clGetProgramBuildInfo(program, device, id, sizeof(text), text, nullptr),
              CL_SUCCESS);
    return text;
  }
  std::vector<unsigned char> binary(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(::clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> bytes(size);
    unsigned char* at = bytes.data();
    EXPECT_EQ(::clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(at), &at, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  cl_program from_binary(const std::vector<unsigned char>& bytes, cl_int expected = CL_SUCCESS) {
    const unsigned char* at = bytes.data();
    const size_t size = bytes.size();
    cl_int error = -1;
    cl_program program =
        ::clCreateProgramWithBinary(context, 1, &device, &size, &at, nullptr, &error);
    EXPECT_EQ(error, expected);
    return program;
  }

  /// The arguments of fill.c.
  void set_args(cl_kernel kernel, cl_mem out, cl_int value) {
    const float vector[4] = {};
    EXPECT_EQ(::clSetKernelArg(kernel, 0, sizeof(out), &out), CL_SUCCESS);
    EXPECT_EQ(::clSetKernelArg(kernel, 1, sizeof(value), &value), CL_SUCCESS);
    EXPECT_EQ(::clSetKernelArg(kernel, 2, 4, nullptr), CL_SUCCESS);
    EXPECT_EQ(::clSetKernelArg(kernel, 3, sizeof(vector), vector), CL_SUCCESS);
  }
  cl_mem buffer(size_t items) {
    cl_int error = -1;
    cl_mem made = ::clCreateBuffer(context, 0, items * 16, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  std::vector<int> read(cl_mem from, size_t items) {
    std::vector<int> out(items * 4);
    EXPECT_EQ(
        ::clEnqueueReadBuffer(queue, from, CL_TRUE, 0, items * 16, out.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    return out;
  }

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

}  // namespace heddle::test
