// SPDX-License-Identifier: Apache-2.0
// The order of commands (§3.2.4, 5.12, 5.13), told by native kernels that note when they run.
#include <mutex>

#include "command_test.h"

namespace {

class OrderingTest : public CommandTest {
 protected:
  void TearDown() override {  // whatever may still write into the diary
    for (cl_command_queue q : {queue, OutOfOrder()}) EXPECT_EQ(clFinish(q), CL_SUCCESS);
    CommandTest::TearDown();
  }
  struct Diary {
    std::mutex mutex;
    std::vector<int> entries;
  };
  struct Note {
    Diary* diary;
    int number;
    std::atomic<bool>* hold;   // if not null, wait until it is true
    std::atomic<int>* inside;  // if not null, counted up before that
  };
  static void CL_CALLBACK Write(void* data) {
    const auto* note = static_cast<const Note*>(data);
    if (note->inside) ++*note->inside;
    if (note->hold) {
      while (!note->hold->load()) std::this_thread::yield();
    }
    std::lock_guard lock(note->diary->mutex);
    note->diary->entries.push_back(note->number);
  }
  Event Run(cl_command_queue in, int number, std::vector<cl_event> waits = {},
            std::atomic<bool>* hold = nullptr, std::atomic<int>* inside = nullptr) {
    Note note{&diary, number, hold, inside};
    Event event;
    EXPECT_EQ(clEnqueueNativeKernel(in, Write, &note, sizeof note, 0, nullptr, nullptr,
                                    static_cast<cl_uint>(waits.size()),
                                    waits.empty() ? nullptr : waits.data(), event.out()),
              CL_SUCCESS);
    return event;
  }
  void Barrier(cl_command_queue in, std::vector<cl_event> waits = {}) {
    EXPECT_EQ(clEnqueueBarrierWithWaitList(in, static_cast<cl_uint>(waits.size()),
                                           waits.empty() ? nullptr : waits.data(), nullptr),
              CL_SUCCESS);
  }
  /// What ran before has its entry before this one.
  void OpenNoted(cl_event gate) {
    LetOthersRun();
    {
      std::lock_guard lock(diary.mutex);
      diary.entries.push_back(kOpened);
    }
    Open(gate);
  }
  static constexpr int kOpened = -1;
  Diary diary;
};

TEST_F(OrderingTest, InOrder) {
  std::vector<int> expected;
  for (int i = 0; i < 200; ++i) {
    Run(queue, i);
    expected.push_back(i);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(diary.entries, expected);
}

TEST_F(OrderingTest, InOrderBehindAGate) {
  Event gate = UserEvent();
  Run(queue, 0, {gate});
  Run(queue, 1);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  OpenNoted(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(diary.entries, (std::vector<int>{kOpened, 0, 1}));
}

TEST_F(OrderingTest, OutOfOrderFollowsWaitListsOnly) {
  Event gate = UserEvent();
  Event held = Run(OutOfOrder(), 0, {gate});
  Run(OutOfOrder(), 2, {held});
  Event free = Run(OutOfOrder(), 1);
  const cl_event wait = free;
  EXPECT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
  EXPECT_EQ(diary.entries, (std::vector<int>{1}));
  Open(gate);
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  EXPECT_EQ(diary.entries, (std::vector<int>{1, 0, 2}));
}

TEST_F(OrderingTest, CommandsOverlap) {
  // Each holds until all are inside; on one compute unit nothing can overlap.
  if (Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS) < 2) GTEST_SKIP();
  for (const bool two_queues : {false, true}) {
    std::atomic<int> inside{0};
    std::atomic<bool> go{false};
    const cl_command_queue first = two_queues ? queue : OutOfOrder();
    const cl_command_queue other =
        two_queues ? static_cast<cl_command_queue>(Second()) : OutOfOrder();
    Run(first, 0, {}, &go, &inside);
    Run(other, 1, {}, &go, &inside);
    EXPECT_EQ(clFlush(first), CL_SUCCESS);
    EXPECT_EQ(clFlush(other), CL_SUCCESS);
    EXPECT_TRUE(Eventually([&] { return inside == 2; }));
    go = true;
    EXPECT_EQ(clFinish(first), CL_SUCCESS);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
  }
}

TEST_F(OrderingTest, MarkerWithoutListWaitsForAllBefore) {
  for (cl_command_queue q : {queue, OutOfOrder()}) {
    Event gate = UserEvent();
    Run(q, 0, {gate});
    Event marker = Marker(q);
    EXPECT_EQ(clFlush(q), CL_SUCCESS);
    LetOthersRun();
    EXPECT_GT(StatusOf(marker), CL_COMPLETE);
    Open(gate);
    const cl_event wait = marker;
    EXPECT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
    EXPECT_EQ(diary.entries.size(), 1u);
    diary.entries.clear();
  }
}

TEST_F(OrderingTest, MarkerWithListWaitsForItAlone) {
  Event gate = UserEvent();
  Event held = Run(OutOfOrder(), 0, {gate});
  Event done = Run(OutOfOrder(), 1);
  Event marker = Marker(OutOfOrder(), {done});
  const cl_event wait = marker;
  EXPECT_TRUE(Returns([&] { EXPECT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS); }));
  EXPECT_GT(StatusOf(held), CL_COMPLETE);
  Open(gate);
}

TEST_F(OrderingTest, MarkerDoesNotHoldLaterCommandsBack) {
  Event gate = UserEvent();
  Run(OutOfOrder(), 0, {gate});
  Marker(OutOfOrder());
  Event later = Run(OutOfOrder(), 1);
  const cl_event wait = later;
  EXPECT_TRUE(Returns([&] { EXPECT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS); }));
  Open(gate);
}

