// SPDX-License-Identifier: Apache-2.0
// Arguments whose memory overlaps: compiled code takes for granted that buffers lie apart, launches
// where they do not get code of their own.
#include <algorithm>

#include "api_test.h"

namespace {

class OverlapTest : public ApiTest {
 protected:
  static constexpr int kCount = 300;

  void SetUp() override {
    ApiTest::SetUp();
    // One work-item counts up if it reads what it wrote, and copies if it does not.
    program = Build(
        "kernel void chain(global int* out, global const int* in, int n) {\n"
        "  for (int k = 1; k < n; ++k) out[k] = in[k - 1] + 1;\n"
        "}\n"
        "kernel void sums(global int* out, global const int* in, int n) {\n"
        "  for (int k = 0; k < n; ++k) out[0] += in[k];\n"
        "}\n"
        "kernel void steps(global int* out, global const int* in, int n, local int* part) {\n"
        "  size_t l = get_local_id(0), size = get_local_size(0);\n"
        "  for (int k = 0; k < n; ++k) {\n"
        "    part[l] = in[l];\n"
        "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
        "    out[l] = part[(l + 1) % size] + 1;\n"
        "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
        "  }\n"
        "}\n");
    chain = MakeKernel(program, "chain");
    SetArg(chain, 2, kCount);
  }

  void TearDown() override {
    chain.reset();
    program.reset();
    ApiTest::TearDown();
  }

  void Run(cl_kernel kernel, size_t items = 1) {
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr),
        CL_SUCCESS);
  }

  std::vector<int> Chain(cl_mem out, cl_mem in) {
    SetArg(chain, 0, out);
    SetArg(chain, 1, in);
    Run(chain);
    return Read<int>(out, kCount);
  }

  Mem Part(cl_mem parent, size_t begin, size_t count) {
    const cl_buffer_region region = {begin * sizeof(int), count * sizeof(int)};
    cl_int error = 1;
    Mem part = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return part;
  }

  static std::vector<int> Counting(int first, int step, size_t count = kCount) {
    std::vector<int> values(count);
    for (int& value : values) value = std::exchange(first, first + step);
    return values;
  }
  /// What `chain` makes of an input of sevens.
  static std::vector<int> Eights(int first) {
    std::vector<int> values(kCount, 8);
    values[0] = first;
    return values;
  }

  Program program;
  Kernel chain;
};

TEST_F(OverlapTest, OneBufferTwice) {
  for (int round = 0; round < 3; ++round) {
    Mem out = Buffer(std::vector<int>(kCount, 7)), in = Buffer(std::vector<int>(kCount, 7));
    EXPECT_EQ(Chain(out, in), Eights(7));
    EXPECT_EQ(Chain(in, in), Counting(7, 1));
    auto behind = Counting(7, 1);  // in[k - 1] + 1 is in[k]
    EXPECT_EQ(Chain(out, in), behind);
  }
}

TEST_F(OverlapTest, PartsOfOneBuffer) {
  const size_t align =
      Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8 / sizeof(int);
  const size_t far = (kCount / align + 1) * align;
  Mem whole = Buffer(std::vector<int>(2 * far + kCount, 7));
  Mem first = Part(whole, 0, kCount), second = Part(whole, far, kCount);
  EXPECT_EQ(Chain(second, first), Eights(7));
  EXPECT_EQ(Chain(first, second)[2], 9);  // the eights of before
  // The output lies `align` elements behind the input, within it.
  Mem fresh = Buffer(std::vector<int>(2 * far, 7));
  Mem late = Part(fresh, align, kCount);
  // Element k of the output is element k + align of the input.
  const auto values = Chain(late, fresh);
  std::vector<int> expected(2 * far, 7);
  for (int k = 1; k < kCount; ++k) expected[align + k] = expected[k - 1] + 1;
  EXPECT_TRUE(std::equal(values.begin(), values.end(), expected.begin() + align));
}

TEST_F(OverlapTest, MemoryOfTheHost) {
  alignas(128) static int memory[kCount];
  std::fill_n(memory, kCount, 7);
  cl_int error = 1;
  Mem a = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof(memory), memory, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Mem b = Part(a, 0, kCount);
  EXPECT_EQ(Chain(a, b), Counting(7, 1));
}

TEST_F(OverlapTest, SharedVirtualMemory) {
  auto* memory = static_cast<int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 4096 * sizeof(int), 0));
  ASSERT_NE(memory, nullptr);
  std::vector<int> own(4096, 7);  // the system's
  for (int* at : {memory, own.data()}) {
    for (size_t distance : {size_t{0}, size_t{1}, size_t{2000}}) {
      std::fill_n(at, 4096, 7);
      EXPECT_EQ(clSetKernelArgSVMPointer(chain, 0, at + distance), CL_SUCCESS);
      EXPECT_EQ(clSetKernelArgSVMPointer(chain, 1, at), CL_SUCCESS);
      Run(chain);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
      for (int k = 1; k < kCount; ++k) {
        const int expected = distance == 0 ? 7 + k : distance == 1 ? 8 + (k - 1) / 2 : 8;
        ASSERT_EQ(at[distance + k], expected) << k << " at distance " << distance;
      }
    }
  }
  Mem out = Buffer(std::vector<int>(kCount, 7));
  SetArg(chain, 0, static_cast<cl_mem>(out));
  std::fill_n(memory, kCount, 7);
  EXPECT_EQ(clSetKernelArgSVMPointer(chain, 1, memory), CL_SUCCESS);
  Run(chain);
  EXPECT_EQ(Read<int>(out, kCount), Eights(7));
  clSVMFree(context, memory);
}

TEST_F(OverlapTest, ASumOfItself) {
  Kernel sums = MakeKernel(program, "sums");
  SetArg(sums, 2, 10);
  Mem out = Buffer(std::vector<int>{1}), in = Buffer(std::vector<int>(10, 1));
  for (cl_mem to : {cl_mem{out}, cl_mem{in}}) {
    SetArg(sums, 0, to);
    SetArg(sums, 1, static_cast<cl_mem>(in));
    Run(sums);
  }
  EXPECT_EQ(Read<int>(out, 1)[0], 11);
  EXPECT_EQ(Read<int>(in, 1)[0], 11);  // doubled, then nine ones
}

// Local sizes have variants of their own, made after some launches.
TEST_F(OverlapTest, GroupsOfOneSize) {
  Kernel steps = MakeKernel(program, "steps");
  constexpr int kSteps = 5;
  constexpr size_t kItems = 64;
  SetArg(steps, 2, kSteps);
  EXPECT_EQ(clSetKernelArg(steps, 3, kItems * sizeof(int), nullptr), CL_SUCCESS);
  for (int round = 0; round < 40; ++round) {
    Mem in = Buffer(Counting(0, 10, kItems)), out = Buffer(std::vector<int>(kItems, 0));
    const bool same = round % 2 == 0;
    SetArg(steps, 0, static_cast<cl_mem>(same ? in : out));
    SetArg(steps, 1, static_cast<cl_mem>(in));
    Run(steps, kItems);
    const auto values = Read<int>(same ? in : out, kItems);
    const size_t turns = same ? kSteps : 1;
    for (size_t i = 0; i < kItems; ++i)
      ASSERT_EQ(values[i], static_cast<int>((i + turns) % kItems * 10 + turns)) << i;
  }
}

}  // namespace
