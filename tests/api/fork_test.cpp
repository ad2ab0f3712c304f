// SPDX-License-Identifier: Apache-2.0
// A forked child goes on with the objects of its parent; what was unfinished there fails in the
// child.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "../fork.h"
#include "command_test.h"

namespace {

class ForkTest : public CommandTest {
 protected:
  void SetUp() override {
#ifdef HEDDLE_NO_FORK
    GTEST_SKIP();
#endif
    CommandTest::SetUp();
  }
  /// `work` says in the child whether all is well.
  static void InChild(const std::function<bool()>& work) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(30);
      const bool well = work() && !testing::Test::HasFailure();
      _exit(well ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  bool Works(cl_command_queue in) {
    constexpr size_t size = 4 << 20;
    Mem buffer = Buffer(size);
    Event event = Fill(in, buffer, 5, size);
    std::vector<unsigned char> data(size);
    const cl_event wait = event;
    return clEnqueueReadBuffer(in, buffer, CL_TRUE, 0, size, data.data(), 1, &wait, nullptr) ==
               CL_SUCCESS &&
           data == std::vector<unsigned char>(size, 5) && clFinish(in) == CL_SUCCESS;
  }
};

TEST_F(ForkTest, QueuesWorkInTheChild) {
  EXPECT_TRUE(Works(queue));
  EXPECT_TRUE(Works(OutOfOrder()));
  InChild([&] { return Works(queue) && Works(OutOfOrder()) && Works(NewQueue()); });
  EXPECT_TRUE(Works(queue));
}

TEST_F(ForkTest, BeforeTheFirstCommand) {
  InChild([&] { return Works(queue) && Works(OutOfOrder()); });
  EXPECT_TRUE(Works(queue));
}

TEST_F(ForkTest, UnfinishedCommandsFailInTheChild) {
  Mem buffer = Buffer(64);
  Event gate = UserEvent(), done = Marker(queue);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  Event held = Fill(queue, buffer, 1, 64, {gate});
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  Event pending = Fill(OutOfOrder(), buffer, 1, 64);  // not flushed
  InChild([&] {
    EXPECT_EQ(StatusOf(done), CL_COMPLETE);
    for (cl_event e : {static_cast<cl_event>(held), static_cast<cl_event>(pending)}) {
      EXPECT_LT(StatusOf(e), 0);
      EXPECT_EQ(clWaitForEvents(1, &e), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    Event after = Marker(queue, {held});
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_LT(StatusOf(after), 0);
    return Works(queue) && Works(OutOfOrder());
  });
  Open(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  EXPECT_EQ(StatusOf(held), CL_COMPLETE);
  EXPECT_EQ(StatusOf(pending), CL_COMPLETE);
}

TEST_F(ForkTest, CallbacksWorkInTheChild) {
  const auto called = [&] {
    std::atomic<bool> flag{false};
    Event event = Marker(queue);
    EXPECT_EQ(
        clSetEventCallback(
            event, CL_COMPLETE,
            [](cl_event, cl_int, void* f) { static_cast<std::atomic<bool>*>(f)->store(true); },
            &flag),
        CL_SUCCESS);
    return Eventually([&] { return flag.load(); });
  };
  EXPECT_TRUE(called());
  InChild(called);
  EXPECT_TRUE(called());
}

TEST_F(ForkTest, WhileOtherThreadsEnqueue) {
  std::atomic<bool> stop{false};
  Mem buffer = Buffer(1 << 20);
  std::thread busy([&] {
    while (!stop) {
      const unsigned char value = 1;
      clEnqueueFillBuffer(queue, buffer, &value, 1, 0, 1 << 20, 0, nullptr, nullptr);
      clFinish(queue);
    }
  });
  for (int i = 0; i < 20; ++i) InChild([&] { return Works(queue) && Works(Second()); });
  stop = true;
  busy.join();
}

TEST_F(ForkTest, WhileOtherThreadsMakeObjects) {
  std::atomic<bool> stop{false};
  const std::function<bool()> makes[] = {
      [&] {
        void* const memory = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
        if (memory) clSVMFree(context, memory);
        return memory != nullptr;
      },
      [&] { return static_cast<cl_command_queue>(NewQueue()) != nullptr; },
      [&] { return static_cast<cl_mem>(Buffer(2 << 20)) != nullptr; },
      [&] {
        const char* source = "kernel void k() {}";
        Program made = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
        return clBuildProgram(made, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS;
      },
  };
  std::vector<std::thread> busy;
  for (const auto& make : makes)
    busy.emplace_back([&] {
      while (!stop) EXPECT_TRUE(make());
    });
  for (int i = 0; i < 50 && !HasFailure(); ++i)
    InChild([&] { return std::ranges::all_of(makes, [](const auto& make) { return make(); }); });
  stop = true;
  for (std::thread& thread : busy) thread.join();
}

TEST_F(ForkTest, WhileOtherThreadsUseTheSameObjects) {
  const char* source = "kernel void k(global uint* x) { x[get_global_id(0)] = 1; }";
  Program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Mem buffer = Buffer(4096);
  const std::function<bool()> uses[] = {
      [&] {
        cl_int error = -1;
        Kernel kernel = clCreateKernel(program, "k", &error);
        return error == CL_SUCCESS;
      },
      [&] {
        const auto nothing = [](cl_program, void*) {};
        size_t size = 0;
        return clSetProgramReleaseCallback(program, nothing, nullptr) == CL_SUCCESS &&
               clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) ==
                   CL_SUCCESS &&
               size != 0;
      },
      [&] {
        cl_int error = -1;
        void* const mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4096, 0,
                                                nullptr, nullptr, &error);
        return error == CL_SUCCESS &&
               clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr) == CL_SUCCESS;
      },
      [&] {
        const auto nothing = [](cl_mem, void*) {};
        return clSetMemObjectDestructorCallback(buffer, nothing, nullptr) == CL_SUCCESS;
      },
  };
  std::atomic<bool> stop{false};
  std::vector<std::thread> busy;
  for (const auto& use : uses)
    busy.emplace_back([&] {
      while (!stop) EXPECT_TRUE(use());
    });
  for (int i = 0; i < 50 && !HasFailure(); ++i)
    InChild([&] { return std::ranges::all_of(uses, [](const auto& use) { return use(); }); });
  stop = true;
  for (std::thread& thread : busy) thread.join();
}

}  // namespace
