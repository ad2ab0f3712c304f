// SPDX-License-Identifier: Apache-2.0
// Command-buffers of several queues (cl_khr_command_buffer_multi_device): of two sub-devices where
// the device can be partitioned (also api/two_nodes/command_buffer_devices), else of one device.
#include <algorithm>
#include <atomic>
#include <random>

#include "command_buffer_fixture.h"

namespace {

using Words = std::vector<cl_uint>;

class CommandBufferDevicesTest : public CommandBufferFixture {
 protected:
  static constexpr const char* kNodes =
      "kernel void node(global uint* p, uint at, uint a, uint b) {\n"
      "  if (get_global_id(0) == 0) p[at] = p[a] * 3 + p[b] * 5 + at;\n"
      "}\n"
      "kernel void meet(global atomic_uint* p, uint mine, uint other) {\n"
      "  atomic_store(p + mine, 1u);\n"
      "  while (atomic_load(p + other) == 0) {}\n"
      "}\n"
      "kernel void hold(global atomic_uint* p) { while (atomic_load(p) == 0) {} }\n"
      "kernel void add(global uint* p, uint n) { p[0] = p[0] * 7 + n; }\n";

  void SetUp() override {
    CommandBufferFixture::SetUp();
    const auto units = Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
    are_two = units >= 2;
    const auto half = static_cast<cl_device_partition_property>(units / 2);
    const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, half, 0};
    cl_device_id ids[2] = {device, device};
    cl_uint count = 0;
    if (are_two) {
      ASSERT_EQ(clCreateSubDevices(device, halves, 0, nullptr, &count), CL_SUCCESS);
      std::vector<cl_device_id> all(count);
      ASSERT_EQ(clCreateSubDevices(device, halves, count, all.data(), nullptr), CL_SUCCESS);
      std::copy_n(all.begin(), 2, ids);
      for (size_t i = 2; i < count; ++i) clReleaseDevice(all[i]);
    }
    cl_int error = -1;
    const cl_device_id all[] = {device, ids[0], ids[1]};
    both = clCreateContext(nullptr, are_two ? 3 : 1, all, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    for (size_t i = 0; i < 2; ++i) {
      devices[i] = ids[i];
      queues[i] = NewQueue(0, both, ids[i]);
      free_queues[i] = NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, both, ids[i]);
    }
    nodes = clCreateProgramWithSource(both, 1, std::array{kNodes}.data(), nullptr, &error);
    ASSERT_EQ(clBuildProgram(nodes, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS);
  }
  void TearDown() override {
    nodes.reset();
    for (size_t i = 0; i < 2; ++i) {
      queues[i].reset();
      free_queues[i].reset();
      devices[i].reset();
    }
    both.reset();
    CommandBufferFixture::TearDown();
  }

