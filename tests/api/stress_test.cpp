// SPDX-License-Identifier: Apache-2.0
// Everything at once: programs that are built, used and released by many threads, queues by the
// hundred, and processes that end meanwhile.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "command_test.h"
#include "own_process.h"

namespace {

class StressTest : public CommandTest {
 protected:
  static constexpr size_t kItems = 1024;

  /// A program that no cache has: it writes `value` + the global id.
  static std::string Source(int value) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return "kernel void fill(global int* p) {\n"
           "  p[get_global_id(0)] = get_global_id(0) + " +
           std::to_string(value) +
           ";\n}\n"
           "kernel void turn(global int* p, local int* l) {\n"
           "  l[get_local_id(0)] = p[get_global_id(0)];\n"
           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  p[get_global_id(0)] = l[get_local_size(0) - 1 - get_local_id(0)];\n"
           "}\n"
           "// " +
           std::to_string(now) + " " + std::to_string(::getpid());
  }

  Program FromSource(const std::string& source) {
    const char* text = source.c_str();
    cl_int error = -1;
    Program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }

  /// Enqueues `kernel`, waits for nothing and lets go of what is not to be read.
  Mem Launch(cl_command_queue to, cl_program program) {
    Mem buffer = Buffer(kItems * sizeof(int));
    Kernel fill = MakeKernel(program, "fill"), turn = MakeKernel(program, "turn");
    const size_t items = kItems, local = 64;
    SetArg(fill, 0, static_cast<cl_mem>(buffer));
    SetArg(turn, 0, static_cast<cl_mem>(buffer));
    EXPECT_EQ(clSetKernelArg(turn, 1, local * sizeof(int), nullptr), CL_SUCCESS);
    for (cl_kernel kernel : {static_cast<cl_kernel>(fill), static_cast<cl_kernel>(turn)}) {
      EXPECT_EQ(clEnqueueNDRangeKernel(to, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr),
                CL_SUCCESS);
    }
    return buffer;
  }

  template <class Work>
  static void InThreads(int count, Work work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
    for (auto& t : threads) t.join();
  }
};

TEST_F(StressTest, ProgramsComeAndGo) {
  std::atomic<int> begun{0}, ended{0};
  const auto count = [](cl_program, void* data) { ++*static_cast<std::atomic<int>*>(data); };
  InThreads(6, [&](int me) {
    Queue own = NewQueue(0);
    for (int round = 0; round < 4; ++round) {
      const int value = 100 * me + round;
      // One that is released while it is being built.
      Program dropped = FromSource(Source(value));
      EXPECT_EQ(clBuildProgram(dropped, 1, &device, "", count, &ended), CL_SUCCESS);
      ++begun;
      dropped.reset();
      Program program = FromSource(Source(value));
      ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS)
          << BuildLog(program);
      Mem unread = Launch(own, program);
      Mem buffer = Launch(own, program);
      unread.reset();
      program.reset();
      std::vector<int> out(kItems);
      ASSERT_EQ(clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, kItems * sizeof(int), out.data(), 0,
                                    nullptr, nullptr),
                CL_SUCCESS);
      for (size_t i = 0; i < kItems; ++i)
        ASSERT_EQ(out[i], value + static_cast<int>(i / 64 * 64 + 63 - i % 64));
    }
  });
  while (ended < begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST_F(StressTest, QueuesByTheHundred) {
  Program program = FromSource(Source(7));
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  constexpr int kQueues = 300;
  cl_int error = -1;
  Event gate = clCreateUserEvent(context, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<Mem> buffers;
  std::vector<Event> markers;
  std::atomic<int> called{0};
  {
    std::vector<Queue> queues;
    for (int i = 0; i < kQueues; ++i) {
      queues.push_back(NewQueue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0));
      const cl_event before = markers.empty() ? gate : markers.back();
      ASSERT_EQ(clEnqueueBarrierWithWaitList(queues.back(), 1, &before, nullptr), CL_SUCCESS);
      if (i % 2 == 0) buffers.push_back(Launch(queues.back(), program));
      Event done;
      ASSERT_EQ(clEnqueueMarkerWithWaitList(queues.back(), 0, nullptr, done.out()), CL_SUCCESS);
      ASSERT_EQ(clSetEventCallback(
                    done, CL_COMPLETE,
                    [](cl_event, cl_int, void* data) { ++*static_cast<std::atomic<int>*>(data); },
                    &called),
                CL_SUCCESS);
      markers.push_back(std::move(done));
    }
    program.reset();
    std::thread opener([&] { EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS); });
    // The queues go while their commands run.
    queues.clear();
    opener.join();
  }
  const cl_event last = markers.back();
  ASSERT_EQ(clWaitForEvents(1, &last), CL_SUCCESS);
  for (const Mem& buffer : buffers) EXPECT_EQ(Read<int>(buffer, kItems)[0], 7 + 63);
  while (called < kQueues) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Run by the test below in a process of its own, which ends while programs are built and run.
TEST_F(StressTest, DISABLED_Child) {
  std::atomic<int> steps{0};
  for (int me = 0; me < 4; ++me) {
    std::thread([this, &steps] {
      for (int round = 0;; ++round) {
        Program program = FromSource(Source(round));
        ++steps;
        if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) continue;
        ++steps;
        Launch(queue, program).leak();
        ++steps;
      }
    }).detach();
  }
  const char* last = std::getenv("EXIT_AFTER");
  while (steps < (last ? atoi(last) : 4)) std::this_thread::yield();
  std::exit(HasFailure());
}

TEST_F(StressTest, AProcessMayEndAtAnyTime) {
  for (int steps : {0, 1, 4, 5, 6, 7, 9, 12, 20, 40}) {
    const int code = RunInOwnProcess("StressTest.DISABLED_Child", [&] {
      ::setenv("EXIT_AFTER", std::to_string(steps).c_str(), 1);
      ::alarm(100);
    });
    EXPECT_EQ(code, 0) << "after " << steps << " steps";
  }
}

}  // namespace
