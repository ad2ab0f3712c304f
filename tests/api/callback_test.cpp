// SPDX-License-Identifier: Apache-2.0
#include "command_test.h"

#include <mutex>

namespace {

// What callbacks were told, in their order.
struct Log {
  std::mutex mutex;
  std::vector<std::pair<cl_event, cl_int>> calls;

  static void CL_CALLBACK Note(cl_event event, cl_int status, void* log) {
    auto* self = static_cast<Log*>(log);
    std::lock_guard lock(self->mutex);
    self->calls.emplace_back(event, status);
  }
  std::vector<std::pair<cl_event, cl_int>> Calls() {
    std::lock_guard lock(mutex);
    return calls;
  }
};

class CallbackTest : public CommandTest {
 protected:
  void Watch(cl_event event, cl_int type) {
    EXPECT_EQ(clSetEventCallback(event, type, Log::Note, &log), CL_SUCCESS);
  }
  bool Called(size_t times) {
    return Eventually([&] { return log.Calls().size() >= times; });
  }
  Log log;
};

TEST_F(CallbackTest, ChecksItsArguments) {
  Event event = UserEvent();
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
  for (cl_int bad : {CL_QUEUED, -1, 4}) {
    EXPECT_EQ(clSetEventCallback(event, bad, Log::Note, &log), CL_INVALID_VALUE);
  }
}

TEST_F(CallbackTest, EachStateOnceAndInOrder) {
  Mem buffer = Buffer(64);
  Event gate = UserEvent();
  Event event = Fill(queue, buffer, 1, 64, {gate});
  Watch(event, CL_COMPLETE);
  Watch(event, CL_RUNNING);
  Watch(event, CL_SUBMITTED);
  EXPECT_TRUE(Called(1));
  Open(gate);  // nobody waits or flushes
  EXPECT_TRUE(Called(3));
  Settle();
  using Calls = std::vector<std::pair<cl_event, cl_int>>;
  EXPECT_EQ(log.Calls(), (Calls{{event, CL_SUBMITTED}, {event, CL_RUNNING}, {event, CL_COMPLETE}}));
}

TEST_F(CallbackTest, LateRegistrationFiresAtOnce) {
  Event event = Marker(queue);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  for (cl_int type : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}) Watch(event, type);
  EXPECT_TRUE(Called(3));
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(log.Calls()[i].second, static_cast<cl_int>(2 - i));
}

TEST_F(CallbackTest, ErrorsArePassed) {
  Event gate = UserEvent();
  Event event = Marker(queue, {gate});
  Watch(gate, CL_COMPLETE);
  Watch(event, CL_COMPLETE);
  Watch(event, CL_RUNNING);
  clSetUserEventStatus(gate, -33);
  EXPECT_TRUE(Called(3));
  for (const auto& [of, status] : log.Calls()) {
    EXPECT_EQ(status, of == gate ? -33 : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  Watch(event, CL_COMPLETE);  // late
  EXPECT_TRUE(Called(4));
  EXPECT_LT(log.Calls()[3].second, 0);
}

TEST_F(CallbackTest, SeveralOfOneState) {
  Event gate = UserEvent();
  for (int i = 0; i < 10; ++i) Watch(gate, CL_COMPLETE);
  Open(gate);
  EXPECT_TRUE(Called(10));
  Settle();
  EXPECT_EQ(log.Calls().size(), 10u);
}

TEST_F(CallbackTest, CalledThoughTheEventIsReleased) {
  Event gate = UserEvent();
  Marker(queue, {gate});  // another one keeps the gate
  {
    Event event = Marker(queue, {gate});
    Watch(event, CL_COMPLETE);
  }
  Open(gate);
  EXPECT_TRUE(Called(1));
}

TEST_F(CallbackTest, UnflushedCommandsAreReached) {
  Mem buffer = Buffer(64);
  Event event = Fill(queue, buffer, 1, 64);
  Watch(event, CL_COMPLETE);
  EXPECT_TRUE(Called(1));
}

TEST_F(CallbackTest, MayEnqueueAndQuery) {
  struct Chain {
    cl_command_queue queue;
    cl_mem buffer;
    std::atomic<int> left{50};
    std::atomic<bool> done{false};
    static void CL_CALLBACK Next(cl_event event, cl_int status, void* data) {
      auto* self = static_cast<Chain*>(data);
      EXPECT_EQ(status, CL_COMPLETE);
      EXPECT_EQ(StatusOf(event), CL_COMPLETE);
      if (self->left-- == 0) {
        self->done = true;
        return;
      }
      const unsigned char value = 1;
      Event next;
      EXPECT_EQ(
          clEnqueueFillBuffer(self->queue, self->buffer, &value, 1, 0, 64, 0, nullptr, next.out()),
          CL_SUCCESS);
      EXPECT_EQ(clSetEventCallback(next, CL_COMPLETE, Next, self), CL_SUCCESS);
      EXPECT_EQ(clFlush(self->queue), CL_SUCCESS);
    }
  };
  Mem buffer = Buffer(64);
  Chain chain{queue, buffer};
  Event event = Fill(queue, buffer, 1, 64);
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, Chain::Next, &chain), CL_SUCCESS);
  EXPECT_TRUE(Eventually([&] { return chain.done.load(); }));
}

TEST_F(CallbackTest, ASlowCallbackHoldsUpNoCommand) {
  Event gate = UserEvent();
  std::atomic<bool> release{false};
  EXPECT_EQ(clSetEventCallback(
                gate, CL_COMPLETE,
                [](cl_event, cl_int, void* flag) {
                  while (!static_cast<std::atomic<bool>*>(flag)->load()) std::this_thread::yield();
                },
                &release),
            CL_SUCCESS);
  Open(gate);
  Mem buffer = Buffer(64);
  Fill(queue, buffer, 1, 64);
  EXPECT_TRUE(Returns([&] { clFinish(queue); }));
  release = true;
  Watch(gate, CL_COMPLETE);
  EXPECT_TRUE(Called(1));
}

TEST_F(CallbackTest, ManyAtOnce) {
  Mem buffer = Buffer(64);
  std::vector<Event> events;
  for (int i = 0; i < 500; ++i) {
    events.push_back(i % 2 ? Fill(queue, buffer, 1, 64) : Marker(OutOfOrder()));
    for (cl_int type : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}) Watch(events.back(), type);
  }
  EXPECT_TRUE(Called(1500));
  Settle();
  EXPECT_EQ(log.Calls().size(), 1500u);
}

}  // namespace
