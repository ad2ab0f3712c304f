// SPDX-License-Identifier: Apache-2.0
// Device queues (§5.1) and what kernels enqueue to them (OpenCL C 2.0 §6.13.17).
#include "device_enqueue_fixture.h"

namespace {

TEST_F(DeviceEnqueueTest, DefaultQueue) {
  EXPECT_EQ(QueueInfo<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), device_queue);
  Queue same = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  EXPECT_EQ(same, device_queue);
  EXPECT_EQ(QueueInfo<cl_uint>(device_queue, CL_QUEUE_REFERENCE_COUNT), 2u);
  Queue other = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  EXPECT_NE(other, device_queue);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, other), CL_SUCCESS);
  EXPECT_EQ(QueueInfo<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), other);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_COMMAND_QUEUE);
  other.reset();
  EXPECT_EQ(QueueInfo<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), nullptr);
}

TEST_F(DeviceEnqueueTest, HostCommandsAreRefused) {
  EXPECT_EQ(clFinish(device_queue), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFlush(device_queue), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(device_queue, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  cl_uint size = 0;
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof(size), &size, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(QueueInfo<cl_uint>(device_queue, CL_QUEUE_SIZE),
            Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE));
  const cl_queue_properties too_large[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
      CL_QUEUE_SIZE,
      cl_queue_properties{
          Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE)} +
          1,
      0};
  cl_int error = 0;
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, too_large, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_QUEUE_PROPERTIES);
}

TEST_F(DeviceEnqueueTest, BlocksAreNoKernelsOfTheProgram) {
  Program program = Build(R"(
    kernel void k(global int* out) {
      void (^b)(void) = ^{ out[0] = 1; };
      enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), b);
    })",
                          "-cl-std=CL2.0");
  ASSERT_TRUE(program);
  EXPECT_EQ(Info<size_t>(clGetProgramInfo, cl_program(program), CL_PROGRAM_NUM_KERNELS), 1u);
  EXPECT_EQ(InfoString(clGetProgramInfo, cl_program(program), CL_PROGRAM_KERNEL_NAMES), "k");
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program, "__k_block_invoke_kernel", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
}

TEST_F(DeviceEnqueueTest, CapturesAndRanges) {
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      int base = get_global_id(0) * 100;
      long wide = 7;
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(2, 10, 5),
                     ^{ out[base + get_global_id(0)] = base + wide + get_local_size(0); });
    })",
                             40, 4000);
  ASSERT_EQ(out.size(), 4000u);
  for (int i = 0; i < 4000; ++i) {
    const bool written = i % 100 >= 2 && i % 100 < 12;
    ASSERT_EQ(out[i], written ? i / 100 * 100 + 12 : 0) << i;
  }
}

TEST_F(DeviceEnqueueTest, TwoDimensionsAndLocalArguments) {
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      size_t global_size[2] = {8, 4}, local_size[2] = {4, 2};
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP,
                     ndrange_2D(global_size, local_size), ^(local void* a, local void* b) {
        local int* x = a;
        local short* y = b;
        int me = get_local_linear_id();
        x[me] = me; y[me] = me * 2;
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_linear_id()] = x[7 - me] * 1000 + y[7 - me];
      }, 8 * sizeof(int), (uint)(8 * sizeof(short)));
    })",
                             1, 32);
  ASSERT_EQ(out.size(), 32u);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 8; ++x) {
      const int other = 7 - (y % 2 * 4 + x % 4);
      EXPECT_EQ(out[y * 8 + x], other * 1000 + other * 2) << x << "," << y;
    }
  }
}

TEST_F(DeviceEnqueueTest, EventsOrderChildren) {
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      queue_t q = get_default_queue();
      clk_event_t user = create_user_event(), first, second, mark;
      int bad = 0;
      bad |= enqueue_kernel(q, 0, ndrange_1D(1), 1, &user, &first, ^{ out[1] = out[0] + 1; });
      bad |= enqueue_kernel(q, 0, ndrange_1D(1), 1, &first, &second, ^{ out[2] = out[1] + 1; });
      clk_event_t both[2] = {first, second};
      bad |= enqueue_marker(q, 2, both, &mark);
      bad |= enqueue_kernel(q, 0, ndrange_1D(1), 1, &mark, 0, ^{ out[3] = out[2] + out[1]; });
      bad |= !is_valid_event(mark);
      out[0] = 5;
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
      set_user_event_status(user, CL_COMPLETE);
      retain_event(first);
      release_event(first); release_event(first); release_event(second); release_event(mark);
      release_event(user);
      out[4] = bad;
    })",
                             1, 5);
  EXPECT_EQ(out, (std::vector<int>{5, 6, 7, 13, 0}));
}

