// SPDX-License-Identifier: Apache-2.0
// Random lists of commands, recorded once and replayed many times, against a plain model; and
// replays of one buffer in many queues and threads at once.
#include <algorithm>
#include <random>

#include "command_buffer_fixture.h"

namespace {

class CommandBufferModelTest : public CommandBufferFixture {
 protected:
  using Words = std::vector<cl_uint>;
  static constexpr size_t kBuffers = 5;

  /// One command: what it does to the model, how it is recorded, what it touches.
  struct Step {
    std::function<void(std::vector<Words>&)> model;
    std::function<void(Target&)> record;
    size_t reads, writes;  // buffers
  };

  size_t Below(size_t limit) { return random() % limit; }

  Step RandomKernel() {
    const size_t at = Below(kBuffers), most = contents[at].size();
    // Small and large ones; sometimes none at all.
    const size_t items = Below(8) == 0   ? 0
                         : Below(3) == 0 ? most
                                         : 1 + Below(std::min<size_t>(most, 300));
    const size_t offset = items == 0 ? 0 : Below(most - items + 1);
    const cl_uint m = static_cast<cl_uint>(1 + Below(9)), n = static_cast<cl_uint>(Below(1000));
    return {[=](std::vector<Words>& words) {
              for (size_t i = offset; i < offset + items; ++i)
                words[at][i] = words[at][i] * m + n + static_cast<cl_uint>(i);
            },
            [=, this](Target& target) {
              Kernel kernel = KernelWith("step", buffers[at].operator cl_mem(), m, n);
              target.Kernel(kernel, {items}, {}, {offset});
            },
            at, at};
  }
  Step RandomCopy() {
    const size_t from = Below(kBuffers), to = (from + 1 + Below(kBuffers - 1)) % kBuffers;
    const size_t count = 1 + Below(std::min(contents[from].size(), contents[to].size()));
    const size_t begin = Below(contents[from].size() - count + 1);
    const size_t end = Below(contents[to].size() - count + 1);
    return {[=](std::vector<Words>& words) {
              std::copy_n(words[from].begin() + static_cast<long>(begin), count,
                          words[to].begin() + static_cast<long>(end));
            },
            [=, this](Target& target) {
              target.Copy(buffers[from], buffers[to], 4 * begin, 4 * end, 4 * count);
            },
            from, to};
  }
  Step RandomFill() {
    const size_t at = Below(kBuffers), count = 1 + Below(contents[at].size());
    const size_t begin = Below(contents[at].size() - count + 1);
    const auto value = static_cast<cl_uint>(random());
    return {[=](std::vector<Words>& words) {
              std::fill_n(words[at].begin() + static_cast<long>(begin), count, value);
            },
            [=, this](Target& target) { target.Fill(buffers[at], value, 4 * begin, 4 * count); },
            at, at};
  }
  Step RandomStep() {
    switch (Below(5)) {
      case 0:
        return RandomCopy();
      case 1:
        return RandomFill();
      default:
        return RandomKernel();
    }
  }

  void MakeBuffers() {
    contents.clear();
    buffers.clear();
    for (size_t i = 0; i < kBuffers; ++i) {
      Words words(i == 0 ? (1 << 18) + Below(100) : 1 + Below(5000));
      for (cl_uint& word : words) word = static_cast<cl_uint>(random());
      buffers.push_back(Buffer(words));
      contents.push_back(std::move(words));
    }
  }
  /// With every sync-point that an out-of-order queue needs, and some that are needless.
  void Record(Target& target, const std::vector<Step>& steps) {
    std::vector<khr::SyncPoint> points;
    for (size_t i = 0; i < steps.size(); ++i) {
      target.waits.clear();
      for (size_t j = 0; j < i; ++j) {
        const bool meets = steps[j].writes == steps[i].reads ||
                           steps[j].writes == steps[i].writes || steps[j].reads == steps[i].writes;
        if (meets || Below(16) == 0) target.waits.push_back(points[j]);
      }
      steps[i].record(target);
      points.push_back(target.point);
      if (Below(20) == 0) {
        target.waits.clear();
        target.Barrier();
      }
    }
  }
  void Compare() {
    for (size_t i = 0; i < kBuffers; ++i)
      EXPECT_EQ(Read<cl_uint>(buffers[i], contents[i].size()), contents[i]) << "buffer " << i;
  }

  std::mt19937 random;
  std::vector<Words> contents;
  std::vector<Mem> buffers;
};

TEST_F(CommandBufferModelTest, RandomLists) {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    random.seed(seed);
    MakeBuffers();
    std::vector<Step> steps;
    for (size_t left = 1 + Below(seed % 3 == 0 ? 200 : 40); left > 0; --left)
      steps.push_back(RandomStep());
    const bool in_order = Below(2) == 0;
    const CommandBuffer buffer =
        Recorded(in_order ? queue : OutOfOrder(), [&](Target& target) { Record(target, steps); });
    Event last;
    for (int replay = 0; replay < 40; ++replay) {
      // Any queue of the device; the event carries the order from one to the next.
      cl_command_queue const in = std::array{queue, OutOfOrder(), Second()}[Below(3)];
      last = last ? Replay(buffer, {last}, in) : Replay(buffer, {}, in);
      for (const Step& step : steps) step.model(contents);
      if (Below(10) == 0) Wait(last);
    }
    Wait(last);
    Compare();
    if (HasFailure()) return;
  }
}

