// SPDX-License-Identifier: Apache-2.0
// Commands, queues and the threads that run them, without the API.
#include "runtime/command/command.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "platform/context.h"
#include "platform/platform.h"
#include "platform/sub_device.h"
#include "runtime/command/enqueue.h"
#include "runtime/command/event.h"
#include "runtime/command/in_flight.h"
#include "runtime/command/queue.h"
#include "runtime/command_buffer/command_buffer.h"

namespace heddle {
namespace {

// A command whose work is a function, with what a test wants to know about it.
class TestCommand final : public Command, public cpu::Job {
 public:
  using Work = std::function<void(size_t chunk)>;
  TestCommand(Queue& queue, Work work, bool small = true, size_t chunks = 1)
      : Command(queue, CL_COMMAND_USER), work_(std::move(work)), small_(small), chunks_(chunks) {}
  ~TestCommand() override {
    if (destroyed) ++*destroyed;
  }

  size_t chunks() const override { return chunks_; }
  void run(size_t chunk, cpu::Worker&) noexcept override {
    started();
    work_(chunk);
  }
  void finished() noexcept override { ended(result); }
  cpu::Job* job() noexcept override { return this; }
  bool small() const noexcept override { return small_; }
  void terminated(cl_int status) noexcept override { terminated_with = status; }
  void release_resources() noexcept override {
    ++released;
    work_ = nullptr;
  }

  cl_int result = CL_COMPLETE;
  std::atomic<int> released{0};
  cl_int terminated_with = 0;
  std::atomic<int>* destroyed = nullptr;

 private:
  Work work_;
  const bool small_;
  const size_t chunks_;
};

class CommandTest : public testing::Test {
 protected:
  static Ref<Context> MakeContext() {
    cl_device_id device = &platform().device();
    return Context::create(nullptr, 1, &device, nullptr, nullptr).value();
  }
  Ref<Queue> MakeQueue(cl_command_queue_properties bits = 0) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
    return Queue::create(*context, platform().device(), list).value();
  }
  static Ref<TestCommand> Make(Queue& queue, TestCommand::Work work, bool small = true,
                               size_t chunks = 1) {
    return Ref<TestCommand>::adopt(new TestCommand(queue, std::move(work), small, chunks));
  }
  static void Enqueue(Queue& queue, const Ref<TestCommand>& command, bool blocking = false) {
    EXPECT_TRUE(enqueue(queue, Ref<Command>(*command), {{}, nullptr, blocking}));
  }
  static bool Eventually(const std::function<bool()>& holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!holds()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

  Ref<Context> context = MakeContext();
  Ref<Queue> queue = MakeQueue();
};

TEST_F(CommandTest, ASmallCommandRunsOnTheThreadThatWaits) {
  const auto me = std::this_thread::get_id();
  std::vector<std::thread::id> ran(10);
  for (auto& id : ran)
    Enqueue(*queue, Make(*queue, [&](size_t) { id = std::this_thread::get_id(); }));
  finish(*queue);
  for (auto id : ran) EXPECT_EQ(id, me);
}

// Each chunk waits for the waiting thread to have run one, and there are more than workers.
class HelpTest : public CommandTest {
 protected:
  Ref<TestCommand> MakeLarge(Queue& on) {
    return Make(
        on,
        [this](size_t) {
          if (std::this_thread::get_id() == me) helped = true;
          EXPECT_TRUE(Eventually([&] { return helped.load(); }));
        },
        /*small=*/false, platform().device().max_compute_units() + 1);
  }