TEST_F(OrderingTest, BarrierHoldsLaterCommandsBack) {
  for (const bool with_list : {false, true}) {
    Event gate = UserEvent();
    Event held = Run(OutOfOrder(), 0, {gate});
    Barrier(OutOfOrder(), with_list ? std::vector<cl_event>{held} : std::vector<cl_event>{});
    Event later = Run(OutOfOrder(), 1);
    EXPECT_EQ(clFlush(OutOfOrder()), CL_SUCCESS);
    OpenNoted(gate);
    EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
    EXPECT_EQ(diary.entries, (std::vector<int>{kOpened, 0, 1}));
    EXPECT_EQ(StatusOf(later), CL_COMPLETE);
    diary.entries.clear();
  }
}

TEST_F(OrderingTest, BarrierWithListIgnoresOthers) {
  Event gate = UserEvent(), opened = UserEvent();
  Open(opened);
  Event held = Run(OutOfOrder(), 0, {gate});
  Barrier(OutOfOrder(), {opened});
  Event later = Run(OutOfOrder(), 1);
  const cl_event wait = later;
  EXPECT_TRUE(Returns([&] { EXPECT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS); }));
  EXPECT_GT(StatusOf(held), CL_COMPLETE);
  // A barrier without a list waits for what an earlier barrier with a list did not.
  Barrier(OutOfOrder());
  Event last = Run(OutOfOrder(), 2);
  EXPECT_EQ(clFlush(OutOfOrder()), CL_SUCCESS);
  OpenNoted(gate);
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  EXPECT_EQ(diary.entries, (std::vector<int>{1, kOpened, 0, 2}));
  EXPECT_EQ(StatusOf(last), CL_COMPLETE);
}

TEST_F(OrderingTest, ABlockingReadDoesNotWaitForLaterCommands) {
  Mem buffer = Buffer(std::vector<unsigned char>(64, 3)), large = Buffer(8 << 20);
  for (cl_command_queue q : {queue, OutOfOrder()}) {
    for (size_t size : {size_t{64}, size_t{8} << 20}) {
      Event gate = UserEvent();
      Event blocker = Run(q, 0, {gate});
      std::vector<unsigned char> data(size);
      WaitingCall reading([&] {
        EXPECT_EQ(clEnqueueReadBuffer(q, size == 64 ? buffer : large, CL_TRUE, 0, size, data.data(),
                                      0, nullptr, nullptr),
                  CL_SUCCESS);
      });
      const bool waits = reading.Waits();  // held by the gate if the queue is in order
      if (q == queue) EXPECT_TRUE(waits);
      Event later_gate = UserEvent();
      Event later = Run(q, 1, {later_gate});
      Open(gate);
      EXPECT_TRUE(Eventually([&] { return reading.Returned(); })) << "waits for its own event only";
      EXPECT_GT(StatusOf(later), CL_COMPLETE);
      Open(later_gate);
      reading.Join();
      EXPECT_EQ(clFinish(q), CL_SUCCESS);
    }
  }
}

TEST_F(OrderingTest, BlockingReadOnAnOutOfOrderQueueIgnoresOthers) {
  Mem buffer = Buffer(64);
  Event gate = UserEvent();
  Run(OutOfOrder(), 0, {gate});
  std::vector<unsigned char> data(64);
  EXPECT_TRUE(Returns([&] {
    EXPECT_EQ(
        clEnqueueReadBuffer(OutOfOrder(), buffer, CL_TRUE, 0, 64, data.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
  }));
  Open(gate);
}

TEST_F(OrderingTest, DiamondsAcrossQueues) {
  Queue third = NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (int round = 0; round < 100; ++round) {
    diary.entries.clear();
    Event top = Run(queue, 0);
    Event left = Run(Second(), 1, {top}), right = Run(third, 2, {top});
    Event bottom = Run(queue, 3, {left, right, top, left, right});
    const cl_event wait = bottom;
    ASSERT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
    ASSERT_EQ(diary.entries.size(), 4u);
    ASSERT_EQ(diary.entries.front(), 0);
    ASSERT_EQ(diary.entries.back(), 3);
  }
}

TEST_F(OrderingTest, ALongChainNeedsNoStack) {
  Mem buffer = Buffer(64);
  Event gate = UserEvent();
  Fill(queue, buffer, 1, 64, {gate});
  for (int i = 0; i < 100000; ++i) {
    const unsigned char value = 2;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &value, 1, 0, 64, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  Open(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  // The same by events, and terminated.
  Event failing = UserEvent();
  Event last = Marker(OutOfOrder(), {failing});
  for (int i = 0; i < 100000; ++i) last = Marker(OutOfOrder(), {last});
  clSetUserEventStatus(failing, -1);
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  EXPECT_LT(StatusOf(last), 0);
}

}  // namespace
