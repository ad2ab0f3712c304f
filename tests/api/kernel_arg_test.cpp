// SPDX-License-Identifier: Apache-2.0
// Setting kernel arguments (§5.9.2).
#include "api_test.h"

namespace {

class KernelArgTest : public ApiTest {
 protected:
  Program program;
  Kernel kernel;
  void SetUp() override {
    ApiTest::SetUp();
    program = Build(
        "typedef struct { int a; char b; double c; } Pair;\n"
        "kernel void all(global int* out, constant int* table, local int* tmp, int scalar, uchar "
        "byte,\n"
        "                float3 vector, Pair pair, long8 wide) {\n"
        "  tmp[0] = scalar;\n"
        "  out[0] = tmp[0]; out[1] = byte; out[2] = (int)(vector.x + vector.y + vector.z);\n"
        "  out[3] = pair.a + pair.b + (int)pair.c; out[4] = (int)wide.s7; out[5] = table ? "
        "table[1] : -1;\n"
        "}\n"
        "kernel void null(global int* out, global int* other) { out[0] = other == 0; }\n");
    kernel = MakeKernel(program, "all");
  }
  void TearDown() override {
    kernel.reset();
    program.reset();
    ApiTest::TearDown();
  }
  struct Pair {
    cl_int a;
    cl_char b;
    cl_double c;
  };
  cl_int Set(cl_uint index, size_t size, const void* value) {
    return clSetKernelArg(kernel, index, size, value);
  }
  void SetAll(cl_mem out, cl_mem table) {
    SetArg(kernel, 0, out);
    SetArg(kernel, 1, table);
    EXPECT_EQ(Set(2, 64, nullptr), CL_SUCCESS);
    SetArg(kernel, 3, cl_int{100});
    SetArg(kernel, 4, cl_uchar{200});
    SetArg(kernel, 5, cl_float3{{1, 2, 3, 99}});
    SetArg(kernel, 6, Pair{1, 2, 3.5});
    SetArg(kernel, 7, cl_long8{{0, 0, 0, 0, 0, 0, 0, 77}});
  }
};

TEST_F(KernelArgTest, ArriveWhateverTheirType) {
  Mem out = Buffer(24);
  Mem table = Buffer(std::vector<int>{10, 20});
  SetAll(out, table);
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 6), (std::vector<int>{100, 200, 6, 6, 77, 20}));
}

TEST_F(KernelArgTest, BuffersMayBeNull) {
  Mem out = Buffer(24);
  SetAll(out, nullptr);
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 6)[5], -1);
  Kernel null = MakeKernel(program, "null");
  SetArg(null, 0, static_cast<cl_mem>(out));
  EXPECT_EQ(clSetKernelArg(null, 1, sizeof(cl_mem), nullptr), CL_SUCCESS);
  Run(null, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 1);
  SetArg(null, 1, static_cast<cl_mem>(out));
  Run(null, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 0);
}