  using Queues = std::vector<cl_command_queue>;
  CommandBuffer Of(const Queues& list, cl_bitfield flags = khr::kFlagSimultaneousUse) {
    const khr::Properties properties[] = {khr::kCommandBufferFlags, flags, 0};
    cl_int error = -1;
    CommandBuffer made =
        Khr().create(static_cast<cl_uint>(list.size()), list.data(), properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Mem Zeros(size_t words) {
    cl_int error = -1;
    Words zeros(words);
    Mem made = clCreateBuffer(both, CL_MEM_COPY_HOST_PTR, 4 * words, zeros.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Words Get(cl_mem memory, size_t words) {
    Words data(words);
    EXPECT_EQ(clEnqueueReadBuffer(queues[0], memory, CL_TRUE, 0, 4 * words, data.data(), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    return data;
  }
  template <class... Args>
  static khr::SyncPoint Record(khr::CommandBufferHandle buffer, cl_command_queue in,
                               cl_kernel kernel, std::vector<khr::SyncPoint> waits = {},
                               size_t items = 1, khr::MutableCommandHandle* handle = nullptr) {
    khr::SyncPoint point = 0;
    EXPECT_EQ(Khr().kernel(buffer, in, nullptr, kernel, 1, nullptr, &items, nullptr,
                           static_cast<cl_uint>(waits.size()),
                           waits.empty() ? nullptr : waits.data(), &point, handle),
              CL_SUCCESS);
    return point;
  }
  Kernel Adding(cl_mem to, cl_uint n) {
    Kernel kernel = MakeKernel(nodes, "add");
    SetArgs(kernel, to, n);
    return kernel;
  }

  bool are_two = false;
  Context both;
  Device devices[2];
  Queue queues[2], free_queues[2];
  Program nodes;
};

TEST_F(CommandBufferDevicesTest, Queries) {
  EXPECT_EQ(Info<cl_bitfield>(clGetPlatformInfo, platform, khr::kPlatformCommandBufferCapabilities),
            khr::kPlatformUniversalSync | khr::kPlatformRemapQueues | khr::kPlatformAutomaticRemap);
  for (const cl_device_id each : {device, devices[1].operator cl_device_id()}) {
    EXPECT_TRUE(Info<cl_bitfield>(clGetDeviceInfo, each, khr::kDeviceCommandBufferCapabilities) &
                khr::kCapabilityMultipleQueue);
    EXPECT_EQ(Info<cl_uint>(clGetDeviceInfo, each, khr::kDeviceCommandBufferNumSyncDevices), 1u);
    EXPECT_EQ(Info<cl_device_id>(clGetDeviceInfo, each, khr::kDeviceCommandBufferSyncDevices),
              device);
  }
  const Queues list = {queues[1], free_queues[0], queues[0]};
  const CommandBuffer buffer = Of(list, khr::kFlagDeviceSideSync | khr::kFlagSimultaneousUse);
  const khr::CommandBufferHandle handle = buffer;
  EXPECT_EQ(Info<cl_uint>(Khr().buffer_info, handle, khr::kCommandBufferNumQueues), 3u);
  EXPECT_EQ(InfoArray<cl_command_queue>(Khr().buffer_info, handle, khr::kCommandBufferQueues),
            list);
  for (const cl_command_queue each : list)
    EXPECT_EQ(Info<cl_uint>(clGetCommandQueueInfo, each, CL_QUEUE_REFERENCE_COUNT), 1u);
}

TEST_F(CommandBufferDevicesTest, WhatRecordingRefuses) {
  const CommandBuffer buffer = Of({queues[0], queues[1]});
  const Mem memory = Zeros(1);
  const Kernel kernel = Adding(memory, 1);
  const size_t one = 1;
  const auto record = [&](cl_command_queue in) {
    return Khr().kernel(buffer, in, nullptr, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr,
                        nullptr);
  };
  EXPECT_EQ(record(nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(record(free_queues[0]), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(record(queue), CL_INVALID_CONTEXT);
  for (cl_command_queue bad : BadHandles<cl_command_queue>())
    EXPECT_EQ(record(bad), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(Khr().barrier(buffer, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(record(queues[1]), CL_SUCCESS);
  const CommandBuffer of_one = Of({queues[0]});
  EXPECT_EQ(Record(of_one, queues[0], kernel), 1u);
  cl_int error = 1;
  const cl_command_queue strangers[] = {queues[0], queue};
  EXPECT_EQ(Khr().create(2, strangers, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(CommandBufferDevicesTest, WhatAnEnqueueRefuses) {
  const CommandBuffer buffer = Of({queues[0], queues[1]});
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  const auto error_of = [&](Queues list) {
    return Khr().enqueue(static_cast<cl_uint>(list.size()), list.data(), buffer, 0, nullptr,
                         nullptr);
  };
  EXPECT_EQ(error_of({queues[0]}), CL_INVALID_VALUE);
  EXPECT_EQ(error_of({queues[0], queues[1], queues[1]}), CL_INVALID_VALUE);
  EXPECT_EQ(error_of({queues[0], nullptr}), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(error_of({queues[1], queues[0]}), are_two ? CL_INVALID_DEVICE : CL_SUCCESS);
  EXPECT_EQ(error_of({free_queues[0], free_queues[1]}), CL_SUCCESS);
  EXPECT_EQ(error_of({queues[0], queues[1]}), CL_SUCCESS);
  for (const auto& each : queues) EXPECT_EQ(clFinish(each), CL_SUCCESS);
  for (const auto& each : free_queues) EXPECT_EQ(clFinish(each), CL_SUCCESS);
}

// Any commands on any queues, each after those that it names: every replay computes what they do
// one after the other.
TEST_F(CommandBufferDevicesTest, SyncPointsBarriersAndQueuesOrder) {
  std::mt19937 random(7);
  const auto any = [&](size_t below) { return static_cast<cl_uint>(random() % below); };
  constexpr size_t kCommands = 60;
  for (int round = 0; round < 12; ++round) {
    SCOPED_TRACE(round);
    const Queues list = {queues[0], queues[1], free_queues[0], free_queues[1]};
    const CommandBuffer buffer = Of(list);
    const Mem memory = Zeros(kCommands + 1);
    const cl_uint nothing = 0;
    khr::SyncPoint cleared = 0;
    EXPECT_EQ(Khr().fill(buffer, list[any(4)], nullptr, memory, &nothing, 4, 0, 4 * (kCommands + 1),
                         0, nullptr, &cleared, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(Khr().barrier(buffer, list[any(4)], nullptr, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    Words expected(kCommands + 1);
    std::vector<khr::SyncPoint> points(kCommands + 1);
    Words of_queue(kCommands + 1);
    cl_uint since = 0;  // what was written before the last barrier needs no sync-point
    for (cl_uint at = 1; at <= kCommands; ++at) {
      const cl_uint a = any(at), b = any(at);
      std::vector<khr::SyncPoint> waits;
      const cl_uint number = of_queue[at] = any(4);
      const cl_command_queue in = list[number];
      for (const cl_uint each : {a, b}) {
        const bool in_order = number < 2 && of_queue[each] == number;
        if (each > since && !in_order) waits.push_back(points[each]);
      }
      if (any(4) == 0) {  // copies a word
        EXPECT_EQ(Khr().copy(buffer, in, nullptr, memory, memory, size_t{4} * a, size_t{4} * at, 4,
                             static_cast<cl_uint>(waits.size()),
                             waits.empty() ? nullptr : waits.data(), &points[at], nullptr),
                  CL_SUCCESS);
        expected[at] = expected[a];
      } else {
        Kernel node = MakeKernel(nodes, "node");
        SetArgs(node, memory.operator cl_mem(), at, a, b);
        points[at] = Record(buffer, in, node, waits, any(3) == 0 ? 1 << 16 : 1);
        expected[at] = expected[a] * 3 + expected[b] * 5 + at;
      }
      if (any(15) == 0) {
        EXPECT_EQ(Khr().barrier(buffer, list[any(4)], nullptr, 0, nullptr, nullptr, nullptr),
                  CL_SUCCESS);
        since = at;
      }
    }
    EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
    cl_int error = -1;
    const Queues one = {queues[1]};
    const CommandBuffer on_one =
        Khr().remap(buffer, CL_TRUE, 1, one.data(), 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const Queues turned = {queues[1], queues[0], free_queues[1], free_queues[0]};
    const CommandBuffer other =
        Khr().remap(buffer, CL_FALSE, 4, turned.data(), 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    // Of one device, and yet not in the order of the recording.
    const Queues loose = {free_queues[0], queues[0]};
    const CommandBuffer on_device =
        Khr().remap(buffer, CL_TRUE, 2, loose.data(), 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    for (const khr::CommandBufferHandle each :
         {buffer.operator khr::CommandBufferHandle(), on_one.operator khr::CommandBufferHandle(),
          other.operator khr::CommandBufferHandle(),
          on_device.operator khr::CommandBufferHandle()}) {
      for (int i = 0; i < 4; ++i) {
        const Event done = Replay(each);
        Wait(done);
        EXPECT_EQ(Get(memory, kCommands + 1), expected);
      }
    }
  }
}

// Kernels of two devices that wait for each other: each has compute units of its own.
TEST_F(CommandBufferDevicesTest, DevicesRunSideBySide) {
  const Mem memory = Zeros(2);
  const CommandBuffer buffer = Of({queues[0], queues[1]});
  const cl_uint nothing = 0;
  khr::SyncPoint cleared = 0;
  EXPECT_EQ(Khr().fill(buffer, queues[0], nullptr, memory, &nothing, 4, 0, 8, 0, nullptr, &cleared,
                       nullptr),
            CL_SUCCESS);
  for (cl_uint i = 0; i < 2; ++i) {
    Kernel meet = MakeKernel(nodes, "meet");
    // Devices that are one run them one after the other.
    SetArgs(meet, memory.operator cl_mem(), i, are_two ? 1 - i : i);
    Record(buffer, queues[i], meet, {cleared});
  }
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  cl_int error = -1;
  const Queues turned = {queues[1], queues[0]};
  const CommandBuffer copy =
      Khr().remap(buffer, CL_FALSE, 2, turned.data(), 0, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  for (int i = 0; i < 20; ++i) Wait(Replay(i % 2 ? copy : buffer));
  EXPECT_EQ(Get(memory, 2), (Words{1, 1}));
}

// Replays that have nothing to do, of which each ends when the one before it has: however many wait
// for their turn, no stack grows with them.
TEST_F(CommandBufferDevicesTest, ManyWaitForTheirTurn) {
  std::atomic<cl_uint> may_end{0};
  cl_int error = -1;
  const Mem flag = clCreateBuffer(both, CL_MEM_USE_HOST_PTR, 4, &may_end, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Kernel hold = MakeKernel(nodes, "hold");
  SetArgs(hold, flag.operator cl_mem());
  const CommandBuffer buffer =
      Of({free_queues[0], free_queues[1]}, khr::kFlagMutable | khr::kFlagSimultaneousUse);
  khr::MutableCommandHandle handle = nullptr;
  Record(buffer, free_queues[1], hold, {}, 1, &handle);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  const Event first = Replay(buffer);
  const size_t none = 0;
  const cl_uint type = khr::kStructureMutableDispatchConfig;
  const khr::MutableDispatchConfig config = {.command = handle, .global_work_size = &none};
  const void* list[] = {&config};
  EXPECT_EQ(Khr().update(buffer, 1, &type, list), CL_SUCCESS);
  for (int i = 0; i < 50000; ++i)
    ASSERT_EQ(Khr().enqueue(0, nullptr, buffer, 0, nullptr, nullptr), CL_SUCCESS);
  may_end = 1;
  for (const auto& each : free_queues) EXPECT_EQ(clFinish(each), CL_SUCCESS);
  EXPECT_EQ(StatusOf(first), CL_COMPLETE);
}

// Other commands of each queue keep their place.
TEST_F(CommandBufferDevicesTest, QueuesThatAreInOrderStaySo) {
  const Mem memory = Zeros(2);
  const CommandBuffer buffer = Of({queues[0], queues[1]});
  const Kernel in_buffer = Adding(memory, 3);
  Record(buffer, queues[0], in_buffer);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  const Kernel before = Adding(memory, 1), after = Adding(memory, 2);
  cl_int error = -1;
  for (int i = 0; i < 30; ++i) {
    const cl_uint zero = 0;
    EXPECT_EQ(clEnqueueFillBuffer(queues[1], memory, &zero, 4, 0, 4, 0, nullptr, nullptr),
              CL_SUCCESS);
    Event gate = clCreateUserEvent(both, &error);
    const cl_event waits[] = {gate};
    const size_t one = 1;
    // The buffer's only command is the first queue's; all others are the second one's.
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queues[1], before, 1, nullptr, &one, nullptr, 1, waits, nullptr),
        CL_SUCCESS);
    Event replay = Replay(buffer);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queues[1], after, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_NE(StatusOf(replay), CL_COMPLETE);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[1]), CL_SUCCESS);
    EXPECT_EQ(Get(memory, 1)[0], (1u * 7 + 3) * 7 + 2);
  }
}

TEST_F(CommandBufferDevicesTest, TheEventIsOfNoQueue) {
  const Queue profiled = NewQueue(CL_QUEUE_PROFILING_ENABLE, both, devices[1]);
  const CommandBuffer buffer = Of({queues[0], profiled});
  const Mem memory = Zeros(1);
  const Kernel kernel = Adding(memory, 1);
  Record(buffer, queues[0], kernel);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  const Event event = Replay(buffer);
  Wait(event);
  EXPECT_EQ(EventInfo<cl_command_queue>(event, CL_EVENT_COMMAND_QUEUE), nullptr);
  EXPECT_EQ(EventInfo<cl_command_type>(event, CL_EVENT_COMMAND_TYPE), khr::kCommandCommandBuffer);
  cl_ulong queued = 0, complete = 0;
  const auto time = [&](cl_profiling_info what, cl_ulong* to) {
    return clGetEventProfilingInfo(event, what, sizeof(*to), to, nullptr);
  };
  EXPECT_EQ(time(CL_PROFILING_COMMAND_QUEUED, &queued), CL_SUCCESS);
  EXPECT_EQ(time(CL_PROFILING_COMMAND_COMPLETE, &complete), CL_SUCCESS);
  EXPECT_LE(queued, complete);
  const CommandBuffer silent = Of({queues[0], queues[1]});
  EXPECT_EQ(Khr().finalize(silent), CL_SUCCESS);
  const Event other = Replay(silent);
  Wait(other);
  EXPECT_EQ(
      clGetEventProfilingInfo(other, CL_PROFILING_COMMAND_END, sizeof(queued), &queued, nullptr),
      CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_F(CommandBufferDevicesTest, AFailedDependencyFailsTheReplayOnly) {
  const CommandBuffer buffer = Of({queues[0], queues[1]});
  const Mem memory = Zeros(1);
  const Kernel kernel = Adding(memory, 1);
  Record(buffer, queues[1], kernel);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  cl_int error = -1;
  Event gate = clCreateUserEvent(both, &error);
  const Event failed = Replay(buffer, {gate});
  EXPECT_EQ(clSetUserEventStatus(gate, -9), CL_SUCCESS);
  for (const auto& each : queues) EXPECT_EQ(clFinish(each), CL_SUCCESS);
  EXPECT_EQ(StatusOf(failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  Wait(Replay(buffer));
  EXPECT_EQ(Get(memory, 1)[0], 1u);
}

// The copy is a buffer of its own: updates of either leave the other one as it is, and a copy that
// is still being recorded goes on.
TEST_F(CommandBufferDevicesTest, CopiesAreDeep) {
  const Mem memory = Zeros(1);
  const Kernel kernel = Adding(memory, 1);
  const CommandBuffer buffer = Of({queues[0], queues[1]}, khr::kFlagMutable);
  khr::MutableCommandHandle handles[2] = {}, copies[2] = {};
  const khr::SyncPoint first = Record(buffer, queues[0], kernel, {}, 1, &handles[0]);
  const khr::SyncPoint second = Record(buffer, queues[1], kernel, {first}, 1, &handles[1]);
  cl_int error = -1;
  const Queues turned = {queues[1], queues[0]};
  CommandBuffer copy = Khr().remap(buffer, CL_FALSE, 2, turned.data(), 2, handles, copies, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(StateOf(copy), khr::kRecording);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_NE(copies[i], handles[i]);
    EXPECT_EQ(Info<cl_command_queue>(Khr().command_info, copies[i], khr::kMutableCommandQueue),
              turned[i]);
    EXPECT_EQ(Info<khr::CommandBufferHandle>(Khr().command_info, copies[i],
                                             khr::kMutableCommandCommandBuffer),
              copy.operator khr::CommandBufferHandle());
    EXPECT_EQ(Info<cl_kernel>(Khr().command_info, copies[i], khr::kMutableDispatchKernel),
              kernel.operator cl_kernel());
  }
  Record(copy, queues[0], kernel, {second});
  EXPECT_EQ(Khr().finalize(copy), CL_SUCCESS);
  EXPECT_EQ(StateOf(buffer), khr::kRecording);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  const cl_uint n = 5, type = khr::kStructureMutableDispatchConfig;
  const khr::MutableDispatchArg arg = {1, sizeof(n), &n};
  const khr::MutableDispatchConfig config = {.command = copies[1], .num_args = 1, .arg_list = &arg};
  const void* list[] = {&config};
  EXPECT_EQ(Khr().update(buffer, 1, &type, list), khr::kInvalidMutableCommand);
  EXPECT_EQ(Khr().update(copy, 1, &type, list), CL_SUCCESS);
  Wait(Replay(copy));
  EXPECT_EQ(Get(memory, 1)[0], (1u * 7 + 5) * 7 + 1);
  const cl_uint zero = 0;
  EXPECT_EQ(clEnqueueFillBuffer(queues[0], memory, &zero, 4, 0, 4, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
  Wait(Replay(buffer));
  EXPECT_EQ(Get(memory, 1)[0], 8u);
}

TEST_F(CommandBufferDevicesTest, WhatRemappingRefuses) {
  const CommandBuffer buffer = Of({queues[0], queues[1]}, khr::kFlagMutable);
  const Mem memory = Zeros(1);
  const Kernel kernel = Adding(memory, 1);
  khr::MutableCommandHandle handle = nullptr, copy = nullptr;
  Record(buffer, queues[0], kernel, {}, 1, &handle);
  const CommandBuffer another = Of({queues[0]}, khr::kFlagMutable);
  khr::MutableCommandHandle strange = nullptr;
  Record(another, nullptr, kernel, {}, 1, &strange);
  const cl_command_queue two[] = {queues[0], queues[1]}, foreign[] = {queues[0], queue},
                         bad[] = {queues[0], nullptr};
  const auto error_of = [&](khr::CommandBufferHandle of, cl_bool automatic, cl_uint count,
                            const cl_command_queue* list, cl_uint num_handles = 0,
                            const khr::MutableCommandHandle* handles = nullptr,
                            khr::MutableCommandHandle* copies = nullptr) {
    cl_int error = 1;
    const CommandBuffer made =
        Khr().remap(of, automatic, count, list, num_handles, handles, copies, &error);
    EXPECT_EQ(made.operator khr::CommandBufferHandle() != nullptr, error == CL_SUCCESS);
    return error;
  };
  for (auto each : BadHandles<khr::CommandBufferHandle>())
    EXPECT_EQ(error_of(each, CL_FALSE, 2, two), khr::kInvalidCommandBuffer);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 0, two), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 2, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 1, two), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, CL_TRUE, 1, two), CL_SUCCESS);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 2, bad), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 2, foreign), CL_INVALID_CONTEXT);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 2, two, 1, nullptr, &copy), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 2, two, 1, &handle, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 2, two, 0, &handle, &copy), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 2, two, 1, &strange, &copy), CL_INVALID_VALUE);
  EXPECT_EQ(copy, nullptr);
  EXPECT_EQ(error_of(buffer, CL_FALSE, 2, two, 1, &handle, &copy), CL_SUCCESS);
}

}  // namespace
