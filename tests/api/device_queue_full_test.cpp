// SPDX-License-Identifier: Apache-2.0
// Device queues that are full: what enqueues makes room by running children (OpenCL C 2.0
// §6.13.17).
#include <algorithm>

#include "device_enqueue_fixture.h"

namespace {

constexpr int kEnqueueFailure = -101, kQueueFull = -161;

/// The default device queue is as small as it can be.
class DeviceQueueFullTest : public DeviceEnqueueTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    device_queue = OfSize(0);
    capacity = static_cast<int>(QueueInfo<cl_uint>(device_queue, CL_QUEUE_SIZE)) / kCommandBytes;
  }
  Queue OfSize(cl_uint size) {
    const cl_queue_properties list[] = {
        CL_QUEUE_PROPERTIES,
        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        CL_QUEUE_SIZE, size, 0};
    cl_int error = -1;
    Queue made = clCreateCommandQueueWithProperties(context, device, list, &error);
    EXPECT_EQ(error, CL_SUCCESS) << size;
    return made;
  }
  static constexpr int kCommandBytes = 64;
  int capacity = 0;
};

TEST_F(DeviceQueueFullTest, SizesTooSmallAreRoundedUp) {
  EXPECT_GE(capacity, 256);
  for (cl_uint size : {1u, 63u, 64u, 65u, 1024u}) {
    device_queue.reset();
    device_queue = OfSize(size);
    EXPECT_EQ(QueueInfo<cl_uint>(device_queue, CL_QUEUE_SIZE),
              static_cast<cl_uint>(capacity * kCommandBytes));
  }
  device_queue.reset();
  device_queue = OfSize(1 << 16);
  EXPECT_EQ(QueueInfo<cl_uint>(device_queue, CL_QUEUE_SIZE), 1u << 16);
}

TEST_F(DeviceQueueFullTest, ChildrenThatWaitForNothingMakeRoom) {
  constexpr int kParents = 5000;
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      int me = get_global_id(0);
      int r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                             ^{ atomic_add(out + 2, me); });
      if (r) atomic_inc(out);
    })",
                             kParents, 3);
  EXPECT_EQ(out, (std::vector<int>{0, 0, kParents * (kParents - 1) / 2}));
}

TEST_F(DeviceQueueFullTest, OneWorkItemEnqueuesMoreThanThereIsRoomFor) {
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      for (int i = 0; i < 3000; ++i) {
        int r;
        do {
          r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(50, 5),
                             ^{ atomic_inc(out); });
        } while (r);
      }
    })",
                             1, 1);
  EXPECT_EQ(out[0], 3000 * 50);
}

// Room is made by kernels that want room themselves.
TEST_F(DeviceQueueFullTest, ChildrenThatEnqueue) {
  const auto out = RunKernel(R"(
    void leaf(global int* out) { atomic_inc(out + 2); }
    void node(global int* out) {
      atomic_inc(out + 1);
      int r;
      do {
        r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                           ^{ leaf(out); });
      } while (r);
    }
    kernel void k(global int* out) {
      int r;
      do {
        r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                           ^{ node(out); });
      } while (r);
      atomic_inc(out);
    })",
                             4000, 3);
  EXPECT_EQ(out, (std::vector<int>{4000, 4000, 4000}));
}

TEST_F(DeviceQueueFullTest, Trees) {
  for (const char* flag : {"NO_WAIT", "WAIT_KERNEL", "WAIT_WORK_GROUP"}) {
    const auto out = RunKernel(std::string("#define FLAG CLK_ENQUEUE_FLAGS_") + flag + R"(
      void grow(global int* out, int height) {
        atomic_inc(out);
        if (height == 0) return;
        for (int i = 0; i < 2; ++i) {
          while (enqueue_kernel(get_default_queue(), FLAG, ndrange_1D(1), ^{ grow(out, height - 1); }));
        }
      }
      kernel void k(global int* out) { grow(out, 6); })",
                               100, 1);
    EXPECT_EQ(out[0], 100 * 127) << flag;
  }
}

