// SPDX-License-Identifier: Apache-2.0
// Executing kernels (§5.10).
#include <array>

#include "command_test.h"

namespace {

class EnqueueKernelTest : public CommandTest {
 protected:
  Program program;
  Program uniform;
  static constexpr const char* kSource =
      "kernel void ids(global int4* out) {\n"
      "  size_t i = get_global_id(0) - get_global_offset(0) + get_global_size(0) *\n"
      "      (get_global_id(1) - get_global_offset(1) + get_global_size(1) * (get_global_id(2) - "
      "get_global_offset(2)));\n"
      "  out[i] = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), "
      "get_local_size(0));\n"
      "}\n"
      "kernel void add(global int* out, int n) { *out += n; }\n"
      "__attribute__((reqd_work_group_size(4, 2, 1))) kernel void required(global int* out) { *out "
      "= 1; }\n";
  void SetUp() override {
    CommandTest::SetUp();
    program = Build(kSource, "-cl-std=CL2.0");
    uniform = Build(kSource, "-cl-std=CL2.0 -cl-uniform-work-group-size");
  }
  void TearDown() override {
    program.reset();
    uniform.reset();
    CommandTest::TearDown();
  }
  using Sizes = std::vector<size_t>;
  cl_int Enqueue(cl_kernel kernel, const Sizes& global, const Sizes& local = {},
                 const Sizes& offset = {}) {
    const cl_int error =
        clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()),
                               offset.empty() ? nullptr : offset.data(), global.data(),
                               local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return error;
  }
};

TEST_F(EnqueueKernelTest, CoversTheIndexSpace) {
  const struct {
    Sizes global, local, offset;
  } cases[] = {
      {{1}, {}, {}},
      {{1000}, {}, {}},
      {{1000}, {10}, {}},
      {{100}, {7}, {}},
      {{64, 33}, {}, {}},
      {{64, 33}, {16, 4}, {}},
      {{7, 5, 3}, {2, 2, 2}, {}},
      {{7, 5, 3}, {}, {}},
      {{16}, {4}, {100}},
      {{6, 4}, {}, {3, 50}},
      {{2, 3, 4}, {}, {10, 20, 30}},
      {{1, 1, 64}, {1, 1, 8}, {}},
      {{1009}, {}, {}},
      {{1, 500}, {1, 50}, {}},
  };
  Kernel kernel = MakeKernel(program, "ids");
  for (const auto& each : cases) {
    std::array<size_t, 3> size{1, 1, 1}, offset{0, 0, 0};
    std::copy(each.global.begin(), each.global.end(), size.begin());
    std::copy(each.offset.begin(), each.offset.end(), offset.begin());
    const size_t items = size[0] * size[1] * size[2];
    Mem out = Buffer(std::vector<cl_int>(4 * items, -1));
    SetArgs(kernel, static_cast<cl_mem>(out));
    ASSERT_EQ(Enqueue(kernel, each.global, each.local, each.offset), CL_SUCCESS);
    const auto got = Read<cl_int>(out, 4 * items);
    for (size_t i = 0; i < items; ++i) {
      ASSERT_EQ(got[4 * i], static_cast<cl_int>(i % size[0] + offset[0]));
      ASSERT_EQ(got[4 * i + 1], static_cast<cl_int>(i / size[0] % size[1] + offset[1]));
      ASSERT_EQ(got[4 * i + 2], static_cast<cl_int>(i / size[0] / size[1] + offset[2]));
      if (!each.local.empty()) {
        const size_t begin = i % size[0] / each.local[0] * each.local[0];
        ASSERT_EQ(got[4 * i + 3], static_cast<cl_int>(std::min(each.local[0], size[0] - begin)));
      }
    }
  }
}