TEST_F(DeviceEnqueueTest, FailedUserEventEndsChildrenAndTheParent) {
  Program program = Build(R"(
    kernel void k(global int* out) {
      clk_event_t user = create_user_event();
      enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), 1, &user, 0, ^{ out[0] = 1; });
      set_user_event_status(user, -7);
      release_event(user);
    })",
                          "-cl-std=CL2.0");
  ASSERT_TRUE(program);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(std::vector<int>(1));
  SetArg<cl_mem>(kernel, 0, out);
  const size_t one = 1;
  Event event;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_TRUE(Returns([&] { clFinish(queue); }));
  EXPECT_LT(StatusOf(event), 0);
  EXPECT_EQ(Read<int>(out, 1), std::vector<int>{0});
}

// Thousands of generations, each the parent of the next: no stack may grow with them.
TEST_F(DeviceEnqueueTest, DeepNesting) {
  const auto out = RunKernel(R"(
    void next(global int* out, int left) {
      out[left] = left;
      if (left > 0)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                       ^{ next(out, left - 1); });
    }
    kernel void k(global int* out) { next(out, 9999); })",
                             1, 10000);
  ASSERT_EQ(out.size(), 10000u);
  for (int i = 0; i < 10000; ++i) ASSERT_EQ(out[i], i);
}

// More than the queue holds at a time: each child runs, or its enqueue said that it does not.
TEST_F(DeviceEnqueueTest, ManyChildrenRunOrAreRefused) {
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      if (enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ atomic_inc(out); }))
        atomic_inc(out + 1);
    })",
                             40000, 2);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0] + out[1], 40000);
  EXPECT_GT(out[0], 0);
}

TEST_F(DeviceEnqueueTest, QueueArgument) {
  Program program = Build(R"(
    kernel void k(global int* out, queue_t q) {
      out[1] = enqueue_kernel(q, 0, ndrange_1D(1), ^{ out[0] = 3; });
    })",
                          "-cl-std=CL2.0");
  ASSERT_TRUE(program);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(std::vector<int>(2));
  SetArg<cl_mem>(kernel, 0, out);
  cl_command_queue host = queue;
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(host), &host), CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 4, &host), CL_INVALID_ARG_SIZE);
  SetArg<cl_command_queue>(kernel, 1, device_queue);
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 2), (std::vector<int>{3, 0}));
}

TEST_F(DeviceEnqueueTest, ErrorsInKernels) {
  const char* source = R"(
    kernel void k(global int* out) {
      queue_t none = 0;
      out[0] = enqueue_kernel(none, 0, ndrange_1D(1), ^{ out[9] = 1; });
      out[1] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1000000, 1000000), ^{ out[9] = 1; });
      clk_event_t list[1];
      out[2] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(0), ^{ out[9] = 1; });
    })";
  const auto brief = RunKernel(source, 1, 10);
  EXPECT_EQ(brief, (std::vector<int>{-101, -101, 0, 0, 0, 0, 0, 0, 0, 0}));
  const auto detailed = RunKernel(source, 1, 10, "-cl-std=CL2.0 -g");
  EXPECT_EQ(detailed, (std::vector<int>{-102, -160, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_F(DeviceEnqueueTest, NullHandles) {
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      clk_event_t none = CLK_NULL_EVENT, some = create_user_event();
      reserve_id_t reservation = CLK_NULL_RESERVE_ID;
      out[0] = is_valid_event(none); out[1] = is_valid_event(some);
      out[2] = is_valid_reserve_id(reservation);
      release_event(none); release_event(some);
    })",
                             1, 3);
  EXPECT_EQ(out, (std::vector<int>{0, 1, 0}));
}

TEST_F(DeviceEnqueueTest, ComparingHandles) {
  const auto out = RunKernel(R"(
    bool same(queue_t a, queue_t b) { return a == b; }
    kernel void k(global int* out) {
      queue_t q = get_default_queue(), none = 0;
      clk_event_t a = create_user_event(), b = create_user_event(), c = a;
      out[0] = same(q, get_default_queue()); out[1] = q != none; out[2] = none == CLK_NULL_QUEUE;
      out[3] = q == 0 || 0 == q; out[4] = a == c; out[5] = a != b; out[6] = a == CLK_NULL_EVENT;
      void (^block)(void) = ^{ out[7] = q == get_default_queue(); };
      block();
      release_event(a); release_event(b);
    })",
                             1, 8);
  EXPECT_EQ(out, (std::vector<int>{1, 1, 1, 0, 1, 1, 0, 1}));
}

// OpenCL C 2.0 §6.12.5: a block cannot refer to another one.
TEST_F(DeviceEnqueueTest, BlockWithinABlockIsABuildError) {
  const char* source = R"(
    kernel void k(global int* out) {
      int (^a)(int) = ^(int x) { return x * 2; };
      void (^b)(void) = ^{ out[1] = a(3); };
      b();
    })";
  cl_int error = -1;
  Program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(program).find("block"), std::string::npos);
}

