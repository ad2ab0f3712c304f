// SPDX-License-Identifier: Apache-2.0
// Queues and kernels that threads of a test share.
#pragma once

#include "command_buffer_fixture.h"

inline constexpr const char* kKernels =
    "kernel void add(global uint* p, uint n) { atomic_add(p, n); }\n"
    "kernel void slowly(global volatile uint* p, uint n) {\n"
    "  for (uint i = 0; i < n; ++i) p[0] = p[0] + 1;\n"
    "}\n"
    "kernel void large(global uint* p, uint n) {\n"
    "  size_t i = get_global_id(0);\n"
    "  uint x = (uint)i;\n"
    "  for (uint turn = 0; turn < 2000 * n; ++turn) x = (x ^ x >> 7) * 1664525u + turn;\n"
    "  p[i + 1] = x;\n"
    "  atomic_inc(p);\n"
    "}\n"
    "kernel void family(global uint* p, uint n) {\n"
    "  queue_t q = get_default_queue();\n"
    "  ndrange_t range = ndrange_1D(4);\n"
    "  clk_event_t first;\n"
    "  int failed = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, 0, 0, &first,\n"
    "                              ^{ atomic_add(p, n); });\n"
    "  if (failed) { atomic_add(p, 8 * n); return; }\n"
    "  failed = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 1, &first, 0,\n"
    "                          ^{ atomic_add(p, n); });\n"
    "  if (failed) atomic_add(p, 4 * n);\n"
    "  release_event(first);\n"
    "}\n";
inline constexpr cl_uint kFamily = 8;  // what one work-item of `family` adds, with its children
inline constexpr size_t kLarge = 1
                                 << 10;  // work-items of `large`, so that it is cut over the units

class SharedCommandsTest : public CommandBufferFixture {
 protected:
  void SetUp() override {
    CommandBufferFixture::SetUp();
    kernels = Build(kKernels, "-cl-std=CL2.0");
    device_queue = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (int i = 0; i < 2; ++i) queues.push_back(NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
    queues.push_back(NewQueue());
  }
  void TearDown() override {
    queues.clear();
    device_queue.reset();
    kernels.reset();
    CommandBufferFixture::TearDown();
  }

  template <class Work>
  static void InThreads(int count, Work work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
    for (auto& thread : threads) thread.join();
  }

  /// `name` on `p`, with n = `n`. Kernels are not shared: arguments are set.
  Kernel With(const char* name, cl_mem p, cl_uint n) {
    Kernel kernel = MakeKernel(kernels, name);
    SetArgs(kernel, p, n);
    return kernel;
  }
  /// After the command of sync-point `wait`, if it is not 0; returns its own.
  static khr::SyncPoint Record(khr::CommandBufferHandle buffer, cl_command_queue in,
                               cl_kernel kernel, size_t items, khr::SyncPoint wait = 0) {
    khr::SyncPoint point = 0;
    EXPECT_EQ(Khr().kernel(buffer, in, nullptr, kernel, 1, nullptr, &items, nullptr, wait ? 1 : 0,
                           wait ? &wait : nullptr, &point, nullptr),
              CL_SUCCESS);
    return point;
  }
  static CommandBuffer BufferFor(const std::vector<cl_command_queue>& in) {
    const khr::Properties list[] = {khr::kCommandBufferFlags, khr::kFlagSimultaneousUse, 0};
    cl_int error = -1;
    CommandBuffer made = Khr().create(static_cast<cl_uint>(in.size()), in.data(), list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// One command for each of these queues.
  CommandBuffer Across(const std::vector<cl_command_queue>& in, cl_kernel kernel) {
    CommandBuffer made = BufferFor(in);
    for (const cl_command_queue each : in) Record(made, each, kernel, 1);
    EXPECT_EQ(Khr().finalize(made), CL_SUCCESS);
    return made;
  }
  static void Replay(khr::CommandBufferHandle buffer, cl_event* event = nullptr) {
    EXPECT_EQ(Khr().enqueue(0, nullptr, buffer, 0, nullptr, event), CL_SUCCESS);
  }
  static void Enqueue(cl_command_queue in, cl_kernel kernel, size_t items,
                      const std::vector<cl_event>& waits = {}, cl_event* event = nullptr) {
    EXPECT_EQ(clEnqueueNDRangeKernel(in, kernel, 1, nullptr, &items, nullptr,
                                     static_cast<cl_uint>(waits.size()),
                                     waits.empty() ? nullptr : waits.data(), event),
              CL_SUCCESS);
  }
  void FinishAll() {
    for (const Queue& each : queues) EXPECT_EQ(clFinish(each), CL_SUCCESS);
  }

  Program kernels;
  Queue device_queue;
  std::vector<Queue> queues;  // out of order, out of order, in order
};
