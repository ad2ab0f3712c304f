// SPDX-License-Identifier: Apache-2.0
// What the tests of commands and events share: gates (user events), status queries, and waiting
// with a limit instead of for ever. Nothing is shown by the time that it takes, but by what came
// before.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

#include "api_test.h"

template <class T>
T QueueInfo(cl_command_queue queue, cl_uint param) {
  return Info<T>(clGetCommandQueueInfo, queue, param);
}
template <class T>
T EventInfo(cl_event event, cl_uint param) {
  return Info<T>(clGetEventInfo, event, param);
}
template <class T>
T MemInfo(cl_mem mem, cl_uint param) {
  return Info<T>(clGetMemObjectInfo, mem, param);
}

class CommandTest : public ApiTest {
 protected:
  void TearDown() override {
    second.reset();
    out_of_order.reset();
    ApiTest::TearDown();
  }

  Event UserEvent() {
    cl_int error = -1;
    Event event = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return event;
  }
  /// Makes whatever waits for the gate start.
  static void Open(cl_event gate) {
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  }

  static cl_int StatusOf(cl_event event) {
    return EventInfo<cl_int>(event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }

  Queue NewQueue(cl_command_queue_properties bits = 0, cl_context in = nullptr,
                 cl_device_id on = nullptr) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
    cl_int error = -1;
    Queue made =
        clCreateCommandQueueWithProperties(in ? in : context, on ? on : device, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_command_queue OutOfOrder() {
    if (!out_of_order) out_of_order = NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    return out_of_order;
  }
  cl_command_queue Second() {
    if (!second) second = NewQueue();
    return second;
  }
  Context NewContext() {
    cl_int error = -1;
    Context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  Event Marker(cl_command_queue in, std::vector<cl_event> waits = {}) {
    Event event;
    EXPECT_EQ(clEnqueueMarkerWithWaitList(in, static_cast<cl_uint>(waits.size()),
                                          waits.empty() ? nullptr : waits.data(), event.out()),
              CL_SUCCESS);
    return event;
  }
  /// Fills the first `bytes` with `value`.
  Event Fill(cl_command_queue in, cl_mem buffer, unsigned char value, size_t bytes,
             std::vector<cl_event> waits = {}) {
    Event event;
    EXPECT_EQ(
        clEnqueueFillBuffer(in, buffer, &value, 1, 0, bytes, static_cast<cl_uint>(waits.size()),
                            waits.empty() ? nullptr : waits.data(), event.out()),
        CL_SUCCESS);
    return event;
  }

  static bool Eventually(const std::function<bool()>& holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!holds()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  /// Commands that may run have their turn: when this returns, the device's threads have run one
  /// that was enqueued after them, in a queue of its own.
  void LetOthersRun() {
    Queue last = NewQueue();
    Mem buffer = Buffer(64);
    Event event = Fill(last, buffer, 1, 64);
    EXPECT_EQ(clFlush(last), CL_SUCCESS);
    EXPECT_TRUE(Eventually([&] { return StatusOf(event) == CL_COMPLETE; }));
  }

  /// Does the thread sleep, as one does that waits for a command? On a busy machine one that was
  /// just made may not have run at all for a while.
  static bool Sleeps(pid_t thread) {
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string line;
    std::getline(file, line);
    const size_t name_end = line.rfind(')');
    return name_end != std::string::npos && line.compare(name_end, 3, ") S") == 0;
  }

  /// A call on a thread of its own, which has to wait for something.
  class WaitingCall {
   public:
    explicit WaitingCall(std::function<void()> call)
        : thread_([this, call = std::move(call)] {
            number_ = gettid();
            call();
            returned_ = true;
          }) {}
    ~WaitingCall() { Join(); }
    /// True once it waits, false if it has returned.
    bool Waits() const {
      EXPECT_TRUE(Eventually([&] { return returned_ || (number_ != 0 && Sleeps(number_)); }));
      return !returned_;
    }
    bool Returned() const { return returned_; }
    void Join() {
      if (thread_.joinable()) thread_.join();
    }

   private:
    std::atomic<pid_t> number_{0};
    std::atomic<bool> returned_{false};
    std::thread thread_;
  };

  /// Runs `work` on another thread; false if that is stuck (the thread is then abandoned).
  static bool Returns(std::function<void()> work) {
    auto done = std::make_shared<std::atomic<bool>>(false);
    std::thread thread([done, work = std::move(work)] {
      work();
      done->store(true);
    });
    if (!Eventually([&] { return done->load(); })) {
      thread.detach();
      return false;
    }
    thread.join();
    return true;
  }

  Queue out_of_order, second;
};

/// A check made with `queue`-like calls for every way in which a wait list can be wrong:
/// `enqueue(num, list, event)` has otherwise valid arguments. The event must stay untouched.
inline void CheckWaitLists(
    cl_context context, cl_device_id device,
    const std::function<cl_int(cl_uint, const cl_event*, cl_event*)>& enqueue) {
  cl_event const untouched = reinterpret_cast<cl_event>(uintptr_t{0x1234});
  cl_event event = untouched;
  cl_int error = -1;
  Event user = clCreateUserEvent(context, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_event list[2] = {user, nullptr};
  EXPECT_EQ(enqueue(1, nullptr, &event), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(enqueue(0, list, &event), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(enqueue(2, list, &event), CL_INVALID_EVENT_WAIT_LIST);
  for (cl_event bad : BadHandles<cl_event>()) {
    list[1] = bad;
    EXPECT_EQ(enqueue(2, list, &event), CL_INVALID_EVENT_WAIT_LIST);
  }
  list[1] = reinterpret_cast<cl_event>(context);
  EXPECT_EQ(enqueue(2, list, &event), CL_INVALID_EVENT_WAIT_LIST);
  Event stale = clCreateUserEvent(context, &error);
  list[1] = stale;
  stale.reset();
  EXPECT_EQ(enqueue(2, list, &event), CL_INVALID_EVENT_WAIT_LIST);
  Context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Event foreign = clCreateUserEvent(other, &error);
  list[1] = foreign;
  EXPECT_EQ(enqueue(2, list, &event), CL_INVALID_CONTEXT);
  EXPECT_EQ(event, untouched);
}