TEST_F(KernelArgTest, RejectsIndicesAndSizes) {
  Mem out = Buffer(24);
  const cl_mem mem = out;
  const char bytes[128] = {};
  EXPECT_EQ(Set(8, 4, bytes), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(Set(~0u, 4, bytes), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(Set(0, 4, &mem), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(0, 16, &mem), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(0, 0, nullptr), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(2, 0, nullptr), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(2, 16, bytes), CL_INVALID_ARG_VALUE);
  for (const size_t wrong : {0, 1, 2, 3, 5, 8})
    EXPECT_EQ(Set(3, wrong, bytes), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(4, 4, bytes), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(5, 12, bytes), CL_INVALID_ARG_SIZE);  // three components take the room of four
  EXPECT_EQ(Set(5, 16, bytes), CL_SUCCESS);
  EXPECT_EQ(Set(6, sizeof(Pair) - 1, bytes), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(6, sizeof(Pair), bytes), CL_SUCCESS);
  EXPECT_EQ(Set(7, 32, bytes), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(3, 4, nullptr), CL_INVALID_ARG_VALUE);
  for (cl_kernel bad : BadHandles<cl_kernel>()) {
    EXPECT_EQ(Driver().clSetKernelArg(bad, 3, 4, bytes), CL_INVALID_KERNEL);
    EXPECT_EQ(Driver().clSetKernelArgSVMPointer(bad, 0, bytes), CL_INVALID_KERNEL);
  }
}

TEST_F(KernelArgTest, RejectsWhatIsNoBuffer) {
  for (cl_mem bad : BadHandles<cl_mem>()) {
    if (!bad) continue;
    EXPECT_EQ(Set(0, sizeof(bad), &bad), CL_INVALID_MEM_OBJECT);
  }
  EXPECT_EQ(Set(0, sizeof(queue), &queue), CL_INVALID_MEM_OBJECT);
  Mem released = Buffer(16);
  const cl_mem stale = released;
  released.reset();
  EXPECT_EQ(Set(0, sizeof(stale), &stale), CL_INVALID_MEM_OBJECT);
  cl_int error = 1;
  Context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  Mem foreign = clCreateBuffer(other, 0, 16, nullptr, &error);
  const cl_mem handle = foreign;
  EXPECT_EQ(Set(0, sizeof(handle), &handle), CL_INVALID_MEM_OBJECT);
}

TEST_F(KernelArgTest, AFailedCallLeavesTheOldValue) {
  Mem out = Buffer(24);
  Mem table = Buffer(std::vector<int>{10, 20});
  SetAll(out, table);
  const cl_mem bad = reinterpret_cast<cl_mem>(uintptr_t{16});
  const cl_int value = 1;
  EXPECT_EQ(Set(0, sizeof(bad), &bad), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(Set(3, 2, &value), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(3, 4, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(Set(2, 0, nullptr), CL_INVALID_ARG_SIZE);
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 6), (std::vector<int>{100, 200, 6, 6, 77, 20}));
}

TEST_F(KernelArgTest, AreNotRetained) {
  Mem out = Buffer(24);
  const cl_mem handle = out;
  SetArg(kernel, 0, handle);
  EXPECT_EQ(Info<cl_uint>(clGetMemObjectInfo, handle, CL_MEM_REFERENCE_COUNT), 1u);
}

TEST_F(KernelArgTest, MustAllBeSet) {
  const size_t one = 1;
  const auto enqueue = [&] {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  };
  EXPECT_EQ(enqueue(), CL_INVALID_KERNEL_ARGS);
  Mem out = Buffer(24);
  SetAll(out, nullptr);
  EXPECT_EQ(enqueue(), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

// A released object's handle may be that of the next one, which was never given as an argument.
TEST_F(KernelArgTest, OtherObjectsInAReleasedOnesPlaceAreNotWritten) {
  const size_t one = 1;
  const auto enqueue = [&] {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  };
  Mem out = Buffer(24);
  SetAll(out, nullptr);
  const cl_mem stale = out;
  out.reset();
  EXPECT_EQ(enqueue(), CL_INVALID_KERNEL_ARGS);
  Mem other = Buffer(std::vector<int>(1 << 20, 5));
  if (static_cast<cl_mem>(other) != stale) GTEST_SKIP() << "the handle was not taken again";
  EXPECT_EQ(enqueue(), CL_INVALID_KERNEL_ARGS);
  SetAll(other, nullptr);
  EXPECT_EQ(enqueue(), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(KernelArgTest, SVMPointersAreForGlobalAndConstantPointers) {
  alignas(128) int memory[8] = {};
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 8, memory), CL_INVALID_ARG_INDEX);
  for (const cl_uint index : {2u, 3u, 5u, 6u}) {
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, index, memory), CL_INVALID_ARG_VALUE);
  }
  Mem out = Buffer(24);
  SetAll(out, nullptr);
  const size_t one = 1;
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, memory), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(KernelArgTest, SeveralLocalArgumentsDoNotOverlap) {
  Program local = Build(
      "kernel void k(global int* out, local int* a, local short* b, local int* c) {\n"
      "  local int own[3];\n"
      "  size_t i = get_local_id(0);\n"
      "  if (i < 3) own[i] = 1000 + i;\n"
      "  a[i] = i; b[i] = 100 + i; c[i] = 200 + i;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  size_t j = get_local_size(0) - 1 - i;\n"
      "  out[get_global_id(0)] = a[j] + b[j] + c[j] + own[j % 3];\n"
      "}\n");
  Kernel with_local = MakeKernel(local, "k");
  Mem out = Buffer(32 * 4);
  SetArg(with_local, 0, static_cast<cl_mem>(out));
  EXPECT_EQ(clSetKernelArg(with_local, 1, 32, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(with_local, 2, 16, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(with_local, 3, 32, nullptr), CL_SUCCESS);
  Run(with_local, 32, 8);
  const auto got = Read<int>(out, 32);
  for (int i = 0; i < 32; ++i) {
    const int j = 7 - i % 8;
    EXPECT_EQ(got[i], j + 100 + j + 200 + j + 1000 + j % 3) << i;
  }
}

}  // namespace
