// SPDX-License-Identifier: Apache-2.0
// Creating and cloning kernels (§5.9.1, §5.9.3).
#include <algorithm>
#include <set>

#include "api_test.h"

namespace {

class KernelTest : public ApiTest {
 protected:
  Program program;
  void SetUp() override {
    ApiTest::SetUp();
    program = Build(
        "kernel void one(global int* out, int value) { *out = value; }\n"
        "kernel void two(global int* out) { *out = 2; }\n"
        "void helper(void) {}\n");
  }
  void TearDown() override {
    program.reset();
    ApiTest::TearDown();
  }
  cl_uint References(cl_kernel kernel) {
    return Info<cl_uint>(clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT);
  }
};

TEST_F(KernelTest, IsCreatedByName) {
  Kernel kernel = MakeKernel(program, "one");
  EXPECT_EQ(References(kernel), 1u);
  EXPECT_EQ(clRetainKernel(kernel), CL_SUCCESS);
  EXPECT_EQ(References(kernel), 2u);
  EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
  EXPECT_EQ(References(kernel), 1u);
}

TEST_F(KernelTest, RejectsBadNamesAndPrograms) {
  cl_int error = 0;
  for (const char* name : {"three", "helper", "", "One"}) {
    EXPECT_EQ(clCreateKernel(program, name, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_KERNEL_NAME) << name;
  }
  EXPECT_EQ(clCreateKernel(program, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateKernel(program, "three", nullptr), nullptr);
  for (cl_program bad : BadHandles<cl_program>()) {
    EXPECT_EQ(Driver().clCreateKernel(bad, "one", &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_PROGRAM);
    EXPECT_EQ(Driver().clCreateKernelsInProgram(bad, 0, nullptr, nullptr), CL_INVALID_PROGRAM);
  }
  const char* text = "kernel void k() {}";
  Program raw = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  EXPECT_EQ(clCreateKernel(raw, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clCreateKernelsInProgram(raw, 0, nullptr, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
  // A name that was refused leaves nothing attached.
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(KernelTest, AllAreCreatedAtOnce) {
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 2u);
  cl_kernel kernels[3] = {};
  EXPECT_EQ(clCreateKernelsInProgram(program, 1, kernels, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(kernels[0], nullptr);
  ASSERT_EQ(clCreateKernelsInProgram(program, 3, kernels, &count), CL_SUCCESS);
  std::set<std::string> names;
  for (cl_uint i = 0; i < count; ++i) {
    names.insert(InfoString(clGetKernelInfo, kernels[i], CL_KERNEL_FUNCTION_NAME));
    EXPECT_EQ(References(kernels[i]), 1u);
  }
  EXPECT_EQ(names, (std::set<std::string>{"one", "two"}));
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(clReleaseKernel(kernels[i]), CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(KernelTest, ManyKernelsInOneProgramAllRun) {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    text += "kernel void k" + n + "(global int* out) { *out = " + n + "; }\n";
  }
  Program many = Build(text);
  Mem out = Buffer(4);
  for (int i = 0; i < 20; ++i) {
    Kernel kernel = MakeKernel(many, ("k" + std::to_string(i)).c_str());
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, 1);
    EXPECT_EQ(Read<int>(out, 1)[0], i);
  }
  std::vector<cl_kernel> kernels(20);
  ASSERT_EQ(clCreateKernelsInProgram(many, 20, kernels.data(), nullptr), CL_SUCCESS);
  for (cl_kernel kernel : kernels) {
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, 1);
    EXPECT_EQ("k" + std::to_string(Read<int>(out, 1)[0]),
              InfoString(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME));
    EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
  }
}

/// Programs so large are built without code: where local arguments lie must be known all the same.
TEST_F(KernelTest, LocalArgumentsInAProgramOfManyKernels) {
  std::string text = R"(
    kernel void rotate_by(global int* out, local int* a, local int* b) {
      local int own[64];
      const int me = get_local_id(0), size = get_local_size(0);
      own[me] = me; a[me] = 100 * me; b[me] = 10000 * me;
      barrier(CLK_LOCAL_MEM_FENCE);
      const int next = (me + 1) % size;
      out[me] = own[next] + a[next] + b[next];
    })";
  for (int i = 0; i < 20; ++i)
    text += "kernel void k" + std::to_string(i) + "(global int* out) { *out = 1; }\n";
  Program many = Build(text);
  Kernel kernel = MakeKernel(many, "rotate_by");
  Mem out = Buffer(64 * sizeof(int));
  SetArgs(kernel, static_cast<cl_mem>(out));
  for (const cl_uint index : {1U, 2U})
    EXPECT_EQ(clSetKernelArg(kernel, index, 64 * sizeof(int), nullptr), CL_SUCCESS);
  cl_ulong local = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(local),
                                     &local, nullptr),
            CL_SUCCESS);
  EXPECT_GE(local, 3 * 64 * sizeof(int));
  Kernel clone = clCloneKernel(kernel, nullptr);
  for (cl_kernel each : {static_cast<cl_kernel>(kernel), static_cast<cl_kernel>(clone)}) {
    Run(each, 64, 64);
    const auto values = Read<int>(out, 64);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(values[i], 10101 * ((i + 1) % 64)) << i;
  }
}

TEST_F(KernelTest, ACloneIsACopyWithArguments) {
  Kernel source = MakeKernel(program, "one");
  Mem out = Buffer(4);
  SetArgs(source, static_cast<cl_mem>(out), cl_int{5});
  EXPECT_EQ(clRetainKernel(source), CL_SUCCESS);
  cl_int error = 1;
  Kernel copy = clCloneKernel(source, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(References(copy), 1u);
  EXPECT_EQ(References(source), 2u);
  EXPECT_EQ(clReleaseKernel(source), CL_SUCCESS);
  SetArg(source, 1, cl_int{6});
  Run(copy, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 5);
  SetArg(copy, 1, cl_int{7});
  Run(source, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 6);
  source.reset();
  Run(copy, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 7);
  EXPECT_EQ(Info<cl_program>(clGetKernelInfo, static_cast<cl_kernel>(copy), CL_KERNEL_PROGRAM),
            static_cast<cl_program>(program));
  for (cl_kernel bad : BadHandles<cl_kernel>()) {
    EXPECT_EQ(Driver().clCloneKernel(bad, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_KERNEL);
  }
}

TEST_F(KernelTest, AnUnfinishedCloneIsUnfinishedToo) {
  Kernel source = MakeKernel(program, "one");
  Mem out = Buffer(4);
  SetArg(source, 0, static_cast<cl_mem>(out));
  Kernel copy = clCloneKernel(source, nullptr);
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, copy, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(KernelTest, OutlivesItsProgramForTheApplication) {
  Kernel kernel = MakeKernel(program, "two");
  program.reset();
  Mem out = Buffer(4);
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 2);
}

TEST_F(KernelTest, AReleasedHandleIsRejected) {
  Kernel kernel = MakeKernel(program, "two");
  const cl_kernel handle = kernel;
  kernel.reset();
  EXPECT_EQ(Driver().clRetainKernel(handle), CL_INVALID_KERNEL);
  EXPECT_EQ(Driver().clReleaseKernel(handle), CL_INVALID_KERNEL);
  for (cl_kernel bad : BadHandles<cl_kernel>()) {
    EXPECT_EQ(Driver().clRetainKernel(bad), CL_INVALID_KERNEL);
    EXPECT_EQ(Driver().clReleaseKernel(bad), CL_INVALID_KERNEL);
  }
}

TEST_F(KernelTest, TakesExecInfo) {
  Kernel kernel = MakeKernel(program, "two");
  int memory[2];
  const void* pointers[] = {&memory[0], &memory[1]};
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(pointers), pointers),
            CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(pointers), nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 7, pointers),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, pointers),
            CL_INVALID_VALUE);
  // §5.9.2 has an error for a null value; conformance tests take back an earlier list by it.
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(kernel, 0xdead, sizeof(pointers), pointers), CL_INVALID_VALUE);
  const auto svm =
      Info<cl_device_svm_capabilities>(clGetDeviceInfo, device, CL_DEVICE_SVM_CAPABILITIES);
  const cl_bool yes = CL_TRUE, no = CL_FALSE;
  constexpr cl_uint kSystem = CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM;
  EXPECT_EQ(clSetKernelExecInfo(kernel, kSystem, sizeof(no), &no), CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(kernel, kSystem, sizeof(yes), &yes),
            svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM ? CL_SUCCESS : CL_INVALID_OPERATION);
  EXPECT_EQ(clSetKernelExecInfo(kernel, kSystem, 1, &no), CL_INVALID_VALUE);
  for (cl_kernel bad : BadHandles<cl_kernel>()) {
    EXPECT_EQ(Driver().clSetKernelExecInfo(bad, kSystem, sizeof(no), &no), CL_INVALID_KERNEL);
  }
}

}  // namespace