TEST_F(EnqueueKernelTest, NothingRunsOverAnEmptyIndexSpace) {
  Kernel kernel = MakeKernel(program, "add");
  Mem out = Buffer(std::vector<cl_int>{5});
  SetArgs(kernel, static_cast<cl_mem>(out), cl_int{1});
  EXPECT_EQ(Enqueue(kernel, {0}), CL_SUCCESS);
  EXPECT_EQ(Enqueue(kernel, {4, 0}, {2, 2}), CL_SUCCESS);
  Event gate = UserEvent();
  const cl_event waits = gate;
  Event event;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, nullptr, nullptr, 1, &waits, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_GT(StatusOf(event), CL_COMPLETE);
  EXPECT_EQ(
      Info<cl_command_type>(clGetEventInfo, static_cast<cl_event>(event), CL_EVENT_COMMAND_TYPE),
      cl_uint{CL_COMMAND_NDRANGE_KERNEL});
  Open(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(StatusOf(event), CL_COMPLETE);
  EXPECT_EQ(Read<cl_int>(out, 1)[0], 5);
}

TEST_F(EnqueueKernelTest, RejectsBadHandles) {
  Kernel kernel = MakeKernel(program, "add");
  Mem out = Buffer(4);
  SetArgs(kernel, static_cast<cl_mem>(out), cl_int{1});
  const size_t one = 1;
  const auto enqueue = [&](cl_command_queue in, cl_kernel what, cl_uint n = 0,
                           const cl_event* waits = nullptr) {
    return Driver().clEnqueueNDRangeKernel(in, what, 1, nullptr, &one, nullptr, n, waits, nullptr);
  };
  for (cl_command_queue bad : BadHandles<cl_command_queue>()) {
    EXPECT_EQ(enqueue(bad, kernel), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clEnqueueTask(bad, kernel, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  }
  for (cl_kernel bad : BadHandles<cl_kernel>()) {
    EXPECT_EQ(enqueue(queue, bad), CL_INVALID_KERNEL);
    EXPECT_EQ(Driver().clEnqueueTask(queue, bad, 0, nullptr, nullptr), CL_INVALID_KERNEL);
  }
  const cl_event null = nullptr;
  EXPECT_EQ(enqueue(queue, kernel, 1, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(enqueue(queue, kernel, 0, &null), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(enqueue(queue, kernel, 1, &null), CL_INVALID_EVENT_WAIT_LIST);
  Context other = NewContext();
  Queue elsewhere = NewQueue(0, other);
  EXPECT_EQ(enqueue(elsewhere, kernel), CL_INVALID_CONTEXT);
}

TEST_F(EnqueueKernelTest, RejectsBadIndexSpaces) {
  Kernel kernel = MakeKernel(program, "ids");
  Mem out = Buffer(16 * 64);
  SetArgs(kernel, static_cast<cl_mem>(out));
  const size_t sizes[4] = {4, 4, 4, 4};
  Event untouched;
  cl_event event = reinterpret_cast<cl_event>(uintptr_t{0x5a5a});
  for (const cl_uint dimensions : {0u, 4u, ~0u}) {
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, sizes, nullptr, 0, nullptr,
                                     &event),
              CL_INVALID_WORK_DIMENSION);
  }
  EXPECT_EQ(event, reinterpret_cast<cl_event>(uintptr_t{0x5a5a}));  // untouched
  EXPECT_EQ(Enqueue(kernel, {4}, {}, {SIZE_MAX}), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(Enqueue(kernel, {4, 4}, {}, {0, SIZE_MAX - 3}), CL_INVALID_GLOBAL_OFFSET);
  const auto most = InfoArray<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_ITEM_SIZES);
  const size_t group = Info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(kernel, {most[0] + 1}, {most[0] + 1}), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(Enqueue(kernel, {1, 1, most[2] + 1}, {1, 1, most[2] + 1}), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(Enqueue(kernel, {4, group}, {4, group}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(kernel, {4, 4, 4}, {most[0], most[1], most[2]}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(kernel, {4}, {0}), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(EnqueueKernelTest, UniformProgramsNeedFullGroups) {
  Mem out = Buffer(16 * 64);
  Kernel kernel = MakeKernel(uniform, "ids");
  SetArgs(kernel, static_cast<cl_mem>(out));
  EXPECT_EQ(Enqueue(kernel, {10}, {4}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(kernel, {8, 5}, {4, 2}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(kernel, {10}, {5}), CL_SUCCESS);
  ASSERT_EQ(Enqueue(kernel, {51}), CL_SUCCESS);
  const auto got = Read<cl_int>(out, 4 * 51);
  for (size_t i = 0; i < 51; ++i) EXPECT_EQ(got[4 * i + 3], got[3]);
  Program old = Build(kSource, "-cl-std=CL1.2");
  Kernel older = MakeKernel(old, "ids");
  SetArgs(older, static_cast<cl_mem>(out));
  EXPECT_EQ(Enqueue(older, {10}, {4}), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(EnqueueKernelTest, ARequiredSizeIsRequired) {
  Mem out = Buffer(4);
  Kernel kernel = MakeKernel(program, "required");
  SetArgs(kernel, static_cast<cl_mem>(out));
  EXPECT_EQ(Enqueue(kernel, {8, 8}, {4, 2}), CL_SUCCESS);
  EXPECT_EQ(Enqueue(kernel, {8, 8, 2}, {4, 2, 1}), CL_SUCCESS);
  EXPECT_EQ(Enqueue(kernel, {8, 8}), CL_SUCCESS);
  EXPECT_EQ(Enqueue(kernel, {8, 8}, {2, 4}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(kernel, {8}, {4}), CL_INVALID_WORK_GROUP_SIZE);
  Kernel strict = MakeKernel(uniform, "required");
  SetArgs(strict, static_cast<cl_mem>(out));
  EXPECT_EQ(Enqueue(strict, {8, 7}), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(EnqueueKernelTest, RefusesTooMuchLocalMemory) {
  Program local = Build("kernel void k(local int* t, global int* out) { t[0] = 1; *out = t[0]; }");
  Kernel kernel = MakeKernel(local, "k");
  Mem out = Buffer(4);
  SetArg(kernel, 1, static_cast<cl_mem>(out));
  const cl_ulong all = Info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, all, nullptr), CL_SUCCESS);
  EXPECT_EQ(Enqueue(kernel, {1}), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 0, all + 4, nullptr), CL_SUCCESS);
  EXPECT_EQ(Enqueue(kernel, {1}), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(clSetKernelArg(kernel, 0, SIZE_MAX, nullptr), CL_SUCCESS);
  EXPECT_EQ(Enqueue(kernel, {1}), CL_OUT_OF_RESOURCES);
}

TEST_F(EnqueueKernelTest, ArgumentsAreThoseOfTheEnqueue) {
  Kernel kernel = MakeKernel(program, "add");
  Mem out = Buffer(std::vector<cl_int>{0});
  Event gate = UserEvent();
  const cl_event waits = gate;
  const size_t one = 1;
  for (const cl_int n : {1, 10, 100}) {
    SetArgs(kernel, static_cast<cl_mem>(out), n);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, &waits, nullptr),
              CL_SUCCESS);
  }
  kernel.reset();
  Open(gate);
  EXPECT_EQ(Read<cl_int>(out, 1)[0], 111);
}

TEST_F(EnqueueKernelTest, ACommandKeepsItsBuffers) {
  static std::atomic<bool> gone;
  gone = false;
  Kernel kernel = MakeKernel(program, "add");
  Mem out = Buffer(std::vector<cl_int>{1});
  EXPECT_EQ(clSetMemObjectDestructorCallback(
                out, [](cl_mem, void*) { gone = true; }, nullptr),
            CL_SUCCESS);
  SetArgs(kernel, static_cast<cl_mem>(out), cl_int{1});
  Event gate = UserEvent();
  const cl_event waits = gate;
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, &waits, nullptr),
            CL_SUCCESS);
  out.reset();
  EXPECT_FALSE(gone);
  // A kernel whose argument is gone for the application is not enqueued again once the object is
  // deleted.
  Open(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(Eventually([] { return gone.load(); }));
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(EnqueueKernelTest, ATaskIsOneWorkItem) {
  Kernel kernel = MakeKernel(program, "add");
  Mem out = Buffer(std::vector<cl_int>{0});
  SetArgs(kernel, static_cast<cl_mem>(out), cl_int{1});
  Event event;
  EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, event.out()), CL_SUCCESS);
  EXPECT_EQ(Read<cl_int>(out, 1)[0], 1);
  EXPECT_EQ(
      Info<cl_command_type>(clGetEventInfo, static_cast<cl_event>(event), CL_EVENT_COMMAND_TYPE),
      cl_uint{CL_COMMAND_TASK});
}

TEST_F(EnqueueKernelTest, ManySmallKernelsRunInOrder) {
  Kernel kernel = MakeKernel(program, "add");
  Mem out = Buffer(std::vector<cl_int>{0});
  SetArgs(kernel, static_cast<cl_mem>(out), cl_int{1});
  const size_t one = 1;
  for (int i = 0; i < 5000; ++i) {
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(Read<cl_int>(out, 1)[0], 5000);
}

/// No program may count on it, but some do.
TEST_F(EnqueueKernelTest, GroupsMayWaitForThoseInFrontOfThem) {
  Program chain = Build(
      "kernel void chain(global atomic_int* sums, global const int* in) {\n"
      "  int sum = work_group_reduce_add(in[get_global_id(0)]);\n"
      "  if (get_local_id(0) != 0) return;\n"
      "  int before = -1;\n"
      "  while (before < 0)\n"
      "    before = atomic_load_explicit(sums + get_group_id(0), memory_order_acquire,\n"
      "                                  memory_scope_device);\n"
      "  atomic_store_explicit(sums + get_group_id(0) + 1, before + sum, memory_order_release,\n"
      "                        memory_scope_device);\n"
      "}\n",
      "-cl-std=CL2.0");
  constexpr size_t kGroups = 1000, kItems = 64;
  Mem in = Buffer(std::vector<cl_int>(kGroups * kItems, 1));
  Kernel kernel = MakeKernel(chain, "chain");
  for (int launch = 0; launch < 4; ++launch) {
    std::vector<cl_int> sums(kGroups + 1, -1);
    sums[0] = 0;
    Mem out = Buffer(sums);
    SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(in));
    ASSERT_EQ(Enqueue(kernel, {kGroups * kItems}, {kItems}), CL_SUCCESS);
    EXPECT_EQ(Read<cl_int>(out, kGroups + 1)[kGroups], cl_int{kGroups * kItems});
  }
}

TEST_F(EnqueueKernelTest, SubBuffersAreArguments) {
  Kernel kernel = MakeKernel(program, "add");
  Mem whole = Buffer(std::vector<cl_int>(64, 0));
  const cl_buffer_region region = {128, 128};
  cl_int error = 1;
  Mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  SetArgs(kernel, static_cast<cl_mem>(part), cl_int{3});
  EXPECT_EQ(Enqueue(kernel, {1}), CL_SUCCESS);
  EXPECT_EQ(Read<cl_int>(whole, 64)[32], 3);
}

TEST_F(EnqueueKernelTest, SuggestsALocalSize) {
  const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  if (!suggest) GTEST_SKIP() << "cl_khr_suggested_local_work_size is not listed";
  Kernel kernel = MakeKernel(uniform, "ids");
  const size_t global[] = {96, 40}, zero[] = {0, 1};
  size_t local[2] = {};
  EXPECT_EQ(suggest(queue, kernel, 2, nullptr, global, local), CL_INVALID_KERNEL_ARGS);
  Mem out = Buffer(16 * 96 * 40);
  SetArgs(kernel, static_cast<cl_mem>(out));
  ASSERT_EQ(suggest(queue, kernel, 2, nullptr, global, local), CL_SUCCESS);
  for (int d = 0; d < 2; ++d) EXPECT_EQ(global[d] % local[d], 0u);
  ASSERT_EQ(Enqueue(kernel, {96, 40}), CL_SUCCESS);
  EXPECT_EQ(Read<cl_int>(out, 4)[3], static_cast<cl_int>(local[0]));
  EXPECT_EQ(suggest(queue, kernel, 0, nullptr, global, local), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(suggest(queue, kernel, 2, nullptr, nullptr, local), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest(queue, kernel, 2, nullptr, zero, local), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest(queue, kernel, 2, nullptr, global, nullptr), CL_INVALID_VALUE);
}

}  // namespace
