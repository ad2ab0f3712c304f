// SPDX-License-Identifier: Apache-2.0
// Commands, events and markers that other threads end while the call that made them has not
// returned: nothing may be touched that is gone by then. The sanitizers look; what is checked here
// is that every command ran, once, in an order that its queues allow.
#include "shared_commands_fixture.h"

namespace {

TEST_F(SharedCommandsTest, MarkersOfAQueueThatOthersFlush) {
  for (const size_t second : {size_t{1}, size_t{2}}) {
    constexpr cl_uint kRounds = 1000, kReplaying = 2;
    Mem total = Buffer(std::vector<cl_uint>(1));
    std::atomic<cl_uint> replaying{kReplaying};
    InThreads(4, [&](int me) {
      if (me == 2 || me == 3) {
        while (replaying)
          EXPECT_EQ(me == 2 ? clFlush(queues[second]) : clFinish(queues[second]), CL_SUCCESS);
        return;
      }
      Kernel kernel = With("add", total, 1);
      CommandBuffer buffer = Across({queues[0], queues[second]}, kernel);
      for (cl_uint round = 0; round < kRounds; ++round) Replay(buffer);
      --replaying;
    });
    EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
    EXPECT_EQ(Read<cl_uint>(total, 1)[0], 2 * kReplaying * kRounds);
  }
}

// An in-order queue runs a command-buffer of several queues as one of its own commands: nothing
// that others enqueue meanwhile runs beside it.
TEST_F(SharedCommandsTest, NothingRunsBesideACommandBufferInAnInOrderQueue) {
  constexpr cl_uint kRounds = 500, kAdds = 20000;
  Mem total = Buffer(std::vector<cl_uint>(1));
  Queue first = NewQueue(), second = NewQueue();
  InThreads(4, [&](int me) {
    Kernel kernel = With("slowly", total, kAdds);
    if (me % 2) {  // these go to one queue
      for (cl_uint round = 0; round < kRounds; ++round) {
        Enqueue(second, kernel, 1);
        EXPECT_EQ(clFlush(second), CL_SUCCESS);
      }
      return;
    }
    CommandBuffer buffer = BufferFor(me ? std::vector<cl_command_queue>{first, second}
                                        : std::vector<cl_command_queue>{second, first});
    Record(buffer, second, kernel, 1);
    EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
    for (cl_uint round = 0; round < kRounds; ++round) Replay(buffer);
  });
  EXPECT_EQ(clFinish(first), CL_SUCCESS);
  EXPECT_EQ(clFinish(second), CL_SUCCESS);
  EXPECT_EQ(Read<cl_uint>(total, 1)[0], 4 * kRounds * kAdds);
}

// Each replay has commands of its own for kernels that enqueue others, in a queue that nobody sees;
// with the last replay of a buffer that was released all of that goes.
TEST_F(SharedCommandsTest, ReplaysOfKernelsThatEnqueueOthers) {
  constexpr cl_uint kRounds = 30;
  Mem total = Buffer(std::vector<cl_uint>(1)), rest = Buffer(std::vector<cl_uint>(kLarge + 1));
  InThreads(3, [&](int me) {
    Kernel family = With("family", total, 1), large = With("large", rest, 1);
    for (cl_uint round = 0; round < kRounds; ++round) {
      const cl_command_queue in = queues[static_cast<size_t>(me)];
      CommandBuffer buffer = BufferFor({in});
      Record(buffer, in, large, kLarge);
      const khr::SyncPoint first = Record(buffer, in, family, 1);
      Record(buffer, in, family, 1, first);
      Record(buffer, in, family, 1);
      EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
      Replay(buffer);
      Replay(buffer);
      buffer.reset();
      EXPECT_EQ(clFlush(queues[round % 3]), CL_SUCCESS);
    }
  });
  FinishAll();
  EXPECT_EQ(Read<cl_uint>(total, 1)[0], 3 * kRounds * 2 * 3 * kFamily);
  EXPECT_EQ(Read<cl_uint>(rest, 1)[0], 3 * kRounds * 2 * kLarge);
}

// A user event may be let go of by whoever was waiting for it, while the call that set it is still
// on its way back.
TEST_F(SharedCommandsTest, UserEventsThatWaitersRelease) {
  for (int round = 0; round < 300; ++round) {
    Event gate = UserEvent();
    EXPECT_EQ(clRetainEvent(gate), CL_SUCCESS);
    std::thread waiter([&, event = cl_event(gate)] {
      EXPECT_EQ(clEnqueueMarkerWithWaitList(queues[round % 3], 1, &event, nullptr), CL_SUCCESS);
      EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
      EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    });
    Open(gate);
    gate.reset();
    waiter.join();
  }
  FinishAll();
}

TEST_F(SharedCommandsTest, TheDefaultDeviceQueueIsReleasedAndMadeAgain) {
  device_queue.reset();  // the threads' are the only ones
  InThreads(4, [&](int) {
    for (int round = 0; round < 200; ++round) {
      Queue mine = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
      EXPECT_NE(QueueInfo<cl_command_queue>(mine, CL_QUEUE_DEVICE_DEFAULT), nullptr);
    }
  });
}

// What the context's end does to commands that other threads are enqueuing.
TEST_F(SharedCommandsTest, TheContextIsTerminatedMeanwhile) {
  const auto terminate = reinterpret_cast<clTerminateContextKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR"));
  if (!terminate) GTEST_SKIP() << "cl_khr_terminate_context is not listed";
  for (int round = 0; round < 10; ++round) {
    const cl_context_properties list[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    cl_int error = -1;
    Context mine = clCreateContext(list, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Queue on_device = NewQueue(
        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        mine);
    Queue in[] = {NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, mine), NewQueue(0, mine)};
    const char* text = kKernels;
    Program program = clCreateProgramWithSource(mine, 1, &text, nullptr, &error);
    ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS);
    Mem total = clCreateBuffer(mine, 0, (kLarge + 1) * sizeof(cl_uint), nullptr, &error);
    Kernel family = MakeKernel(program, "family"), add = MakeKernel(program, "add"),
           large = MakeKernel(program, "large");
    for (const cl_kernel kernel : {cl_kernel(family), cl_kernel(add), cl_kernel(large)})
      SetArgs(kernel, cl_mem(total), cl_uint{1});
    CommandBuffer single = BufferFor({in[0]}), across = Across({in[0], in[1]}, add);
    Record(single, in[0], large, kLarge);
    for (int i = 0; i < 2; ++i) Record(single, in[0], family, 1);
    ASSERT_EQ(Khr().finalize(single), CL_SUCCESS);
    std::atomic<int> enqueued{0};
    EXPECT_TRUE(Returns([&] {
      InThreads(3, [&](int me) {
        if (me == 2) {
          while (enqueued < 6 * (round + 1)) std::this_thread::yield();
          EXPECT_EQ(terminate(mine), CL_SUCCESS);
          return;
        }
        const khr::CommandBufferHandle buffer = me ? single : across;
        for (int i = 0; i < 200; ++i, ++enqueued) {
          const cl_int result = Khr().enqueue(0, nullptr, buffer, 0, nullptr, nullptr);
          EXPECT_TRUE(result == CL_SUCCESS || result == CL_CONTEXT_TERMINATED_KHR) << result;
        }
      });
      for (const Queue& each : in) clFinish(each);
    })) << "round "
        << round;
  }
}

}  // namespace
