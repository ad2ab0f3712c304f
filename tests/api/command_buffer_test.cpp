// SPDX-License-Identifier: Apache-2.0
// Command-buffers (cl_khr_command_buffer): what a replay is to its queue, events, lifetimes.
#include <CL/cl_ext.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "../fork.h"
#include "command_buffer_fixture.h"
#include "few_addresses.h"
#include "own_process.h"

namespace {

class CommandBufferTest : public CommandBufferFixture {
 protected:
  using Words = std::vector<cl_uint>;

  Kernel Counting(cl_mem word, cl_uint by = 1) { return KernelWith("count", word, by); }
  cl_uint Word(cl_mem buffer) { return Read<cl_uint>(buffer, 1)[0]; }
};

TEST_F(CommandBufferTest, ArgumentsAreThoseOfTheRecording) {
  Mem word = Buffer(Words{0});
  Kernel kernel = Counting(word, 1);
  const CommandBuffer buffer = Recorded(queue, [&](Target& target) {
    target.Kernel(kernel, {1});
    SetArg(kernel, 1, cl_uint{100});
    target.Kernel(kernel, {1});
    SetArg(kernel, 1, cl_uint{10000});
  });
  Replay(buffer);
  EXPECT_EQ(Word(word), 101u);
  kernel.reset();
  Replay(buffer);
  EXPECT_EQ(Word(word), 202u);
}

TEST_F(CommandBufferTest, PrintfComesBeforeTheEnd) {
  Mem word = Buffer(Words{0});
  Kernel say = KernelWith("say", word.operator cl_mem());
  const CommandBuffer buffer = Recorded(queue, [&](Target& target) {
    target.Kernel(say, {1});
    target.Kernel(say, {1});
  });
  testing::internal::CaptureStdout();
  for (int i = 0; i < 3; ++i) Wait(Replay(buffer));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "1,4,13,40,121,364,");
}

TEST_F(CommandBufferTest, NoCommandsAndVeryMany) {
  const CommandBuffer none = Recorded(queue, [](Target&) {});
  EXPECT_EQ(StateOf(none), khr::kExecutable);
  for (int i = 0; i < 1000; ++i) Replay(none);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(StatusOf(Replay(none, {Replay(none)})) <= CL_QUEUED, true);
  Mem word = Buffer(Words{0});
  Kernel kernel = Counting(word);
  constexpr cl_uint kMany = 60000;
  const CommandBuffer many = Recorded(OutOfOrder(), [&](Target& target) {
    for (cl_uint i = 0; i < kMany; ++i) {
      target.Kernel(kernel, {1});
      if (i % 3 == 0) target.waits.push_back(target.point);
      if (target.waits.size() == 1000) target.waits.clear();
    }
    EXPECT_EQ(target.point, kMany);
  });
  for (int i = 0; i < 3; ++i) Wait(Replay(many));
  EXPECT_EQ(Word(word), 3 * kMany);
}

// ---- Events and queues.

TEST_F(CommandBufferTest, EventsAreThoseOfACommand) {
  Mem word = Buffer(Words{0});
  Kernel kernel = Counting(word);
  const CommandBuffer buffer = Recorded(queue, [&](Target& t) { t.Kernel(kernel, {1}); });
  const Event gate = UserEvent();
  const Event event = Replay(buffer, {gate}, Second());
  EXPECT_EQ(EventInfo<cl_command_type>(event, CL_EVENT_COMMAND_TYPE), khr::kCommandCommandBuffer);
  EXPECT_EQ(EventInfo<cl_context>(event, CL_EVENT_CONTEXT), context);
  EXPECT_EQ(EventInfo<cl_command_queue>(event, CL_EVENT_COMMAND_QUEUE), Second());
  EXPECT_EQ(EventInfo<cl_command_queue>(Replay(buffer), CL_EVENT_COMMAND_QUEUE), queue);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  LetOthersRun();
  EXPECT_EQ(Word(word), 1u);
  EXPECT_GT(StatusOf(event), CL_RUNNING);
  Open(gate);
  Wait(event);
  EXPECT_EQ(StatusOf(event), CL_COMPLETE);
  EXPECT_EQ(Word(word), 2u);
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* made) {
    return Khr().enqueue(0, nullptr, buffer, n, list, made);
  });
}

