// SPDX-License-Identifier: Apache-2.0
#include "command_test.h"

#include <atomic>
#include <list>
#include <mutex>
#include <thread>

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
  /// Those up to one that was due after all others: callbacks have their turns.
  std::vector<std::pair<cl_event, cl_int>> AllCalls() {
    Event last = UserEvent();
    Watch(last, CL_COMPLETE);
    Open(last);
    auto calls = log.Calls();
    EXPECT_TRUE(Eventually([&] {
      calls = log.Calls();
      return !calls.empty() && calls.back().first == last;
    }));
    if (!calls.empty()) calls.pop_back();
    return calls;
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
  using Calls = std::vector<std::pair<cl_event, cl_int>>;
  EXPECT_EQ(AllCalls(), (Calls{{event, CL_SUBMITTED}, {event, CL_RUNNING}, {event, CL_COMPLETE}}));
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

// An event that waits for a command that runs and for a user event (inner and outer dependencies):
// its callback comes after both, whichever is the last, and is told if the user event has failed.
TEST_F(CallbackTest, WaitsForARunningCommandAndAUserEvent) {
  struct Held {
    std::atomic<bool> runs{false}, may_end{false};
  };
  const auto hold = [](void* argument) {
    auto* held = *static_cast<Held**>(argument);
    held->runs = true;
    while (!held->may_end) std::this_thread::yield();
  };
  for (const bool user_first : {false, true}) {
    for (const cl_int outcome : {CL_COMPLETE, -77}) {
      SCOPED_TRACE(testing::Message() << user_first << " " << outcome);
      log.calls.clear();
      Held held;
      Held* argument = &held;
      Queue other = NewQueue();
      Event running, gate = UserEvent();
      ASSERT_EQ(clEnqueueNativeKernel(other, hold, &argument, sizeof argument, 0, nullptr, nullptr,
                                      0, nullptr, running.out()),
                CL_SUCCESS);
      EXPECT_EQ(clFlush(other), CL_SUCCESS);
      Event both = Marker(queue, {running, gate});
      Watch(both, CL_COMPLETE);
      EXPECT_TRUE(Eventually([&] { return held.runs.load(); }));
      EXPECT_EQ(StatusOf(running), CL_RUNNING);
      const auto end_command = [&] {
        held.may_end = true;
        EXPECT_EQ(clFinish(other), CL_SUCCESS);
      };
      const auto end_user_event = [&] {
        EXPECT_EQ(clSetUserEventStatus(gate, outcome), CL_SUCCESS);
      };
      user_first ? end_user_event() : end_command();
      EXPECT_TRUE(log.Calls().empty());
      user_first ? end_command() : end_user_event();
      ASSERT_TRUE(Called(1));
      const cl_int told =
          outcome == CL_COMPLETE ? CL_COMPLETE : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
      EXPECT_EQ(log.Calls(), (std::vector{std::pair(static_cast<cl_event>(both), told)}));
    }
  }
}

TEST_F(CallbackTest, SeveralOfOneState) {
  Event gate = UserEvent();
  for (int i = 0; i < 10; ++i) Watch(gate, CL_COMPLETE);
  Open(gate);
  EXPECT_TRUE(Called(10));
  EXPECT_EQ(AllCalls().size(), 10u);
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
  EXPECT_EQ(AllCalls().size(), 1500u);
}

// ---- Waits are for the callbacks, too: programs free what these use afterwards.

/// A callback that takes until somebody waits for it, and one that takes as long as it is told to.
struct Slow {
  std::atomic<bool> entered{false}, let_go{false};
  std::atomic<int> returned{0};
  const pid_t owner = gettid();
  static void CL_CALLBACK Hold(cl_event, cl_int, void* data) {
    auto* self = static_cast<Slow*>(data);
    self->entered = true;
    while (!self->let_go) std::this_thread::yield();
    ++self->returned;
  }
};

class CallbackWaitTest : public CallbackTest {
 protected:
  /// On the thread that waits it returns at once.
  static void CL_CALLBACK UntilAwaited(cl_event, cl_int, void* data) {
    auto* slow = static_cast<Slow*>(data);
    EXPECT_TRUE(Eventually([&] { return gettid() == slow->owner || Sleeps(slow->owner); }));
    ++slow->returned;
  }
  void On(cl_event event, void(CL_CALLBACK* notify)(cl_event, cl_int, void*), void* data,
          cl_int type = CL_COMPLETE) {
    EXPECT_EQ(clSetEventCallback(event, type, notify, data), CL_SUCCESS);
  }
  static cl_int Wait(cl_event event) { return clWaitForEvents(1, &event); }
};

TEST_F(CallbackWaitTest, AWaitForAnEvent) {
  Mem buffer = Buffer(64);
  Event gate = UserEvent();
  for (cl_command_queue in : {queue, OutOfOrder()}) {
    Slow slow;
    Event event = Fill(in, buffer, 1, 64);
    for (cl_int type : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
      On(event, UntilAwaited, &slow, type);
    EXPECT_EQ(Wait(event), CL_SUCCESS);
    EXPECT_EQ(slow.returned, 3);
  }
  Slow slow;
  On(gate, UntilAwaited, &slow);
  Open(gate);
  EXPECT_EQ(Wait(gate), CL_SUCCESS);
  EXPECT_EQ(slow.returned, 1);
}

TEST_F(CallbackWaitTest, AFinish) {
  Mem buffer = Buffer(64);
  for (cl_command_queue in : {queue, OutOfOrder()}) {
    Slow slow;
    for (int i = 0; i < 3; ++i) On(Fill(in, buffer, 1, 64), UntilAwaited, &slow);
    EXPECT_EQ(clFinish(in), CL_SUCCESS);
    EXPECT_EQ(slow.returned, 3);
  }
}

TEST_F(CallbackWaitTest, OneOfAnEventThatIsDone) {
  Event event = Marker(queue);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  Slow slow;
  On(event, UntilAwaited, &slow);
  EXPECT_EQ(Wait(event), CL_SUCCESS);
  EXPECT_EQ(slow.returned, 1);
  On(event, UntilAwaited, &slow);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(slow.returned, 2);
}

TEST_F(CallbackWaitTest, OneOfAnEventThatFailed) {
  Slow slow;
  Event gate = UserEvent();
  Event event = Marker(queue, {gate});
  On(event, UntilAwaited, &slow);
  clSetUserEventStatus(gate, -33);
  EXPECT_EQ(Wait(event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(slow.returned, 1);
}

TEST_F(CallbackWaitTest, AllThreadsThatWait) {
  Mem buffer = Buffer(64);
  Slow slow;
  Event event = Fill(queue, buffer, 1, 64);
  On(event, Slow::Hold, &slow);
  EXPECT_TRUE(Eventually([&] { return slow.entered.load(); }));
  std::atomic<int> early{0};
  std::list<WaitingCall> calls;
  for (int i = 0; i < 4; ++i) {
    calls.emplace_back([&, i] {
      i % 2 ? clFinish(queue) : Wait(event);
      if (slow.returned == 0) ++early;
    });
  }
  for (const WaitingCall& call : calls) EXPECT_TRUE(call.Waits());
  slow.let_go = true;
  calls.clear();
  EXPECT_EQ(early, 0);
}

TEST_F(CallbackWaitTest, ThoseOfOtherEventsAreNotWaitedFor) {
  Slow held, mine;
  Event gate = UserEvent();
  On(gate, Slow::Hold, &held);
  Open(gate);
  EXPECT_TRUE(Eventually([&] { return held.entered.load(); }));
  Mem buffer = Buffer(64);
  Event event = Fill(queue, buffer, 1, 64);
  On(event, UntilAwaited, &mine);
  EXPECT_TRUE(Returns([&] { Wait(event); }));
  EXPECT_EQ(mine.returned, 1);
  On(Fill(queue, buffer, 1, 64), UntilAwaited, &mine);
  EXPECT_TRUE(Returns([&] { clFinish(queue); }));
  EXPECT_EQ(mine.returned, 2);
  // One that is due but waits for its turn, and one of a queue that another finish is not about.
  On(Fill(Second(), buffer, 1, 64), Slow::Hold, &held);
  Event other = Marker(queue);
  EXPECT_TRUE(Returns([&] { clFinish(queue); }));
  EXPECT_TRUE(Returns([&] { Wait(other); }));
  EXPECT_EQ(held.returned, 0);
  held.let_go = true;
  EXPECT_EQ(clFinish(Second()), CL_SUCCESS);
  EXPECT_EQ(held.returned.load() > 0, true);
  EXPECT_EQ(Wait(gate), CL_SUCCESS);
  EXPECT_EQ(held.returned, 2);
}

TEST_F(CallbackWaitTest, InACallbackAWaitIsForCommands) {
  struct Data {
    cl_command_queue queue;
    Slow slow;
    static void CL_CALLBACK Finish(cl_event event, cl_int, void* data) {
      auto* self = static_cast<Data*>(data);
      EXPECT_EQ(Wait(event), CL_SUCCESS);
      EXPECT_EQ(clFinish(self->queue), CL_SUCCESS);
      ++self->slow.returned;
    }
  };
  Mem buffer = Buffer(64);
  Data data{queue, {}};
  for (int i = 0; i < 20; ++i) {
    Event first = Fill(queue, buffer, 1, 64);
    Event second = Fill(queue, buffer, 1, 64);
    On(first, Data::Finish, &data);
    On(second, Data::Finish, &data);
    // On the thread of callbacks, or on the one that waits.
    if (i % 2) EXPECT_TRUE(Eventually([&] { return data.slow.returned == 2 * i + 2; }));
    EXPECT_TRUE(Returns([&] { clFinish(queue); }));
    EXPECT_EQ(data.slow.returned, 2 * i + 2);
  }
}

TEST_F(CallbackWaitTest, WhatACallbackRegistersIsNotWaitedFor) {
  struct Again {
    std::atomic<int> calls{0};
    std::atomic<bool> stop{false};
    static void CL_CALLBACK Call(cl_event event, cl_int, void* data) {
      auto* self = static_cast<Again*>(data);
      ++self->calls;
      if (!self->stop) EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, Call, data), CL_SUCCESS);
    }
  };
  Mem buffer = Buffer(64);
  Again again;
  Event event = Fill(queue, buffer, 1, 64);
  On(event, Again::Call, &again);
  EXPECT_TRUE(Returns([&] { Wait(event); }));
  EXPECT_TRUE(Returns([&] { clFinish(queue); }));
  EXPECT_GT(again.calls, 0);
  again.stop = true;
  Wait(event);
  Wait(event);  // for what one that ran meanwhile has registered
}

TEST_F(CallbackWaitTest, ManyThreadsAndEvents) {
  constexpr int kThreads = 4, kTimes = 200;
  std::vector<std::thread> threads;
  std::atomic<int> early{0};
  cl_command_queue const queues[] = {queue, OutOfOrder()};
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Mem buffer = Buffer(64);
      for (int i = 0; i < kTimes; ++i) {
        auto called = std::make_unique<std::atomic<int>>(0);
        const auto count = [](cl_event, cl_int, void* data) {
          ++*static_cast<std::atomic<int>*>(data);
        };
        Event event = Fill(queues[t % 2], buffer, 1, 64);
        for (cl_int type : {CL_SUBMITTED, CL_COMPLETE}) On(event, count, called.get(), type);
        i % 2 ? clFinish(queues[t % 2]) : Wait(event);
        if (*called != 2) ++early;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(early, 0);
}

}  // namespace
