// SPDX-License-Identifier: Apache-2.0
// All calls are thread-safe (App. A): many threads, queues and contexts at once, under which the
// sanitizers look.
#include <random>

#include "command_test.h"

namespace {

class ThreadsTest : public CommandTest {
 protected:
  template <class Work>
  static void InThreads(int count, Work work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
    for (auto& t : threads) t.join();
  }
};

TEST_F(ThreadsTest, OneQueueForAll) {
  for (cl_command_queue q : {queue, OutOfOrder()}) {
    constexpr size_t size = 4096;
    Mem buffer = Buffer(8 * size);
    InThreads(8, [&](int me) {
      std::vector<unsigned char> data(size), back(size);
      const size_t offset = static_cast<size_t>(me) * size;
      for (int round = 0; round < 100; ++round) {
        std::fill(data.begin(), data.end(), static_cast<unsigned char>(round + me));
        Event written;
        ASSERT_EQ(clEnqueueWriteBuffer(q, buffer, CL_FALSE, offset, size, data.data(), 0, nullptr,
                                       written.out()),
                  CL_SUCCESS);
        const cl_event wait = written;
        ASSERT_EQ(
            clEnqueueReadBuffer(q, buffer, CL_TRUE, offset, size, back.data(), 1, &wait, nullptr),
            CL_SUCCESS);
        ASSERT_EQ(back, data);
        if (round % 10 == 0) ASSERT_EQ(clFinish(q), CL_SUCCESS);
        if (round % 7 == 0) ASSERT_EQ(clFlush(q), CL_SUCCESS);
      }
    });
  }
}

TEST_F(ThreadsTest, QueuesAndContextsOfTheirOwn) {
  InThreads(8, [&](int me) {
    for (int round = 0; round < 20; ++round) {
      cl_int error = -1;
      Context mine = NewContext();
      Queue own = NewQueue(me % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, mine);
      Mem buffer = clCreateBuffer(mine, 0, 2 << 20, nullptr, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      const unsigned char value = static_cast<unsigned char>(me + 1);
      Event filled;
      ASSERT_EQ(clEnqueueFillBuffer(own, buffer, &value, 1, 0, 2 << 20, 0, nullptr, filled.out()),
                CL_SUCCESS);
      std::vector<unsigned char> back(2 << 20);
      const cl_event wait = filled;
      ASSERT_EQ(
          clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, back.size(), back.data(), 1, &wait, nullptr),
          CL_SUCCESS);
      ASSERT_EQ(back.front(), value);
      ASSERT_EQ(back.back(), value);
    }
  });
}

TEST_F(ThreadsTest, RandomGraphs) {
  // Each command adds one to its own counter after checking its predecessors' counters.
  struct Node {
    std::atomic<int> runs{0};
    std::vector<Node*> before;
    std::atomic<int>* errors;
  };
  std::atomic<int> errors{0};
  const auto visit = [](void* data) {
    auto* node = *static_cast<Node**>(data);
    for (Node* n : node->before) *node->errors += n->runs != 1;
    ++node->runs;
  };
  InThreads(3, [&](int me) {
    std::mt19937 random(static_cast<unsigned>(me));
    std::vector<Queue> queues;
    for (int i = 0; i < 3; ++i)
      queues.push_back(NewQueue(i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0));
    for (int round = 0; round < 10; ++round) {
      Event gate = UserEvent();
      std::vector<Node> nodes(150);
      std::vector<Event> events;
      for (size_t i = 0; i < nodes.size(); ++i) {
        nodes[i].errors = &errors;
        std::vector<cl_event> waits;
        if (i % 16 == 0) waits.push_back(gate);
        for (unsigned k = random() % 5; k-- && i;) {
          const size_t from = random() % i;
          waits.push_back(events[from]);
          nodes[i].before.push_back(&nodes[from]);
        }
        Node* node = &nodes[i];
        Event event;
        ASSERT_EQ(clEnqueueNativeKernel(queues[random() % 3], visit, &node, sizeof node, 0, nullptr,
                                        nullptr, static_cast<cl_uint>(waits.size()),
                                        waits.empty() ? nullptr : waits.data(), event.out()),
                  CL_SUCCESS);
        events.push_back(std::move(event));
        if (i == nodes.size() / 2) Open(gate);
      }
      for (auto& q : queues) ASSERT_EQ(clFinish(q), CL_SUCCESS);
      for (auto& n : nodes) ASSERT_EQ(n.runs, 1);
    }
  });
  EXPECT_EQ(errors, 0);
}

TEST_F(ThreadsTest, WaitersSettersAndCallbacks) {
  std::atomic<int> called{0};
  InThreads(4, [&](int) {
    for (int round = 0; round < 100; ++round) {
      Event gate = UserEvent();
      Event marker = Marker(round % 2 ? queue : OutOfOrder(), {gate});
      ASSERT_EQ(
          clSetEventCallback(
              marker, CL_COMPLETE,
              [](cl_event, cl_int, void* n) { ++*static_cast<std::atomic<int>*>(n); }, &called),
          CL_SUCCESS);
      std::thread setter([&] { Open(gate); });
      const cl_event wait = marker;
      ASSERT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
      setter.join();
    }
  });
  EXPECT_TRUE(Eventually([&] { return called == 400; }));
}

TEST_F(ThreadsTest, ManyQueues) {
  // More queues than any pool has workers, all waiting for each other in a ring.
  std::vector<Queue> queues;
  for (int i = 0; i < 200; ++i) queues.push_back(NewQueue());
  Mem buffer = Buffer(64);
  Event gate = UserEvent(), last;
  cl_event before = gate;
  std::vector<Event> events;
  for (int lap = 0; lap < 5; ++lap) {
    for (auto& q : queues) {
      events.push_back(Fill(q, buffer, 1, 64, {before}));
      before = events.back();
    }
  }
  Open(gate);
  for (auto& q : queues) EXPECT_EQ(clFinish(q), CL_SUCCESS);
  EXPECT_EQ(StatusOf(before), CL_COMPLETE);
}

TEST_F(ThreadsTest, ReferenceCounts) {
  Mem buffer = Buffer(64);
  Event event = UserEvent();
  InThreads(8, [&](int) {
    for (int i = 0; i < 2000; ++i) {
      ASSERT_EQ(clRetainMemObject(buffer), CL_SUCCESS);
      ASSERT_EQ(clRetainEvent(event), CL_SUCCESS);
      ASSERT_EQ(clRetainCommandQueue(queue), CL_SUCCESS);
      ASSERT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
      ASSERT_EQ(clReleaseEvent(event), CL_SUCCESS);
      ASSERT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
    }
  });
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_REFERENCE_COUNT), 1u);
}

}  // namespace