TEST_F(CommandBufferTest, Profiling) {
  Mem word = Buffer(Words{0});
  Kernel kernel = Counting(word);
  const Queue profiled = NewQueue(CL_QUEUE_PROFILING_ENABLE);
  for (const size_t items : {size_t{1}, size_t{1} << 20}) {
    const CommandBuffer buffer = Recorded(profiled, [&](Target& t) {
      t.Kernel(kernel, {items});
      t.Kernel(kernel, {items});
    });
    for (int i = 0; i < 20; ++i) {
      const Event event = Replay(buffer);
      Wait(event);
      cl_ulong last = 0;
      for (const cl_uint what :
           {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
            CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
        const auto time = Info<cl_ulong>(clGetEventProfilingInfo, event.operator cl_event(), what);
        EXPECT_LE(last, time) << std::hex << what;
        last = time;
      }
    }
    const Event none = Replay(buffer, {}, queue);
    Wait(none);
    cl_ulong time = 0;
    EXPECT_EQ(clGetEventProfilingInfo(none, CL_PROFILING_COMMAND_END, sizeof(time), &time, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
  }
}

TEST_F(CommandBufferTest, CallbacksReplay) {
  static std::atomic<int> left;
  static khr::CommandBufferHandle again;
  static void (*next)(cl_event, cl_int, void*);
  Mem word = Buffer(Words{0});
  Kernel kernel = Counting(word);
  const CommandBuffer buffer = Recorded(queue, [&](Target& t) {
    t.Kernel(kernel, {1});
    t.Kernel(kernel, {1 << 12});
  });
  again = buffer;
  left = 500;
  next = [](cl_event, cl_int status, void*) {
    EXPECT_EQ(status, CL_COMPLETE);
    if (left.fetch_sub(1) <= 1) return;
    const Event event = Replay(again);
    EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, next, nullptr), CL_SUCCESS);
  };
  EXPECT_EQ(clSetEventCallback(Replay(buffer), CL_COMPLETE, next, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_TRUE(Eventually([] { return left.load() <= 0; }));
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(Word(word), 500u * 4097);
}

TEST_F(CommandBufferTest, AFailedDependencyFailsTheReplayOnly) {
  Mem word = Buffer(Words{0});
  Kernel kernel = Counting(word);
  const CommandBuffer buffer = Recorded(OutOfOrder(), [&](Target& t) { t.Kernel(kernel, {1}); });
  const Event gate = UserEvent();
  const Event failing = Replay(buffer, {gate});
  const Event after = Replay(buffer, {failing});
  const Event other = Replay(buffer);
  EXPECT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  EXPECT_EQ(StatusOf(failing), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(StatusOf(after), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(StatusOf(other), CL_COMPLETE);
  Wait(Replay(buffer));
  EXPECT_EQ(Word(word), 2u);
}

TEST_F(CommandBufferTest, SubDevices) {
  const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id id = nullptr;
  if (Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    GTEST_SKIP() << "one compute unit cannot be partitioned";
  ASSERT_EQ(clCreateSubDevices(device, parts, 1, &id, nullptr), CL_SUCCESS);
  const Device part = id;
  cl_int error = -1;
  const std::array both{device, id};
  const Context of_both = clCreateContext(nullptr, 2, both.data(), nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Queue on_part = NewQueue(0, of_both, part), another = NewQueue(0, of_both, part);
  const Queue on_whole = NewQueue(0, of_both);
  const Program built =
      clCreateProgramWithSource(of_both, 1, std::array{kSource}.data(), nullptr, &error);
  ASSERT_EQ(clBuildProgram(built, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS);
  const Kernel kernel = MakeKernel(built, "count");
  cl_uint word = 0;
  const Mem memory = clCreateBuffer(of_both, CL_MEM_USE_HOST_PTR, 4, &word, &error);
  SetArgs(kernel, memory.operator cl_mem(), cl_uint{1});
  const CommandBuffer buffer = Recorded(on_part, [&](Target& t) {
    t.Kernel(kernel, {1});
    t.Kernel(kernel, {1 << 16});
  });
  for (int i = 0; i < 50; ++i) Replay(buffer, {}, i % 2 ? another : on_part);
  EXPECT_EQ(clFinish(on_part), CL_SUCCESS);
  EXPECT_EQ(clFinish(another), CL_SUCCESS);
  cl_uint sum = 0;
  EXPECT_EQ(clEnqueueReadBuffer(on_whole, memory, CL_TRUE, 0, 4, &sum, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(sum, 50u * 65537);
  cl_command_queue whole = on_whole;
  EXPECT_EQ(Khr().enqueue(1, &whole, buffer, 0, nullptr, nullptr), CL_INVALID_DEVICE);
}

// ---- Lifetimes.

TEST_F(CommandBufferTest, WhatWasRecordedMayBeReleased) {
  static std::atomic<bool> gone;
  gone = false;
  Mem word = Buffer(Words{0}), copy = Buffer(Words{0});
  EXPECT_EQ(clSetMemObjectDestructorCallback(
                word, [](cl_mem, void*) { gone = true; }, nullptr),
            CL_SUCCESS);
  Kernel kernel = Counting(word);
  Queue mine = NewQueue();
  CommandBuffer buffer = Recorded(mine, [&](Target& target) {
    target.Kernel(kernel, {1});
    target.Kernel(kernel, {1 << 12});
    target.Copy(word, copy, 0, 0, 4);
  });
  const Event gate = UserEvent();
  const Event held = Replay(buffer, {gate});
  word.reset();
  kernel.reset();
  program.reset();
  mine.reset();
  for (int i = 0; i < 20; ++i) Replay(buffer, {}, queue);  // also beyond where kernels are renewed
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(Word(copy), 20u * 4097);
  khr::CommandBufferHandle const handle = buffer;
  buffer.reset();
  EXPECT_EQ(Khr().retain(handle), khr::kInvalidCommandBuffer);
  EXPECT_EQ(Khr().enqueue(0, nullptr, handle, 0, nullptr, nullptr), khr::kInvalidCommandBuffer);
  EXPECT_FALSE(gone);
  Open(gate);
  Wait(held);
  EXPECT_EQ(Word(copy), 21u * 4097);
  EXPECT_TRUE(Eventually([] { return gone.load(); }));
}

TEST_F(CommandBufferTest, ImagesAndSamplersMayBeReleased) {
  const std::vector<unsigned char> elements = Bytes(size_t{8} * 8 * 4);
  Mem image = Image(Desc2D(8, 8), kRgba8, CL_MEM_COPY_HOST_PTR,
                    const_cast<unsigned char*>(elements.data()));
  cl_int error = -1;
  Sampler sampler = clCreateSamplerWithProperties(context, nullptr, &error);
  Mem out = Buffer(Words(4, 0));
  Kernel read = KernelWith("read", out.operator cl_mem(), image.operator cl_mem(),
                           sampler.operator cl_sampler());
  const CommandBuffer buffer =
      Recorded(queue, [&](Target& target) { target.Kernel(read, {2, 2}); });
  Replay(buffer);
  const Words once = Read<cl_uint>(out, 4);
  image.reset();
  sampler.reset();
  read.reset();
  for (int i = 0; i < 40; ++i) {
    Replay(buffer);
    const Sampler another = clCreateSamplerWithProperties(context, nullptr, &error);
  }
  Words expected = once;
  for (cl_uint& word : expected) word *= 41;
  EXPECT_EQ(Read<cl_uint>(out, 4), expected);
}

TEST_F(CommandBufferTest, ForkedChildrenReplay) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP();
#endif
  Mem word = Buffer(Words{0});
  Kernel kernel = Counting(word);
  const CommandBuffer buffer = Recorded(OutOfOrder(), [&](Target& t) {
    t.Kernel(kernel, {1});
    t.Kernel(kernel, {1 << 14});
  });
  Wait(Replay(buffer));
  for (int i = 0; i < 60; ++i) {
    // Some of them hold the turn when the process forks.
    for (int j = 0; j < 12; ++j) Replay(buffer);
    EXPECT_EQ(clFlush(OutOfOrder()), CL_SUCCESS);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(30);
      const cl_uint before = Word(word);
      const Event event = Replay(buffer, {}, i % 2 ? queue : OutOfOrder());
      Wait(event);
      _exit(Word(word) >= before + 16385 && !HasFailure() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  EXPECT_EQ(Word(word), 721u * 16385);
}

TEST_F(CommandBufferTest, ATerminatedContext) {
  const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  cl_int error = -1;
  const Context mortal = clCreateContext(properties, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Queue in = NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, mortal);
  const char* source =
      "kernel void forever(global volatile uint* p) { p[0] = 1; while (p[1] == 0); p[2] = 1; }";
  const Program built = clCreateProgramWithSource(mortal, 1, &source, nullptr, &error);
  ASSERT_EQ(clBuildProgram(built, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  const Kernel kernel = MakeKernel(built, "forever");
  const std::unique_ptr<cl_uint[]> words(new cl_uint[3]());
  const Mem memory = clCreateBuffer(mortal, CL_MEM_USE_HOST_PTR, 12, words.get(), &error);
  SetArgs(kernel, memory.operator cl_mem());
  const CommandBuffer buffer = Recorded(in, [&](Target& target) {
    for (int i = 0; i < 50; ++i) target.Kernel(kernel, {1});
  });
  std::vector<Event> events;
  events.reserve(5);
  for (int i = 0; i < 5; ++i) events.push_back(Replay(buffer));
  EXPECT_EQ(clFlush(in), CL_SUCCESS);
  EXPECT_TRUE(Eventually([&] { return __atomic_load_n(&words[0], __ATOMIC_RELAXED) == 1; }));
  const clTerminateContextKHR_fn terminate = FunctionNamed{"clTerminateContextKHR"};
  EXPECT_EQ(terminate(mortal), CL_SUCCESS);
  EXPECT_TRUE(Returns([&] { clFinish(in); }));
  for (cl_event event : events) EXPECT_EQ(StatusOf(event), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(Khr().enqueue(0, nullptr, buffer, 0, nullptr, nullptr), CL_CONTEXT_TERMINATED_KHR);
  khr::SyncPoint point = 0;
  const CommandBuffer late =
      Khr().create(1, std::array{in.operator cl_command_queue()}.data(), nullptr, &error);
  EXPECT_EQ(error, CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(Khr().barrier(buffer, nullptr, nullptr, 0, nullptr, &point, nullptr),
            CL_INVALID_OPERATION);
}

// ---- Memory that runs out.

TEST_F(CommandBufferTest, DISABLED_MemoryComesBack) {
  // Each work-item keeps 16 KiB across the barrier: a group needs 16 MiB.
  const Program large = Build(
      "kernel void k(global uint* p) {\n"
      "  uint kept[4096];\n"
      "  for (uint i = 0; i < 4096; ++i) kept[i] = p[0] + i;\n"
      "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  uint sum = 0;\n"
      "  for (uint i = get_local_id(0); i < 4096; i += p[1]) sum += kept[(i * 7) % 4096];\n"
      "  if (get_local_id(0) == 0) p[2] += sum ? 1 : 2;\n"
      "}\n");
  const Kernel kernel = MakeKernel(large, "k");
  Mem words = Buffer(Words{1, 1, 0});
  SetArgs(kernel, words.operator cl_mem());
  Mem word = Buffer(Words{0});
  const Kernel count = Counting(word);
  const CommandBuffer first = Recorded(queue, [&](Target& t) {
    t.Kernel(count, {1});
    t.Kernel(count, {1 << 16});
  });
  for (int i = 0; i < 20; ++i) Wait(Replay(first));  // threads and all else are there
  const CommandBuffer buffer =
      Recorded(queue, [&](Target& t) { t.Kernel(kernel, {1024}, {1024}); });
  cl_int status = CL_COMPLETE;
  {
    const FewAddresses few(8);
    const Event failed = Replay(buffer);
    clFinish(queue);
    status = StatusOf(failed);
  }
  EXPECT_EQ(status, CL_OUT_OF_RESOURCES);
  const Event well = Replay(buffer);
  clFinish(queue);
  EXPECT_EQ(StatusOf(well), CL_COMPLETE);
  EXPECT_EQ(Read<cl_uint>(words, 3)[2], 1u);
}

TEST_F(CommandBufferTest, MemoryComesBack) {
#if defined(HEDDLE_NO_FORK)
  GTEST_SKIP();
#endif
  EXPECT_EQ(RunInOwnProcess("CommandBufferTest.DISABLED_MemoryComesBack", [] { ::alarm(100); }), 0);
}

}  // namespace
