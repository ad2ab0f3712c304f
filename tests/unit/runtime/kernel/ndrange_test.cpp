// SPDX-License-Identifier: Apache-2.0
// Kernels and their launches (§5.9, §5.10) around an object made from C (fake/fill.c).
#include "runtime/kernel/ndrange.h"

#include "../fake/fixture.h"

namespace heddle::test {
namespace {

class NDRangeTest : public FakeCompilerTest {
 protected:
  cl_kernel kernel_of(const std::string& text, const char* name) {
    cl_program program = built(text);
    cl_int error = -1;
    cl_kernel kernel = ::clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
    return kernel;
  }
  cl_int run(cl_kernel kernel, std::vector<size_t> global, std::vector<size_t> local = {},
             std::vector<size_t> offset = {}) {
    const cl_int error =
        ::clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()),
                                 offset.empty() ? nullptr : offset.data(), global.data(),
                                 local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
    EXPECT_EQ(::clFinish(queue), CL_SUCCESS);
    return error;
  }
};

TEST_F(NDRangeTest, RunsEveryWorkItem) {
  cl_kernel kernel = kernel_of("kernel fill globals", "fill");
  cl_mem out = buffer(1000);
  set_args(kernel, out, 7);
  ASSERT_EQ(run(kernel, {10, 10, 10}, {4, 2, 5}), CL_SUCCESS);  // 10 is no multiple of 4
  const auto got = read(out, 1000);
  for (size_t i = 0; i < 1000; ++i) {
    const size_t x = i % 10;
    EXPECT_EQ(got[4 * i], 7);
    EXPECT_EQ(got[4 * i + 1], static_cast<int>(x % 4));
    EXPECT_EQ(got[4 * i + 2], x < 8 ? 4 : 2);
    EXPECT_EQ(got[4 * i + 3], 42);  // through a relocated pointer in the program's block
  }
  EXPECT_EQ(::clReleaseMemObject(out), CL_SUCCESS);
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
}

TEST_F(NDRangeTest, ArgumentsAreThoseOfTheEnqueue) {
  cl_kernel kernel = kernel_of("kernel fill", "fill");
  cl_mem a = buffer(8), b = buffer(8);
  cl_event gate = ::clCreateUserEvent(context, nullptr);
  const size_t eight = 8;
  set_args(kernel, a, 1);
  EXPECT_EQ(::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &eight, nullptr, 1, &gate, nullptr),
            CL_SUCCESS);
  set_args(kernel, b, 2);
  EXPECT_EQ(
      ::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &eight, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(::clReleaseKernel(kernel),
            CL_SUCCESS);  // in-flight commands need neither kernel nor program
  EXPECT_EQ(::clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(a, 8)[28], 1);
  EXPECT_EQ(read(b, 8)[28], 2);
  for (cl_mem mem : {a, b}) EXPECT_EQ(::clReleaseMemObject(mem), CL_SUCCESS);
  EXPECT_EQ(::clReleaseEvent(gate), CL_SUCCESS);
}

TEST_F(NDRangeTest, CodeIsGeneratedWhenNeeded) {
  const std::string text = "lazy kernel one kernel two";
  cl_program program = built(text);
  const int before = compilations();
  cl_kernel two = ::clCreateKernel(program, "two", nullptr);
  EXPECT_EQ(compilations(), before + 1);
  size_t most = 0;
  EXPECT_EQ(::clGetKernelWorkGroupInfo(two, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most,
                                       nullptr),
            CL_SUCCESS);
  EXPECT_EQ(most, 1024u);  // known from its sizes only, as is where its local argument lies
  cl_mem out = buffer(4);
  set_args(two, out, 5);
  EXPECT_EQ(compilations(), before + 1);
  ASSERT_EQ(run(two, {4}), CL_SUCCESS);
  EXPECT_EQ(compilations(), before + 2);
  EXPECT_EQ(read(out, 4)[0], 5);
  const auto record = deserialize(binary(program));
  ASSERT_TRUE(record);
  EXPECT_TRUE(record->kernels[0].object.empty());
  EXPECT_FALSE(record->kernels[1].object.empty());
  EXPECT_EQ(record->kernels[1].max_group_size, 1024u);
  const size_t size = binary(program).size();
  cl_kernel both[2];
  ASSERT_EQ(::clCreateKernelsInProgram(program, 2, both, nullptr), CL_SUCCESS);
  EXPECT_EQ(compilations(), before + 3);
  EXPECT_EQ(binary(program).size(), size);  // its size has been asked for
  // Another process with the same cache finds the code, too.
  EXPECT_EQ(::clUnloadPlatformCompiler(&platform()), CL_SUCCESS);
  cl_program again = built(text);
  cl_kernel found = ::clCreateKernel(again, "one", nullptr);
  EXPECT_EQ(compilations(), before + 3);
  for (cl_kernel kernel : {two, both[0], both[1], found}) {
    EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
  }
  EXPECT_EQ(::clReleaseMemObject(out), CL_SUCCESS);
  for (cl_program each : {program, again}) EXPECT_EQ(::clReleaseProgram(each), CL_SUCCESS);
}

TEST_F(NDRangeTest, CodeMayWaitForALaunch) {
  cl_program program = built("lazy kernel bare");
  const int before = compilations();
  cl_kernel bare = ::clCreateKernel(program, "bare", nullptr);  // has no local arguments
  ASSERT_NE(bare, nullptr);
  cl_uint args = 0;
  EXPECT_EQ(::clGetKernelInfo(bare, CL_KERNEL_NUM_ARGS, sizeof(args), &args, nullptr), CL_SUCCESS);
  EXPECT_EQ(args, 2u);
  cl_mem out = buffer(4);
  const cl_int value = 5;
  EXPECT_EQ(::clSetKernelArg(bare, 0, sizeof(out), &out), CL_SUCCESS);
  EXPECT_EQ(::clSetKernelArg(bare, 1, sizeof(value), &value), CL_SUCCESS);
  EXPECT_EQ(run(bare, {0}), CL_SUCCESS);
  EXPECT_EQ(compilations(), before);
  ASSERT_EQ(run(bare, {4}), CL_SUCCESS);
  EXPECT_EQ(read(out, 4)[0], 5);
  EXPECT_EQ(compilations(), before + 1);
  EXPECT_EQ(::clReleaseKernel(bare), CL_SUCCESS);

  // Sizes are known without code.
  cl_program another = built("lazy kernel bare again");
  cl_kernel asked = ::clCreateKernel(another, "bare", nullptr);
  size_t most = 0;
  EXPECT_EQ(::clGetKernelWorkGroupInfo(asked, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(most),
                                       &most, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(most, 1024u);
  EXPECT_EQ(compilations(), before + 3);  // of the program, and the sizes
  EXPECT_EQ(::clReleaseKernel(asked), CL_SUCCESS);
  EXPECT_EQ(::clReleaseMemObject(out), CL_SUCCESS);
  for (cl_program each : {program, another}) EXPECT_EQ(::clReleaseProgram(each), CL_SUCCESS);
}

TEST_F(NDRangeTest, ChecksTheIndexSpace) {
  cl_kernel kernel = kernel_of("kernel fill", "fill");
  cl_mem out = buffer(64);
  set_args(kernel, out, 1);
  const size_t sizes[4] = {8, 8, 8, 8};
  for (const cl_uint dimensions : {0u, 4u}) {
    EXPECT_EQ(::clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, sizes, nullptr, 0,
                                       nullptr, nullptr),
              CL_INVALID_WORK_DIMENSION);
  }
  EXPECT_EQ(run(kernel, {8}, {}, {SIZE_MAX - 3}), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(run(kernel, {8}, {5000}), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(run(kernel, {8}, {2000}),
            CL_INVALID_WORK_GROUP_SIZE);  // CL_KERNEL_WORK_GROUP_SIZE is 1024
  EXPECT_EQ(run(kernel, {8, 8, 8}, {4096, 4096, 4096}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(run(kernel, {8}, {0}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(run(kernel, {0, 8}), CL_SUCCESS);
  EXPECT_EQ(
      ::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(::clReleaseMemObject(out), CL_SUCCESS);
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
}

TEST_F(NDRangeTest, ChecksWhatTheKernelRequires) {
  cl_kernel required = kernel_of("uniform kernel required", "required");
  cl_mem out = buffer(64);
  set_args(required, out, 1);
  EXPECT_EQ(run(required, {8, 8}, {8, 4}), CL_SUCCESS);
  EXPECT_EQ(run(required, {8, 8}), CL_SUCCESS);
  EXPECT_EQ(run(required, {8, 8}, {4, 8}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(run(required, {8, 6}), CL_INVALID_WORK_GROUP_SIZE);  // 6 is no multiple of 4
  EXPECT_EQ(::clReleaseKernel(required), CL_SUCCESS);
  cl_kernel uniform = kernel_of("uniform kernel plain", "plain");
  set_args(uniform, out, 1);
  EXPECT_EQ(run(uniform, {10}, {4}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(run(uniform, {10}), CL_SUCCESS);
  EXPECT_EQ(::clReleaseKernel(uniform), CL_SUCCESS);
  EXPECT_EQ(::clReleaseMemObject(out), CL_SUCCESS);
}

TEST_F(NDRangeTest, RefusesWhatDoesNotFit) {
  cl_kernel kernel = kernel_of("kernel fill", "fill");
  cl_mem out = buffer(64);
  set_args(kernel, out, 1);
  EXPECT_EQ(::clSetKernelArg(kernel, 2, 1 << 20, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(kernel, {8}), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(::clSetKernelArg(kernel, 2, SIZE_MAX, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(kernel, {8}), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
  cl_kernel hungry = kernel_of("kernel hungry", "hungry");  // 256 MiB of context for each work-item
  set_args(hungry, out, 1);
  EXPECT_EQ(run(hungry, {64}, {64}), CL_OUT_OF_RESOURCES);
  size_t eight = 8, local = 0;
  EXPECT_EQ(suggested_local_size(*static_cast<Queue*>(queue), *static_cast<Kernel*>(hungry),
                                 {1, nullptr, &eight, nullptr}, &local)
                .error()
                .code,
            CL_SUCCESS);
  EXPECT_LE(local, 4u);
  EXPECT_EQ(::clReleaseKernel(hungry), CL_SUCCESS);
  EXPECT_EQ(::clReleaseMemObject(out), CL_SUCCESS);
}

TEST_F(NDRangeTest, LocalMemoryIsLaidOutBehindTheVariables) {
  KernelRecord record;
  record.local_size = 4;
  record.arg_block_size = 16;
  record.args.resize(2);
  for (uint32_t i = 0; i < 2; ++i) {
    record.args[i].kind = ArgKind::Local;
    record.args[i].size = 8;
    record.args[i].offset = 8 * i;
  }
  KernelArgs args(record);
  EXPECT_EQ(args.local_memory(record), 128u);  // where the first argument will begin
  const Context& in = *static_cast<Context*>(context);
  EXPECT_TRUE(args.set(in, 0, 100, nullptr));
  EXPECT_TRUE(args.set(in, 1, 10, nullptr));
  EXPECT_EQ(args.local_memory(record), 266u);
  uint64_t offsets[2];
  std::memcpy(offsets, args.block().data(), sizeof(offsets));
  EXPECT_EQ(offsets[0], 128u);
  EXPECT_EQ(offsets[1], 256u);
}

TEST_F(NDRangeTest, AReleasedBufferIsNoticed) {
  cl_kernel kernel = kernel_of("kernel fill", "fill");
  cl_mem out = buffer(8);
  set_args(kernel, out, 1);
  EXPECT_EQ(::clReleaseMemObject(out), CL_SUCCESS);
  EXPECT_EQ(run(kernel, {8}), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
}

TEST(LaunchCostTest, LearnsWhatIsCheap) {
  LaunchCost cost;
  EXPECT_TRUE(cost.cheap(1));
  EXPECT_FALSE(cost.cheap(100000));
  cost.measured(100000, 2000);  // 0.02 ns each
  EXPECT_TRUE(cost.cheap(100000));
  cost.measured(100000, 2000000);  // once means nothing
  EXPECT_TRUE(cost.cheap(100000));
  for (int i = 0; i < 20; ++i) cost.measured(100000, 2000000);
  EXPECT_FALSE(cost.cheap(100000));
}

}  // namespace
}  // namespace heddle::test
