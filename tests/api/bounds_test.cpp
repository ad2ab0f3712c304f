// SPDX-License-Identifier: Apache-2.0
// Guarded kernels (HEDDLE_BOUNDS=on): what they get for accesses outside of their objects, what the
// device says, and what does not build. All of it in a process that has the variable:
// torture_bounds makes such accesses at random.
#include <cstdlib>
#include <string>
#include <vector>

#include "program_fixture.h"

namespace {

/// Sets the variable before the driver reads it.
class Guarded : public testing::Environment {
 public:
  void SetUp() override { ::setenv("HEDDLE_BOUNDS", "on", 1); }
};
[[maybe_unused]] testing::Environment* const kGuarded =
    testing::AddGlobalTestEnvironment(new Guarded);

class BoundsTest : public ProgramFixture {
 protected:
  /// Returns the log of a build that must fail.
  std::string Refused(const std::string& source, const char* options = "-cl-std=CL2.0") {
    Program program = Source(source);
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    const std::string log = BuildLog(program);
    EXPECT_NE(log.find("HEDDLE_BOUNDS"), std::string::npos) << log;
    return log;
  }
};

TEST_F(BoundsTest, ReadsGiveZeroAndWritesAreDropped) {
  Program program = Build(
      "kernel void test(global int* out, global int* in, int by) {\n"
      "  int i = get_global_id(0);\n"
      "  out[i + by] = in[i - by] + 1;\n"
      "}\n");
  for (const size_t local : {size_t{0}, size_t{1}, size_t{7}}) {
    Kernel kernel = MakeKernel(program, "test");
    Mem out = Buffer(std::vector<cl_int>(16, -1)), in = Buffer(std::vector<cl_int>(16, 5));
    SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(in), cl_int{3});
    Run(kernel, local == 0 ? 16 : 14, local);
    std::vector<cl_int> expected(16, 6);
    expected[0] = expected[1] = expected[2] = -1;
    expected[3] = expected[4] = expected[5] = 1;
    EXPECT_EQ(Read<cl_int>(out, 16), expected);
  }
}

TEST_F(BoundsTest, AtomicsOutsideAreNotMade) {
  Program program = Build(
      "kernel void test(global int* out, int by) {\n"
      "  int i = get_global_id(0);\n"
      "  int old = atomic_add(&out[i + by], 1);\n"
      "  while (atomic_cmpxchg(&out[i + by], old, 7) != old && i + by < 4) old = out[i + by];\n"
      "}\n");
  Kernel kernel = MakeKernel(program, "test");
  Mem out = Buffer(std::vector<cl_int>(4, 0));
  SetArgs(kernel, static_cast<cl_mem>(out), cl_int{2});
  Run(kernel, 4);
  EXPECT_EQ(Read<cl_int>(out, 4), (std::vector<cl_int>{0, 0, 7, 7}));
}

TEST_F(BoundsTest, SubBuffersEndWhereTheyEnd) {
  Program program = Build("kernel void test(global uchar* out) { out[get_global_id(0)] = 7; }");
  Kernel kernel = MakeKernel(program, "test");
  Mem whole = Buffer(std::vector<cl_uchar>(1024, 1));
  const cl_buffer_region region{256, 100};
  cl_int error = 1;
  Mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  SetArgs(kernel, static_cast<cl_mem>(part));
  Run(kernel, 512);
  const auto found = Read<cl_uchar>(whole, 1024);
  for (size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i >= 256 && i < 356 ? 7 : 1) << i;
}

TEST_F(BoundsTest, MemoryOfTheHostIsNotReached) {
  const auto svm =
      Info<cl_device_svm_capabilities>(clGetDeviceInfo, device, CL_DEVICE_SVM_CAPABILITIES);
  EXPECT_FALSE(svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
  EXPECT_TRUE(svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER);
  Program program = Build(
      "kernel void test(global int* out, global ulong* at) {\n"
      "  out[0] = 7;\n"
      "  *(global int*)at[0] = 8;\n"
      "}\n");
  Kernel kernel = MakeKernel(program, "test");
  const cl_bool fine = CL_TRUE;
  EXPECT_EQ(
      clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(fine), &fine),
      CL_INVALID_OPERATION);
  std::vector<int> ours(64, 1);
  auto* theirs = static_cast<int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  ASSERT_NE(theirs, nullptr);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, theirs, 64, 0, nullptr, nullptr),
            CL_SUCCESS);
  theirs[0] = theirs[1] = 1;
  EXPECT_EQ(clEnqueueSVMUnmap(queue, theirs, 0, nullptr, nullptr), CL_SUCCESS);
  for (int* const target : {ours.data(), theirs + 1}) {
    Mem at = Buffer(std::vector<cl_ulong>{reinterpret_cast<cl_ulong>(target)});
    int* const first = target == ours.data() ? ours.data() + 1 : theirs;
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, first), CL_SUCCESS);
    SetArg(kernel, 1, static_cast<cl_mem>(at));
    Run(kernel, 1);
  }
  EXPECT_EQ(ours[0], 1);
  EXPECT_EQ(ours[1], 1);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, theirs, 64, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(theirs[0], 7);
  EXPECT_EQ(theirs[1], 8);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, theirs, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  clSVMFree(context, theirs);
}

TEST_F(BoundsTest, BinariesAreGuarded) {
  Program first = Build("kernel void test(global int* out) { out[get_global_id(0)] = 7; }");
  Program second = WithBinary(BinaryOf(first));
  EXPECT_EQ(clBuildProgram(second, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(second, "test");
  Mem whole = Buffer(std::vector<cl_int>(64, 1));
  const cl_buffer_region region{0, 16};
  cl_int error = 1;
  Mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  SetArgs(kernel, static_cast<cl_mem>(part));
  Run(kernel, 64);
  const auto found = Read<cl_int>(whole, 8);
  EXPECT_EQ(found, (std::vector<cl_int>{7, 7, 7, 7, 1, 1, 1, 1}));
}

TEST_F(BoundsTest, WhatCannotBeGuardedDoesNotBuild) {
  EXPECT_NE(Refused("kernel void test(global char* out) { printf(\"%s\", (constant char*)1); }")
                .find("printf"),
            std::string::npos);
  EXPECT_NE(Refused("kernel void test(global int* out) {\n"
                    "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,\n"
                    "                 ndrange_1D(1), ^{ out[0] = 1; });\n"
                    "}\n")
                .find("enqueue"),
            std::string::npos);
  EXPECT_NE(Refused("ulong __attribute__((const)) __hd_texels(ulong data);\n"
                    "kernel void test(global int* out) { *(global int*)__hd_texels(1) = 1; }")
                .find("__hd_texels"),
            std::string::npos);
  EXPECT_NE(Refused("kernel void test(global char* out, int n) {\n"
                    "  char* list = __builtin_alloca(n);\n"
                    "  list[n / 2] = 1;\n"
                    "  out[0] = list[n / 3];\n"
                    "}\n")
                .find("variable"),
            std::string::npos);
}

TEST_F(BoundsTest, StringsThatAreLiteralsArePrinted) {
  Program program =
      Build("kernel void test(global int* out) { printf(\"%s %p\\n\", \"literal\", out); }");
  EXPECT_TRUE(program);
}

}  // namespace
