// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>

#include "command_test.h"

namespace {

using QueueTest = CommandTest;

TEST_F(QueueTest, CreatesWithEveryHostProperty) {
  for (cl_command_queue_properties bits = 0; bits < 4; ++bits) {
    Queue made = NewQueue(bits);
    EXPECT_EQ(QueueInfo<cl_command_queue_properties>(made, CL_QUEUE_PROPERTIES), bits);
    cl_int error = -1;
    Queue old = clCreateCommandQueue(context, device, bits, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(QueueInfo<cl_command_queue_properties>(old, CL_QUEUE_PROPERTIES), bits);
  }
}

TEST_F(QueueTest, AnswersQueries) {
  EXPECT_EQ(QueueInfo<cl_context>(queue, CL_QUEUE_CONTEXT), context);
  EXPECT_EQ(QueueInfo<cl_device_id>(queue, CL_QUEUE_DEVICE), device);
  EXPECT_EQ(QueueInfo<cl_uint>(queue, CL_QUEUE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(QueueInfo<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), nullptr);
  EXPECT_EQ(clRetainCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(QueueInfo<cl_uint>(queue, CL_QUEUE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
  for (cl_uint param : {CL_QUEUE_CONTEXT, CL_QUEUE_DEVICE, CL_QUEUE_REFERENCE_COUNT,
                        CL_QUEUE_PROPERTIES, CL_QUEUE_DEVICE_DEFAULT}) {
    CheckQueryProtocol(clGetCommandQueueInfo, queue, param);
  }
  cl_uint size = 0;
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clGetCommandQueueInfo(queue, 0xdead, sizeof size, &size, nullptr), CL_INVALID_VALUE);
}

TEST_F(QueueTest, RejectsProperties) {
  const cl_queue_properties in_order_device[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0};
  const cl_queue_properties no_device[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  const cl_queue_properties unknown_bit[] = {CL_QUEUE_PROPERTIES, 1 << 20, 0};
  const cl_queue_properties unknown_name[] = {0xdead, 0, 0};
  const cl_queue_properties twice[] = {CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0};
  const cl_queue_properties host_size[] = {CL_QUEUE_SIZE, 4096, 0};
  const cl_queue_properties level[] = {CL_QUEUE_PRIORITY_KHR, 3, 0};
  const cl_queue_properties throttle[] = {CL_QUEUE_THROTTLE_KHR, 8, 0};
  const cl_queue_properties device_level[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE,
      CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, 0};
  const struct {
    const cl_queue_properties* list;
    cl_int expected;
  } cases[] = {{in_order_device, CL_INVALID_VALUE},
               {no_device, CL_INVALID_VALUE},
               {unknown_bit, CL_INVALID_VALUE},
               {unknown_name, CL_INVALID_VALUE},
               {twice, CL_INVALID_VALUE},
               {host_size, CL_INVALID_VALUE},
               {level, CL_INVALID_VALUE},
               {throttle, CL_INVALID_VALUE},
               {device_level, CL_INVALID_QUEUE_PROPERTIES}};
  for (const auto& c : cases) {
    cl_int error = 1;
    EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, c.list, &error), nullptr);
    EXPECT_EQ(error, c.expected) << &c - cases;
  }
  cl_int error = 1;
  EXPECT_EQ(clCreateCommandQueue(context, device, 1 << 20, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateCommandQueue(context, device, CL_QUEUE_ON_DEVICE, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(QueueTest, TakesPriorityAndThrottleHints) {
  for (cl_queue_properties level :
       {CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_LOW_KHR}) {
    const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, level, CL_QUEUE_THROTTLE_KHR, level,
                                        0};
    cl_int error = -1;
    Queue made = clCreateCommandQueueWithProperties(context, device, list, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Mem buffer = Buffer(64);
    Fill(made, buffer, 7, 64);
    EXPECT_EQ(clFinish(made), CL_SUCCESS);
  }
}

/// Native kernels that say when they have begun, and end when they may.
struct Turns {
  struct Turn {
    Turns* turns;
    char name;
    size_t gate;  ///< how many must have been let go
  };

  void Run(const Turn& turn) {
    std::unique_lock lock(mutex);
    order += turn.name;
    changed.notify_all();
    changed.wait(lock, [&] { return let_go >= turn.gate; });
  }
  /// The names of the first `count`, when they have begun.
  std::string Begun(size_t count) {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, std::chrono::seconds(20), [&] { return order.size() >= count; });
    return order;
  }
  void LetGo(size_t count) {
    const std::lock_guard lock(mutex);
    let_go = count;
    changed.notify_all();
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::string order;
  size_t let_go = 0;
};

// [EX31] leaves to us what a level means: of commands that wait for a compute unit those of the
// highest one begin first. MED is what a queue has that asks for none.
TEST_F(QueueTest, HigherPriorityBeginsFirst) {
  Turns turns;
  const auto run = [](void* data) {
    const auto& turn = *static_cast<Turns::Turn*>(data);
    turn.turns->Run(turn);
  };
  std::vector<Queue> queues;
  const auto enqueue = [&](char name, size_t gate, cl_queue_properties level = 0) {
    const cl_queue_properties list[] = {level ? cl_queue_properties{CL_QUEUE_PRIORITY_KHR} : 0,
                                        level, 0};
    cl_int error = -1;
    queues.emplace_back(clCreateCommandQueueWithProperties(context, device, list, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    Turns::Turn turn{&turns, name, gate};
    EXPECT_EQ(clEnqueueNativeKernel(queues.back(), run, &turn, sizeof turn, 0, nullptr, nullptr, 0,
                                    nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFlush(queues.back()), CL_SUCCESS);
  };
  const size_t units = Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  for (size_t i = 0; i < units; ++i) enqueue('.', i + 1);
  const std::string busy(units, '.');
  ASSERT_EQ(turns.Begun(units), busy);
  enqueue('l', 0, CL_QUEUE_PRIORITY_LOW_KHR);
  enqueue('d', 0);
  enqueue('m', 0, CL_QUEUE_PRIORITY_MED_KHR);
  enqueue('h', 0, CL_QUEUE_PRIORITY_HIGH_KHR);
  enqueue('e', 0);
  turns.LetGo(1);
  EXPECT_EQ(turns.Begun(units + 5), busy + "hdmel");
  turns.LetGo(units);
  for (const Queue& each : queues) EXPECT_EQ(clFinish(each), CL_SUCCESS);
}

TEST_F(QueueTest, RejectsBadHandles) {
  cl_int error = 1;
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clCreateCommandQueueWithProperties(bad, device, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
    EXPECT_EQ(Driver().clCreateCommandQueue(bad, device, 0, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(Driver().clCreateCommandQueueWithProperties(context, bad, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_DEVICE);
  }
  std::vector<cl_command_queue> bad = BadHandles<cl_command_queue>();
  Queue stale = NewQueue();
  bad.push_back(stale);
  stale.reset();
  bad.push_back(reinterpret_cast<cl_command_queue>(context));
  for (cl_command_queue q : bad) {
    EXPECT_EQ(Driver().clRetainCommandQueue(q), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clReleaseCommandQueue(q), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clFlush(q), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clFinish(q), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clEnqueueMarkerWithWaitList(q, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clEnqueueBarrierWithWaitList(q, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clSetDefaultDeviceCommandQueue(context, device, q),
              CL_INVALID_COMMAND_QUEUE);
  }
}

TEST_F(QueueTest, DeviceOfAnotherContext) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id sub = nullptr;
  cl_uint count = 0;
  if (clCreateSubDevices(device, equally, 1, &sub, &count) != CL_SUCCESS &&
      clCreateSubDevices(device, equally, 0, nullptr, &count) != CL_SUCCESS) {
    GTEST_SKIP() << "one compute unit only";
  }
  if (!sub) {
    std::vector<cl_device_id> all(count);
    ASSERT_EQ(clCreateSubDevices(device, equally, count, all.data(), nullptr), CL_SUCCESS);
    sub = all[0];
    for (cl_uint i = 1; i < count; ++i) clReleaseDevice(all[i]);
  }
  cl_int error = 1;
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, sub, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  Context on_sub = clCreateContext(nullptr, 1, &sub, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  // A sub-device's queue does all that another does.
  Queue narrow = NewQueue(0, on_sub, sub);
  Mem buffer = clCreateBuffer(on_sub, 0, 1 << 20, nullptr, &error);
  std::vector<unsigned char> data(1 << 20);
  Fill(narrow, buffer, 42, data.size());
  EXPECT_EQ(clEnqueueReadBuffer(narrow, buffer, CL_TRUE, 0, data.size(), data.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  EXPECT_EQ(data, std::vector<unsigned char>(data.size(), 42));
  EXPECT_EQ(clFinish(narrow), CL_SUCCESS);
  EXPECT_EQ(clReleaseDevice(sub), CL_SUCCESS);
}

TEST_F(QueueTest, QueuesCannotBeChanged) {
  EXPECT_EQ(Driver().clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(QueueTest, ReleaseFlushesAndCommandsStillRun) {
  Mem buffer = Buffer(std::vector<unsigned char>(64));
  Event gate = UserEvent();
  Event filled;
  {
    Queue brief = NewQueue();
    filled = Fill(brief, buffer, 9, 64, {gate});
  }
  EXPECT_GT(StatusOf(filled), CL_COMPLETE);
  Open(gate);
  // Nobody waits: the release has flushed.
  EXPECT_TRUE(Eventually([&] { return StatusOf(filled) == CL_COMPLETE; }));
  EXPECT_EQ(Read<unsigned char>(buffer, 64), std::vector<unsigned char>(64, 9));
}

TEST_F(QueueTest, ReleaseWithoutEventsRuns) {
  std::vector<unsigned char> store(64);
  cl_int error = -1;
  Mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 64, store.data(), &error);
  std::atomic<bool> gone{false};
  clSetMemObjectDestructorCallback(
      buffer, [](cl_mem, void* p) { static_cast<std::atomic<bool>*>(p)->store(true); }, &gone);
  {
    Queue brief = NewQueue();
    const unsigned char value = 5;
    EXPECT_EQ(clEnqueueFillBuffer(brief, buffer, &value, 1, 0, 64, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  buffer.reset();
  EXPECT_TRUE(Eventually([&] { return gone.load(); }));
  EXPECT_EQ(store, std::vector<unsigned char>(64, 5));
}

TEST_F(QueueTest, FinishDoesNotWaitForOtherQueues) {
  Event gate = UserEvent();
  Mem buffer = Buffer(64);
  Event held = Fill(Second(), buffer, 1, 64, {gate});
  Mem other = Buffer(64);
  Fill(queue, other, 2, 64);
  EXPECT_TRUE(Returns([&] { EXPECT_EQ(clFinish(queue), CL_SUCCESS); }));
  EXPECT_GT(StatusOf(held), CL_COMPLETE);
  Open(gate);
  EXPECT_EQ(clFinish(Second()), CL_SUCCESS);
  EXPECT_EQ(StatusOf(held), CL_COMPLETE);
}

TEST_F(QueueTest, FinishWaitsForAllOfAnOutOfOrderQueue) {
  Mem buffer = Buffer(64);
  Event gate = UserEvent();
  Event first = Fill(OutOfOrder(), buffer, 1, 64, {gate});
  Event second_event = Marker(OutOfOrder(), {gate});
  WaitingCall finish([&] { EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS); });
  WaitingCall another([&] { EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS); });
  EXPECT_TRUE(finish.Waits());
  EXPECT_TRUE(another.Waits());
  Open(gate);
  finish.Join();
  another.Join();
  EXPECT_EQ(StatusOf(first), CL_COMPLETE);
  EXPECT_EQ(StatusOf(second_event), CL_COMPLETE);
}

TEST_F(QueueTest, FinishOfAnEmptyQueue) {
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
}

}  // namespace