// What a kernel keeps in local memory and across barriers is not that of the children that run in
// the midst of it.
TEST_F(DeviceQueueFullTest, TheParentKeepsItsMemory) {
  constexpr int kItems = 2048;
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      local int shared[64];
      int me = get_global_id(0), l = get_local_id(0), mine[16];
      for (int i = 0; i < 16; ++i) mine[i] = me * (i + 1);
      shared[l] = me;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < 2; ++i) {
        void (^child)(local void*) = ^(local void* memory) {
          local int* theirs = memory;
          int kept[8];
          for (int j = 0; j < 8; ++j) kept[j] = get_local_id(0) - j;
          for (int j = get_local_id(0); j < 256; j += get_local_size(0)) theirs[j] = -1 - j;
          work_group_barrier(CLK_LOCAL_MEM_FENCE);
          int sum = theirs[get_local_id(0)];
          for (int j = 0; j < 8; ++j) sum += kept[j];
          if (sum != 7 * (int)get_local_id(0) - 29) atomic_inc(out);
          atomic_inc(out + 1);
        };
        while (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(16, 16),
                              child, 256 * sizeof(int)));
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = shared[63 - l];
      for (int i = 0; i < 16; ++i) sum += mine[i];
      out[2 + me] = sum;
    })",
                             kItems, kItems + 2, "-cl-std=CL2.0", 64);
  ASSERT_EQ(out.size(), kItems + 2u);
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1], kItems * 2 * 16);
  for (int i = 0; i < kItems; ++i) {
    ASSERT_EQ(out[2 + i], i / 64 * 64 + 63 - i % 64 + i * 136) << i;
  }
}

// Every child waits for the kernel: nothing makes room before it ends.
TEST_F(DeviceQueueFullTest, ChildrenThatWaitForTheirParentDoNot) {
  const std::string source = R"(
    kernel void k(global int* out) {
      for (int i = 0; i < 1000; ++i) {
        int r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                               ^{ atomic_inc(out + 1); });
        if (r) out[0] = r; else out[2]++;
      }
    })";
  for (const auto& [options, code] :
       {std::pair{"-cl-std=CL2.0", kEnqueueFailure}, std::pair{"-cl-std=CL2.0 -g", kQueueFull}}) {
    EXPECT_EQ(RunKernel(source, 1, 3, options), (std::vector<int>{code, capacity, capacity}));
  }
}

TEST_F(DeviceQueueFullTest, ChildrenThatWaitForAnEventDoNotUntilItHasCome) {
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      clk_event_t gate = create_user_event();
      int before = 0, after = 0;
      for (int i = 0; i < 1000; ++i) {
        before += enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1,
                                 &gate, 0, ^{ atomic_inc(out); }) == 0;
      }
      set_user_event_status(gate, CL_COMPLETE);
      for (int i = 0; i < 1000; ++i) {
        after += enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1,
                                &gate, 0, ^{ atomic_inc(out); }) == 0;
      }
      release_event(gate);
      out[1] = before;
      out[2] = after;
    })",
                             1, 3);
  EXPECT_EQ(out, (std::vector<int>{capacity + 1000, capacity, 1000}));
}

// Each generation enqueues the next: none of them is done before the last one is.
TEST_F(DeviceQueueFullTest, AFamilyThatNeverEndsIsRefused) {
  const auto out = RunKernel(R"(
    void next(global int* out, int depth) {
      int r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                             ^{ atomic_inc(out + 1); next(out, depth + 1); });
      if (r) out[0] = r;
    }
    kernel void k(global int* out) { next(out, 0); })",
                             1, 2);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0], kEnqueueFailure);
  EXPECT_GE(out[1], capacity);
  const auto units = Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  EXPECT_LE(out[1], capacity + std::max(capacity, 64 * static_cast<int>(units)));
}

// Kernels that several threads run wait for each other's children in two queues.
TEST_F(DeviceQueueFullTest, TwoQueuesThatAreFull) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
                                      CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                      CL_QUEUE_SIZE, 1, 0};
  cl_int error = -1;
  Queue other = clCreateCommandQueueWithProperties(context, device, list, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program program = Build(R"(
    void node(global int* out, queue_t next) {
      while (enqueue_kernel(next, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                            ^{ atomic_inc(out); }));
    }
    kernel void k(global int* out, queue_t other) {
      queue_t mine = get_default_queue();
      if (get_global_id(0) & 1) {
        while (enqueue_kernel(mine, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                              ^{ node(out, other); }));
      } else {
        while (enqueue_kernel(other, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                              ^{ node(out, mine); }));
      }
    })",
                          "-cl-std=CL2.0");
  ASSERT_TRUE(program);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(std::vector<int>(1));
  SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_command_queue>(other));
  EXPECT_TRUE(Returns([&] { Run(kernel, 4000); }));
  EXPECT_EQ(Read<int>(out, 1)[0], 4000);
}

}  // namespace
