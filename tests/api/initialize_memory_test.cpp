// SPDX-License-Identifier: Apache-2.0
// cl_khr_initialize_memory: local and private memory begin as zeros where the context asks for it.
#include <CL/cl_ext.h>

#include <algorithm>

#include "program_fixture.h"

namespace {

// Not in every cl_ext.h.
constexpr cl_context_properties kLocal = 1, kPrivate = 2;

class InitializeMemoryTest : public ProgramFixture {
 protected:
  /// Runs `k(out, local argument of 4 KiB)` over `items` in groups of 16, `times` times.
  std::vector<int> Run(const char* source, cl_context_properties bits, size_t items,
                       int times = 3) {
    const cl_context_properties properties[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, bits, 0};
    cl_int error = -1;
    Context zeroing = clCreateContext(properties, 1, &device, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    Queue in = clCreateCommandQueueWithProperties(zeroing, device, nullptr, &error);
    Program program = clCreateProgramWithSource(zeroing, 1, &source, nullptr, &error);
    EXPECT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS)
        << BuildLog(program);
    Kernel kernel = MakeKernel(program, "k");
    std::vector<int> out(items, -1);
    Mem buffer = clCreateBuffer(zeroing, CL_MEM_COPY_HOST_PTR, items * 4, out.data(), &error);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, 4096, nullptr), CL_SUCCESS);
    const size_t local = 16;
    for (int i = 0; i < times; ++i) {
      EXPECT_EQ(clEnqueueNDRangeKernel(in, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr),
                CL_SUCCESS);
    }
    EXPECT_EQ(
        clEnqueueReadBuffer(in, buffer, CL_TRUE, 0, items * 4, out.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    return out;
  }
  static bool AllZero(const std::vector<int>& values) {
    return std::all_of(values.begin(), values.end(), [](int value) { return value == 0; });
  }
};

// Each group sums what it finds, then leaves something behind for the next one.
constexpr char kLocalSource[] =
    "kernel void k(global int* out, local int* argument) {\n"
    "  local int variable[100];\n"
    "  size_t i = get_local_id(0);\n"
    "  int sum = 0;\n"
    "  for (int j = i; j < 100; j += 16) sum |= variable[j];\n"
    "  for (int j = i; j < 1024; j += 16) sum |= argument[j];\n"
    "  BARRIER\n"
    "  for (int j = i; j < 100; j += 16) variable[j] = 1 + j;\n"
    "  for (int j = i; j < 1024; j += 16) argument[j] = 1 + j;\n"
    "  BARRIER\n"
    "  out[get_global_id(0)] = sum;\n"
    "}\n";

TEST_F(InitializeMemoryTest, LocalMemory) {
  const std::string barriers =
      std::string("#define BARRIER barrier(CLK_LOCAL_MEM_FENCE);\n") + kLocalSource;
  const std::string none = std::string("#define BARRIER\n") + kLocalSource;
  for (const std::string& source : {barriers, none}) {
    EXPECT_TRUE(AllZero(Run(source.c_str(), kLocal, 16 * 50)));
    EXPECT_TRUE(AllZero(Run(source.c_str(), kLocal | kPrivate, 16 * 50)));
  }
  // The test can fail: without the property groups find what others left.
  EXPECT_FALSE(AllZero(Run(barriers.c_str(), 0, 16 * 50)));
}

// No variable, and no other argument.
TEST_F(InitializeMemoryTest, ALocalArgumentAlone) {
  const char* source =
      "global int found[800];\n"
      "kernel void look(local int* argument) {\n"
      "  size_t i = get_local_id(0);\n"
      "  int sum = 0;\n"
      "  for (int j = i; j < 1024; j += 16) sum |= argument[j];\n"
      "  for (int j = i; j < 1024; j += 16) argument[j] = 1 + j;\n"
      "  found[get_global_id(0)] |= sum;\n"
      "}\n"
      "kernel void tell(global int* out) { out[get_global_id(0)] = found[get_global_id(0)]; }\n";
  const cl_context_properties properties[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, kLocal, 0};
  Context zeroing = clCreateContext(properties, 1, &device, nullptr, nullptr, nullptr);
  Queue in = clCreateCommandQueueWithProperties(zeroing, device, nullptr, nullptr);
  Program program = clCreateProgramWithSource(zeroing, 1, &source, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS);
  Kernel look = MakeKernel(program, "look"), tell = MakeKernel(program, "tell");
  Mem out = clCreateBuffer(zeroing, 0, 800 * sizeof(int), nullptr, nullptr);
  EXPECT_EQ(clSetKernelArg(look, 0, 4096, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(tell, 0, sizeof(cl_mem), &out), CL_SUCCESS);
  const size_t items = 800, local = 16;
  for (cl_kernel kernel : {cl_kernel{look}, cl_kernel{look}, cl_kernel{tell}})
    EXPECT_EQ(clEnqueueNDRangeKernel(in, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
  std::vector<int> found(items, -1);
  EXPECT_EQ(clEnqueueReadBuffer(in, out, CL_TRUE, 0, items * sizeof(int), found.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  EXPECT_TRUE(AllZero(found));
}

TEST_F(InitializeMemoryTest, PrivateMemory) {
  constexpr char kSource[] =
      "typedef struct { int a; float4 f; char c[5]; } S;\n"
      "int helper(int i) { int array[20]; int sum = array[i % 20]; array[i % 20] = 7; return sum; "
      "}\n"
      "kernel void k(global int* out, local int* argument) {\n"
      "  int i = get_global_id(0);\n"
      "  int scalar, array[64];\n"
      "  S s;\n"
      "  float f;\n"
      "  if (i == -1) { scalar = 1; s.a = 2; f = 3; }\n"
      "  int sum = scalar | s.a | as_int(s.f.z) | s.c[i % 5] | as_int(f) | array[i % 64];\n"
      "  sum |= helper(i) | helper(i + 1);\n"
      "  for (int j = 0; j < 64; ++j) array[(j * i) % 64] = j + 1;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[i] = sum + (array[i % 64] > 64);\n"
      "}\n";
  EXPECT_TRUE(AllZero(Run(kSource, kPrivate, 16 * 50)));
  EXPECT_TRUE(AllZero(Run(kSource, kPrivate | kLocal, 16 * 50)));
}

TEST_F(InitializeMemoryTest, ChecksTheProperty) {
  const std::string extensions = InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  EXPECT_NE(extensions.find("cl_khr_initialize_memory"), std::string::npos);
  cl_int error = 0;
  const cl_context_properties odd[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, 4, 0};
  EXPECT_EQ(clCreateContext(odd, 1, &device, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  const cl_context_properties both[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, kLocal | kPrivate, 0};
  Context made = clCreateContext(both, 1, &device, nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(
      InfoArray<cl_context_properties>(clGetContextInfo, static_cast<cl_context>(made),
                                       CL_CONTEXT_PROPERTIES),
      (std::vector<cl_context_properties>{CL_CONTEXT_MEMORY_INITIALIZE_KHR, kLocal | kPrivate, 0}));
}

// A binary of another context is made anew for one that wants more of it.
TEST_F(InitializeMemoryTest, Binaries) {
  const std::string source =
      std::string("#define BARRIER barrier(CLK_LOCAL_MEM_FENCE);\n") + kLocalSource;
  Program plain = Build(source, "-cl-std=CL2.0");
  const Bytes binary = BinaryOf(plain);
  const cl_context_properties properties[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, kLocal, 0};
  cl_int error = -1, status = -1;
  Context zeroing = clCreateContext(properties, 1, &device, nullptr, nullptr, &error);
  Queue in = clCreateCommandQueueWithProperties(zeroing, device, nullptr, &error);
  const unsigned char* bytes = binary.data();
  const size_t size = binary.size();
  Program program = clCreateProgramWithBinary(zeroing, 1, &device, &size, &bytes, &status, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  const size_t items = 16 * 50, local = 16;
  std::vector<int> out(items, -1);
  Mem buffer = clCreateBuffer(zeroing, 0, items * 4, nullptr, &error);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 4096, nullptr), CL_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(clEnqueueNDRangeKernel(in, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(clEnqueueReadBuffer(in, buffer, CL_TRUE, 0, items * 4, out.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_TRUE(AllZero(out));
}

}  // namespace