  const std::thread::id me = std::this_thread::get_id();
  std::atomic<bool> helped{false};
};

TEST_F(HelpTest, WhoWaitsHelpsWithLargeCommands) {
  Enqueue(*queue, MakeLarge(*queue));
  finish(*queue);
  EXPECT_TRUE(helped);
}

TEST_F(HelpTest, WhoWaitsHelpsWithLargeCommandsOfReplays) {
  for (const cl_command_queue_properties bits :
       {cl_command_queue_properties{0},
        cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}}) {
    auto on = MakeQueue(bits);
    on->publish();
    const cl_command_queue list[] = {on.get()};
    auto buffer = CommandBuffer::create(1, list, nullptr).value();
    // Out of order these two run side by side.
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(buffer->append(*on, Ref<Command>(*MakeLarge(*on)), {}));
    EXPECT_TRUE(buffer->finalize());
    helped = false;
    EXPECT_TRUE(buffer->enqueue({}, 0, nullptr, nullptr));
    finish(*on);
    EXPECT_TRUE(helped) << bits;
  }
}

TEST_F(CommandTest, EnqueueAndFlushRunNothingThemselves) {
  const auto me = std::this_thread::get_id();
  std::atomic<int> wrong{0};
  for (const bool small : {true, false}) {
    for (int i = 0; i < 100; ++i) {
      Enqueue(*queue,
              Make(
                  *queue, [&](size_t) { wrong += std::this_thread::get_id() == me; }, small));
    }
    queue->flush();
    // Nobody helps: the pool does it all.
    auto last = Make(
        *queue, [](size_t) {}, false);
    Enqueue(*queue, last);
    EXPECT_TRUE(Eventually([&] { return last->done(); }));
  }
  EXPECT_EQ(wrong, 0);
}

TEST_F(CommandTest, SettingAUserEventRunsNothingItself) {
  const auto me = std::this_thread::get_id();
  auto event = make<Event>(*context);
  std::thread::id ran;
  auto command = Make(*queue, [&](size_t) { ran = std::this_thread::get_id(); });
  EXPECT_TRUE(enqueue(*queue, Ref<Command>(*command), {{event}, nullptr}));
  queue->flush();
  EXPECT_TRUE(event->set_user_status(CL_COMPLETE));
  EXPECT_TRUE(Eventually([&] { return command->done(); }));
  EXPECT_NE(ran, me);
}

/// Commands that wait for an event that nobody sets would take all memory.
TEST_F(CommandTest, ThereIsAnEndToCommandsThatWait) {
  finish(*queue);
  Enqueue(*queue, Make(*queue, [](size_t) {}));  // from here on the count is known
  finish(*queue);
  const int64_t usual = InFlight::most();
  EXPECT_GE(usual, int64_t{4} << 20);
  constexpr int kMost = 1000, kPrecision = 2 * 64 * 2;  // for two queues
  InFlight::set_most(kMost);
  auto other = MakeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  static std::atomic<int> destroyed{0};  // a queue holds its last command longer than this
  for (int again = 0; again < 2; ++again) {
    auto gate = make<Event>(*context);
    std::atomic<int> ran{0};
    int enqueued = 0;
    for (bool full = false; !full;) {
      Queue& on = enqueued % 2 ? *other : *queue;
      auto command = Make(on, [&](size_t) { ++ran; });
      command->destroyed = &destroyed;
      const Status status = enqueue(on, Ref<Command>(*command), {{gate}});
      full = !status;
      if (full) EXPECT_EQ(status.error().code, CL_OUT_OF_RESOURCES);
      enqueued += !full;
      ASSERT_LT(enqueued, 2 * kMost);
    }
    EXPECT_NEAR(enqueued, kMost, kPrecision);
    // Later on the queues let go of the last commands before.
    if (again == 0) EXPECT_EQ(destroyed, 1) << "what was refused is gone, and nothing else";
    EXPECT_FALSE(enqueue_sync(*queue, Sync::Marker, {}, nullptr));
    EXPECT_TRUE(gate->set_user_status(CL_COMPLETE));
    finish(*queue);
    finish(*other);
    EXPECT_EQ(ran, enqueued) << "nothing is lost";
  }
  InFlight::set_most(usual);
}

TEST_F(CommandTest, ASubDevicesCommandsStayOnItsUnits) {
  Device& root = platform().device();
  if (root.max_compute_units() < 2) GTEST_SKIP();
  const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  auto subs = partition(root, halves);
  ASSERT_TRUE(subs);
  subs.value()[1]->publish();
  cl_device_id device = subs.value()[1].get();
  auto on_sub = Context::create(nullptr, 1, &device, nullptr, nullptr).value();
  auto narrow = Queue::create(*on_sub, *subs.value()[1], nullptr).value();
  const auto me = std::this_thread::get_id();
  std::vector<std::thread::id> ran(40);
  for (auto& id : ran) {
    Enqueue(*narrow,
            Make(
                *narrow, [&](size_t) { id = std::this_thread::get_id(); }, &id - ran.data() < 20),
            true);
  }
  for (auto id : ran) {
    EXPECT_NE(id, me);
    EXPECT_EQ(id, ran[0]) << "one unit, one worker";
  }
}

TEST_F(CommandTest, AWaiterLeavesLaterCommandsAlone) {
  const auto me = std::this_thread::get_id();
  auto out_of_order = MakeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::atomic<int> mine{0}, runs{0};
  std::vector<Ref<TestCommand>> others;
  for (int i = 0; i < 5; ++i) {
    others.push_back(Make(*out_of_order, [&](size_t) {
      mine += std::this_thread::get_id() == me;
      ++runs;
    }));
    Enqueue(*out_of_order, others.back());
  }
  std::thread::id ran;
  auto awaited = Make(*out_of_order, [&](size_t) { ran = std::this_thread::get_id(); });
  Enqueue(*out_of_order, awaited, true);
  EXPECT_EQ(ran, me);
  EXPECT_TRUE(Eventually([&] { return runs == 5; }));
  EXPECT_EQ(mine, 0) << "it did not depend on them";
}

TEST_F(CommandTest, ChunksRunOnceEach) {
  for (const bool small : {true, false}) {
    for (size_t chunks : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> runs(chunks);
      Enqueue(*queue,
              Make(
                  *queue, [&](size_t chunk) { ++runs[chunk]; }, small, chunks),
              true);
      for (auto& r : runs) EXPECT_EQ(r, 1);
    }
  }
}

TEST_F(CommandTest, LetsGoBeforeItIsDone) {
  auto resource = std::make_shared<int>(1);
  auto command = Make(*queue, [resource](size_t) {});
  Enqueue(*queue, command);
  EXPECT_EQ(resource.use_count(), 2);
  finish(*queue);
  EXPECT_EQ(resource.use_count(), 1);
  EXPECT_EQ(command->released, 1);
  EXPECT_EQ(command->terminated_with, 0);
}

TEST_F(CommandTest, AFailureIsTheStatus) {
  auto failing = Make(*queue, [](size_t) {});
  failing->result = CL_OUT_OF_RESOURCES;
  const Status status = enqueue(*queue, Ref<Command>(*failing), {{}, nullptr, true});
  EXPECT_EQ(status.error().code, CL_OUT_OF_RESOURCES);
  EXPECT_EQ(failing->status(), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(failing->terminated_with, CL_OUT_OF_RESOURCES);
  auto dependent = Make(*queue, [](size_t) { ADD_FAILURE() << "must not run"; });
  dependent->depend_on(*failing);
  Enqueue(*queue, dependent);
  auto unconcerned = Make(*queue, [](size_t) {});
  unconcerned->depend_on(*failing, false);
  Enqueue(*queue, unconcerned);
  finish(*queue);
  EXPECT_EQ(dependent->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(dependent->released, 1);
  EXPECT_EQ(unconcerned->status(), CL_COMPLETE);
}

TEST_F(CommandTest, WaitsForACompilation) {
  auto compilation = Ref<Completion>::adopt(new Completion);
  std::atomic<bool> ran{false};
  auto command = Make(*queue, [&](size_t) { ran = true; });
  for (int i = 0; i < 50; ++i) command->depend_on(*compilation);  // any number
  Enqueue(*queue, command);
  queue->flush();
  // One that came later, in another queue, has run on the pool's threads.
  auto other = MakeQueue();
  auto last = Make(*other, [](size_t) {});
  Enqueue(*other, last);
  other->flush();
  EXPECT_TRUE(Eventually([&] { return last->done(); }));
  EXPECT_FALSE(ran);
  std::thread compiler([&] { compilation->complete(CL_COMPLETE); });
  finish(*queue);
  compiler.join();
  EXPECT_TRUE(ran);
}

TEST_F(CommandTest, EverythingIsFreed) {
  std::atomic<int> destroyed{0};
  for (const cl_command_queue_properties bits : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    auto own = MakeQueue(bits);
    for (int i = 0; i < 100; ++i) {
      auto command = Make(
          *own, [](size_t) {}, i % 3 != 0);
      command->destroyed = &destroyed;
      Enqueue(*own, command);
      if (i % 10 == 0)
        EXPECT_TRUE(enqueue_sync(*own, i % 20 ? Sync::Marker : Sync::Barrier, {}, nullptr));
      if (i == 50) finish(*own);
    }
  }  // not finished: released with commands in flight
  EXPECT_TRUE(Eventually([&] { return destroyed >= 199; }));
  // The last command of a queue goes with the queue.
  EXPECT_TRUE(Eventually([&] { return destroyed == 200; }));
}

TEST_F(CommandTest, RunIfIdleIsInOrder) {
  auto gate = Ref<Completion>::adopt(new Completion);
  EXPECT_TRUE(queue->run_if_idle([] {}));
  auto command = Make(*queue, [](size_t) {});
  command->depend_on(*gate);
  Enqueue(*queue, command);
  EXPECT_FALSE(queue->run_if_idle([] { ADD_FAILURE(); })) << "pending";
  queue->flush();
  EXPECT_FALSE(queue->run_if_idle([] { ADD_FAILURE(); })) << "submitted";
  gate->complete(CL_COMPLETE);
  finish(*queue);
  EXPECT_TRUE(queue->run_if_idle([] {}));
  EXPECT_FALSE(MakeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)->run_if_idle([] {}));
  EXPECT_FALSE(MakeQueue(CL_QUEUE_PROFILING_ENABLE)->run_if_idle([] {}));
}

TEST_F(CommandTest, StressInOrderFromManyThreads) {
  // The counter is not atomic: commands of an in-order queue never overlap.
  int counter = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        Enqueue(*queue,
                Make(
                    *queue, [&](size_t) { ++counter; }, (i + t) % 4 != 0),
                i % 50 == 0);
        if (i % 33 == 0) queue->flush();
      }
    });
  }
  for (auto& t : threads) t.join();
  finish(*queue);
  EXPECT_EQ(counter, 2000);
}

}  // namespace
}  // namespace heddle