TEST_F(CommandBufferModelTest, AnInOrderQueueNeedsNoEvents) {
  random.seed(77);
  MakeBuffers();
  std::vector<Step> steps;
  for (int i = 0; i < 25; ++i) steps.push_back(RandomStep());
  const CommandBuffer buffer = Recorded(queue, [&](Target& target) {
    for (const Step& step : steps) step.record(target);
  });
  for (int replay = 0; replay < 1000; ++replay) {
    Replay(buffer);
    for (const Step& step : steps) step.model(contents);
    if (replay % 100 == 99) {  // commands of the queue's own come between
      const Step between = RandomStep();
      Target target{.queue = queue};
      between.record(target);
      between.model(contents);
    }
  }
  Compare();
}

TEST_F(CommandBufferModelTest, ReplaysInAnyOrderOfTheirGates) {
  constexpr size_t kLarge = 1 << 16, kReplays = 60;
  Mem sum = Buffer(Words{0});
  Kernel small = KernelWith("count", sum.operator cl_mem(), cl_uint{1});
  Kernel large = KernelWith("count", sum.operator cl_mem(), cl_uint{1});
  const CommandBuffer buffer = Recorded(OutOfOrder(), [&](Target& target) {
    target.Kernel(small, {3});
    target.Kernel(large, {kLarge});
    target.Kernel(small, {4});
  });
  std::vector<Event> gates, done;
  for (size_t i = 0; i < kReplays; ++i) {
    gates.push_back(UserEvent());
    done.push_back(Replay(buffer, {gates.back()}, i % 3 ? OutOfOrder() : nullptr));
  }
  std::vector<size_t> order(kReplays);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(5));
  for (size_t i = 0; i < kReplays; ++i) {
    Open(gates[order[i]]);
    if (i % 7 == 0) Wait(done[order[i]]);
  }
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  for (cl_event event : done) EXPECT_EQ(StatusOf(event), CL_COMPLETE);
  EXPECT_EQ(Read<cl_uint>(sum, 1)[0], kReplays * (kLarge + 7));
}

TEST_F(CommandBufferModelTest, ManyThreadsAndQueues) {
  constexpr size_t kThreads = 4, kReplays = 300, kLarge = 1 << 14;
  Mem sum = Buffer(Words{0});
  Kernel kernel = KernelWith("count", sum.operator cl_mem(), cl_uint{1});
  const CommandBuffer buffer = Recorded(queue, [&](Target& target) {
    target.Kernel(kernel, {5});
    target.Kernel(kernel, {kLarge});
  });
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const Queue mine = NewQueue(t % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
      for (size_t i = 0; i < kReplays; ++i) {
        const Event event = Replay(buffer, {}, t == 0 ? nullptr : mine.operator cl_command_queue());
        if (i % 50 == t) Wait(event);
      }
      EXPECT_EQ(clFinish(mine), CL_SUCCESS);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(Read<cl_uint>(sum, 1)[0], kThreads * kReplays * (kLarge + 5));
}

TEST_F(CommandBufferModelTest, ManyThreadsRecord) {
  constexpr cl_uint kThreads = 4, kEach = 2000;
  Mem sum = Buffer(Words{0});
  const CommandBuffer buffer = NewBuffer(queue);
  std::vector<khr::SyncPoint> points[kThreads];
  std::vector<std::thread> threads;
  for (cl_uint t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Kernel kernel = KernelWith("count", sum.operator cl_mem(), cl_uint{t + 1});
      Target target{.buffer = buffer};
      for (cl_uint i = 0; i < kEach; ++i) {
        target.Kernel(kernel, {1});
        points[t].push_back(target.point);
        target.waits = {target.point};
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  Replay(buffer);
  EXPECT_EQ(Read<cl_uint>(sum, 1)[0], kEach * (1 + 2 + 3 + 4));
  std::vector<khr::SyncPoint> all;
  for (const auto& each : points) {
    EXPECT_TRUE(std::ranges::is_sorted(each));
    all.insert(all.end(), each.begin(), each.end());
  }
  std::ranges::sort(all);
  for (cl_uint i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], i + 1) << "each has its own";
}

TEST_F(CommandBufferModelTest, ADeepChainOfReplays) {
  Mem word = Buffer(Words{0});
  Kernel kernel = KernelWith("count", word.operator cl_mem(), cl_uint{1});
  const CommandBuffer one = Recorded(queue, [&](Target& target) { target.Kernel(kernel, {1}); });
  const CommandBuffer none = Recorded(queue, [](Target&) {});
  const Event gate = UserEvent();
  Event last = Replay(one, {gate}, OutOfOrder());
  constexpr cl_uint kDeep = 20000;
  for (cl_uint i = 1; i < kDeep; ++i) {
    last = Replay(one, {last}, i % 2 ? OutOfOrder() : Second());
    last = Replay(none, {last}, i % 3 ? OutOfOrder() : Second());
  }
  Open(gate);
  Wait(last);
  EXPECT_EQ(Read<cl_uint>(word, 1)[0], kDeep);
}

TEST_F(CommandBufferModelTest, ManyReplaysWaitForOne) {
  // All of them are ready at once, and take turns.
  Mem word = Buffer(Words{0});
  Kernel kernel = KernelWith("count", word.operator cl_mem(), cl_uint{1});
  const CommandBuffer buffer =
      Recorded(OutOfOrder(), [&](Target& target) { target.Kernel(kernel, {1 << 12}); });
  const Event gate = UserEvent();
  for (int i = 0; i < 3000; ++i) Replay(buffer, {gate});
  Open(gate);
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  EXPECT_EQ(Read<cl_uint>(word, 1)[0], 3000u << 12);
}

}  // namespace