// §6.13.17.1: only the enqueuing group must have ended. Another group waits for the child here,
// with a limit, on a unit of its own.
TEST_F(DeviceEnqueueTest, WaitForTheWorkGroupOnly) {
  if (Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS) < 2) GTEST_SKIP();
  constexpr size_t kLocal = 256;
  Program program = Build(R"(
    kernel void k(global int* out) {
      global atomic_int* done = (global atomic_int*)out;
      if (get_group_id(0) == 0) {
        if (get_local_id(0) == 0)
          out[1] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP,
                                  ndrange_1D(1), ^{ atomic_store((global atomic_int*)out, 1); });
      } else if (get_local_id(0) == 0) {
        for (long i = 0; i < 100000000 && !out[2]; ++i) out[2] = atomic_load(done);
      }
    })",
                          "-cl-std=CL2.0");
  ASSERT_TRUE(program);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(std::vector<int>(3));
  SetArg<cl_mem>(kernel, 0, out);
  const size_t global = 2 * kLocal, local = kLocal;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Read<int>(out, 3), (std::vector<int>{1, 0, 1}));
}

TEST_F(DeviceEnqueueTest, NoDefaultQueue) {
  device_queue.reset();
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      out[0] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ out[1] = 1; });
    })",
                             1, 2);
  EXPECT_EQ(out, (std::vector<int>{-101, 0}));
}

TEST_F(DeviceEnqueueTest, QueriesAndProfiling) {
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      void (^b)(void) = ^{ out[get_global_id(0)] = 1; };
      out[4] = get_kernel_work_group_size(b) >= 64;
      out[5] = get_kernel_preferred_work_group_size_multiple(b) >= 1;
      clk_event_t done;
      enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), 0, 0, &done, b);
      capture_event_profiling_info(done, CLK_PROFILING_COMMAND_EXEC_TIME, out + 8);
      release_event(done);
      b();
    })",
                             1, 12);
  ASSERT_EQ(out.size(), 12u);
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[4], 1);
  EXPECT_EQ(out[5], 1);
  EXPECT_NE(out[8] | out[10], 0) << "no time was captured";
}

// A command that waits for an event finds the times that were asked for before.
TEST_F(DeviceEnqueueTest, CapturedTimesAreThereForThoseThatWait) {
  Program program = Build(R"(
    kernel void k(global int* missing, global ulong* times) {
      size_t i = get_global_id(0);
      queue_t queue = get_default_queue();
      clk_event_t begin = create_user_event(), done;
      enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &begin, &done, ^{ times[2 * i] = 0; });
      capture_event_profiling_info(done, CLK_PROFILING_COMMAND_EXEC_TIME, times + 2 * i);
      set_user_event_status(begin, CL_COMPLETE);
      enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, 0,
                     ^{ if (times[2 * i + 1] == 0) missing[i] += 1; });
      release_event(begin);
      release_event(done);
    })",
                          "-cl-std=CL2.0");
  ASSERT_TRUE(program);
  Kernel kernel = MakeKernel(program, "k");
  constexpr size_t kItems = 16;
  Mem missing = Buffer(std::vector<int>(kItems));
  for (int round = 0; round < 400; ++round) {
    Mem times = Buffer(std::vector<cl_ulong>(2 * kItems));
    SetArgs(kernel, static_cast<cl_mem>(missing), static_cast<cl_mem>(times));
    Run(kernel, kItems, 1);
  }
  EXPECT_EQ(Read<int>(missing, kItems), std::vector<int>(kItems));
}

TEST_F(DeviceEnqueueTest, ProfilingCoversChildren) {
  Program program = Build(R"(
    kernel void k(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64),
                     ^{ int x = get_global_id(0); for (int i = 0; i < 100000; ++i) x = x * 5 + i; out[get_global_id(0)] = x; });
    })",
                          "-cl-std=CL2.0");
  ASSERT_TRUE(program);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(std::vector<int>(64));
  SetArg<cl_mem>(kernel, 0, out);
  Queue profiled = NewQueue(CL_QUEUE_PROFILING_ENABLE);
  const size_t one = 1;
  Event event;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(profiled, kernel, 1, nullptr, &one, nullptr, 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
  const auto end =
      Info<cl_ulong>(clGetEventProfilingInfo, cl_event(event), CL_PROFILING_COMMAND_END);
  const auto complete =
      Info<cl_ulong>(clGetEventProfilingInfo, cl_event(event), CL_PROFILING_COMMAND_COMPLETE);
  EXPECT_LT(end, complete);
}

}  // namespace
