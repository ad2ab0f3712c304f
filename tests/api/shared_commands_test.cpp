// SPDX-License-Identifier: Apache-2.0
// Commands, events and markers that other threads end while the call that made them has not
// returned: nothing may be touched that is gone by then. The sanitizers look; what is checked here
// is that every command ran, once, in an order that its queues allow.
#include <random>

#include "command_buffer_fixture.h"

namespace {

using khr::SemaphoreHandle;

constexpr const char* kKernels =
    "kernel void add(global uint* p, uint n) { atomic_add(p, n); }\n"
    "kernel void slowly(global volatile uint* p, uint n) {\n"
    "  for (uint i = 0; i < n; ++i) p[0] = p[0] + 1;\n"
    "}\n"
    "kernel void large(global uint* p, uint n) {\n"
    "  size_t i = get_global_id(0);\n"
    "  uint x = (uint)i;\n"
    "  for (uint turn = 0; turn < 2000 * n; ++turn) x = (x ^ x >> 7) * 1664525u + turn;\n"
    "  p[i + 1] = x;\n"
    "  atomic_inc(p);\n"
    "}\n"
    "kernel void family(global uint* p, uint n) {\n"
    "  queue_t q = get_default_queue();\n"
    "  ndrange_t range = ndrange_1D(4);\n"
    "  clk_event_t first;\n"
    "  int failed = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, 0, 0, &first,\n"
    "                              ^{ atomic_add(p, n); });\n"
    "  if (failed) { atomic_add(p, 8 * n); return; }\n"
    "  failed = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 1, &first, 0,\n"
    "                          ^{ atomic_add(p, n); });\n"
    "  if (failed) atomic_add(p, 4 * n);\n"
    "  release_event(first);\n"
    "}\n";
constexpr cl_uint kFamily = 8;      // what one work-item of `family` adds, with its children
constexpr size_t kLarge = 1 << 10;  // work-items of `large`, so that it is cut over the units

class SharedCommandsTest : public CommandBufferFixture {
 protected:
  void SetUp() override {
    CommandBufferFixture::SetUp();
    kernels = Build(kKernels, "-cl-std=CL2.0");
    device_queue = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (int i = 0; i < 2; ++i) queues.push_back(NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
    queues.push_back(NewQueue());
  }
  void TearDown() override {
    queues.clear();
    device_queue.reset();
    kernels.reset();
    CommandBufferFixture::TearDown();
  }

  template <class Work>
  static void InThreads(int count, Work work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
    for (auto& thread : threads) thread.join();
  }

  /// `name` on `p`, with n = `n`. Kernels are not shared: arguments are set.
  Kernel With(const char* name, cl_mem p, cl_uint n) {
    Kernel kernel = MakeKernel(kernels, name);
    SetArgs(kernel, p, n);
    return kernel;
  }
  /// After the command of sync-point `wait`, if it is not 0; returns its own.
  static khr::SyncPoint Record(khr::CommandBufferHandle buffer, cl_command_queue in,
                               cl_kernel kernel, size_t items, khr::SyncPoint wait = 0) {
    khr::SyncPoint point = 0;
    EXPECT_EQ(Khr().kernel(buffer, in, nullptr, kernel, 1, nullptr, &items, nullptr, wait ? 1 : 0,
                           wait ? &wait : nullptr, &point, nullptr),
              CL_SUCCESS);
    return point;
  }
  static CommandBuffer BufferFor(const std::vector<cl_command_queue>& in) {
    const khr::Properties list[] = {khr::kCommandBufferFlags, khr::kFlagSimultaneousUse, 0};
    cl_int error = -1;
    CommandBuffer made = Khr().create(static_cast<cl_uint>(in.size()), in.data(), list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// One command for each of these queues.
  CommandBuffer Across(const std::vector<cl_command_queue>& in, cl_kernel kernel) {
    CommandBuffer made = BufferFor(in);
    for (const cl_command_queue each : in) Record(made, each, kernel, 1);
    EXPECT_EQ(Khr().finalize(made), CL_SUCCESS);
    return made;
  }
  static void Replay(khr::CommandBufferHandle buffer, cl_event* event = nullptr) {
    EXPECT_EQ(Khr().enqueue(0, nullptr, buffer, 0, nullptr, event), CL_SUCCESS);
  }
  static void Enqueue(cl_command_queue in, cl_kernel kernel, size_t items,
                      const std::vector<cl_event>& waits = {}, cl_event* event = nullptr) {
    EXPECT_EQ(clEnqueueNDRangeKernel(in, kernel, 1, nullptr, &items, nullptr,
                                     static_cast<cl_uint>(waits.size()),
                                     waits.empty() ? nullptr : waits.data(), event),
              CL_SUCCESS);
  }
  void FinishAll() {
    for (const Queue& each : queues) EXPECT_EQ(clFinish(each), CL_SUCCESS);
  }

  Program kernels;
  Queue device_queue;
  std::vector<Queue> queues;  // out of order, out of order, in order
};

TEST_F(SharedCommandsTest, MarkersOfAQueueThatOthersFlush) {
  for (const size_t second : {size_t{1}, size_t{2}}) {
    constexpr cl_uint kRounds = 1000, kReplaying = 2;
    Mem total = Buffer(std::vector<cl_uint>(1));
    std::atomic<cl_uint> replaying{kReplaying};
    InThreads(4, [&](int me) {
      if (me == 2 || me == 3) {
        while (replaying)
          EXPECT_EQ(me == 2 ? clFlush(queues[second]) : clFinish(queues[second]), CL_SUCCESS);
        return;
      }
      Kernel kernel = With("add", total, 1);
      CommandBuffer buffer = Across({queues[0], queues[second]}, kernel);
      for (cl_uint round = 0; round < kRounds; ++round) Replay(buffer);
      --replaying;
    });
    EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
    EXPECT_EQ(Read<cl_uint>(total, 1)[0], 2 * kReplaying * kRounds);
  }
}

// An in-order queue runs a command-buffer of several queues as one of its own commands: nothing
// that others enqueue meanwhile runs beside it.
TEST_F(SharedCommandsTest, NothingRunsBesideACommandBufferInAnInOrderQueue) {
  constexpr cl_uint kRounds = 500, kAdds = 20000;
  Mem total = Buffer(std::vector<cl_uint>(1));
  Queue first = NewQueue(), second = NewQueue();
  InThreads(4, [&](int me) {
    Kernel kernel = With("slowly", total, kAdds);
    if (me % 2) {  // these go to one queue
      for (cl_uint round = 0; round < kRounds; ++round) {
        Enqueue(second, kernel, 1);
        EXPECT_EQ(clFlush(second), CL_SUCCESS);
      }
      return;
    }
    CommandBuffer buffer = BufferFor(me ? std::vector<cl_command_queue>{first, second}
                                        : std::vector<cl_command_queue>{second, first});
    Record(buffer, second, kernel, 1);
    EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
    for (cl_uint round = 0; round < kRounds; ++round) Replay(buffer);
  });
  EXPECT_EQ(clFinish(first), CL_SUCCESS);
  EXPECT_EQ(clFinish(second), CL_SUCCESS);
  EXPECT_EQ(Read<cl_uint>(total, 1)[0], 4 * kRounds * kAdds);
}

// Each replay has commands of its own for kernels that enqueue others, in a queue that nobody sees;
// with the last replay of a buffer that was released all of that goes.
TEST_F(SharedCommandsTest, ReplaysOfKernelsThatEnqueueOthers) {
  constexpr cl_uint kRounds = 30;
  Mem total = Buffer(std::vector<cl_uint>(1)), rest = Buffer(std::vector<cl_uint>(kLarge + 1));
  InThreads(3, [&](int me) {
    Kernel family = With("family", total, 1), large = With("large", rest, 1);
    for (cl_uint round = 0; round < kRounds; ++round) {
      const cl_command_queue in = queues[static_cast<size_t>(me)];
      CommandBuffer buffer = BufferFor({in});
      Record(buffer, in, large, kLarge);
      const khr::SyncPoint first = Record(buffer, in, family, 1);
      Record(buffer, in, family, 1, first);
      Record(buffer, in, family, 1);
      EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
      Replay(buffer);
      Replay(buffer);
      buffer.reset();
      EXPECT_EQ(clFlush(queues[round % 3]), CL_SUCCESS);
    }
  });
  FinishAll();
  EXPECT_EQ(Read<cl_uint>(total, 1)[0], 3 * kRounds * 2 * 3 * kFamily);
  EXPECT_EQ(Read<cl_uint>(rest, 1)[0], 3 * kRounds * 2 * kLarge);
}

// A user event may be let go of by whoever was waiting for it, while the call that set it is still
// on its way back.
TEST_F(SharedCommandsTest, UserEventsThatWaitersRelease) {
  for (int round = 0; round < 300; ++round) {
    Event gate = UserEvent();
    EXPECT_EQ(clRetainEvent(gate), CL_SUCCESS);
    std::thread waiter([&, event = cl_event(gate)] {
      EXPECT_EQ(clEnqueueMarkerWithWaitList(queues[round % 3], 1, &event, nullptr), CL_SUCCESS);
      EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
      EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    });
    Open(gate);
    gate.reset();
    waiter.join();
  }
  FinishAll();
}

TEST_F(SharedCommandsTest, TheDefaultDeviceQueueIsReleasedAndMadeAgain) {
  device_queue.reset();  // the threads' are the only ones
  InThreads(4, [&](int) {
    for (int round = 0; round < 200; ++round) {
      Queue mine = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
      EXPECT_NE(QueueInfo<cl_command_queue>(mine, CL_QUEUE_DEVICE_DEFAULT), nullptr);
    }
  });
}

// ---- Everything at once.

/// What one thread does on queues that it shares with others, at random.
class Actor {
 public:
  struct Shared {
    cl_context context;
    cl_device_id device;
    std::vector<cl_command_queue> queues;
    cl_program program;
  };
  Actor(const Shared& shared, unsigned seed) : shared_(shared), random_(seed) {
    cl_int error = -1;
    std::vector<cl_uint> zeros(kLarge + 1);
    for (Mem* const each : {&total_, &scratch_})
      *each = clCreateBuffer(shared.context, CL_MEM_COPY_HOST_PTR, zeros.size() * sizeof(cl_uint),
                             zeros.data(), &error);
    own_ = clCreateCommandQueueWithProperties(shared.context, shared.device, nullptr, &error);
    add_ = Made("add", total_);
    family_ = Made("family", total_);
    large_ = Made("large", scratch_);
    across_ = Recorded({shared.queues[0], shared.queues[1]}, add_, 1);
    back_ = Recorded({shared.queues[1], shared.queues[2], shared.queues[0]}, add_, 1);
    families_ = Recorded({shared.queues[1]}, family_, kLarge);
  }

  void Act() {
    switch (random_() % 12) {
      case 0:
        return Remember(Replayed(across_, 2));
      case 1:
        return Remember(Replayed(back_, 3));
      case 2:
        return Remember(Replayed(families_, kFamily));
      case 3:
        return EnqueueKernel(add_, 1);
      case 4:
        return EnqueueKernel(family_, kFamily);
      case 5:
        Check(random_() % 2 ? clFlush(Any()) : clFinish(Any()));
        return;
      case 6:
        return Sync();
      case 7:
        return Gate();
      case 8:
        return Semaphores();
      case 9:
        return Usm();
      case 10:
        return QueueOfItsOwn();
      default:
        return ReadAndMap();
    }
  }
  cl_uint Total() {
    cl_uint total = 0;
    Check(clFinish(own_));
    Check(
        clEnqueueReadBuffer(own_, total_, CL_TRUE, 0, sizeof(total), &total, 0, nullptr, nullptr));
    return total;
  }
  cl_uint expected() const { return expected_; }

 private:
  static void Check(cl_int error) { EXPECT_EQ(error, CL_SUCCESS); }

  Kernel Made(const char* name, cl_mem p) {
    cl_int error = -1;
    const cl_uint one = 1;
    Kernel kernel = clCreateKernel(shared_.program, name, &error);
    Check(error);
    Check(clSetKernelArg(kernel, 0, sizeof(p), &p));
    Check(clSetKernelArg(kernel, 1, sizeof(one), &one));
    return kernel;
  }
  /// `kernel` for each of the queues, and beside it a large one.
  CommandBuffer Recorded(const std::vector<cl_command_queue>& in, cl_kernel kernel, size_t items) {
    const khr::Properties list[] = {khr::kCommandBufferFlags, khr::kFlagSimultaneousUse, 0};
    cl_int error = -1;
    CommandBuffer made = Khr().create(static_cast<cl_uint>(in.size()), in.data(), list, &error);
    Check(error);
    const size_t one = 1;
    for (const cl_command_queue each : in) {
      Check(Khr().kernel(made, each, nullptr, kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                         nullptr, nullptr));
      if (items > 1)
        Check(Khr().kernel(made, each, nullptr, large_, 1, nullptr, &items, nullptr, 0, nullptr,
                           nullptr, nullptr));
    }
    Check(Khr().finalize(made));
    return made;
  }
  cl_command_queue Any() { return shared_.queues[random_() % shared_.queues.size()]; }

  /// The wait list of the next command: an event of an earlier one, or none.
  struct Waits {
    cl_event event = nullptr;
    cl_uint count() const { return event ? 1 : 0; }
    const cl_event* list() const { return event ? &event : nullptr; }
  };
  Waits SomeWaits() { return {random_() % 2 ? cl_event(last_) : nullptr}; }
  void Remember(Event event) {
    if (event) last_ = std::move(event);
  }

  Event Replayed(khr::CommandBufferHandle buffer, cl_uint adds) {
    Event event;
    const Waits waits = SomeWaits();
    Check(Khr().enqueue(0, nullptr, buffer, waits.count(), waits.list(),
                        random_() % 2 ? event.out() : nullptr));
    expected_ += adds;
    return event;
  }
  void EnqueueKernel(cl_kernel kernel, cl_uint adds) {
    Event event;
    const Waits waits = SomeWaits();
    const size_t one = 1;
    Check(clEnqueueNDRangeKernel(Any(), kernel, 1, nullptr, &one, nullptr, waits.count(),
                                 waits.list(), event.out()));
    expected_ += adds;
    if (random_() % 4 == 0) {
      Check(clSetEventCallback(
          event, CL_COMPLETE,
          [](cl_event, cl_int status, void*) { EXPECT_EQ(status, CL_COMPLETE); }, nullptr));
    }
    Remember(std::move(event));
  }
  void Sync() {
    Event event;
    const Waits waits = SomeWaits();
    const auto enqueue = random_() % 2 ? clEnqueueMarkerWithWaitList : clEnqueueBarrierWithWaitList;
    Check(enqueue(Any(), waits.count(), waits.list(), event.out()));
    Remember(std::move(event));
  }
  void Gate() {
    cl_int error = -1;
    Event gate = clCreateUserEvent(shared_.context, &error);
    const cl_event wait = gate;
    const size_t one = 1;
    Check(clEnqueueNDRangeKernel(Any(), add_, 1, nullptr, &one, nullptr, 1, &wait, nullptr));
    Check(Khr().enqueue(0, nullptr, across_, 1, &wait, nullptr));
    expected_ += 3;
    Check(clSetUserEventStatus(gate, CL_COMPLETE));
  }
  /// The signal is in a queue where nothing holds it back, or comes first: so that none of what the
  /// threads do waits for each other in a circle.
  void Semaphores() {
    using Create = SemaphoreHandle (*)(cl_context, const khr::Properties*, cl_int*);
    using Enqueue = cl_int (*)(cl_command_queue, cl_uint, const SemaphoreHandle*, const cl_ulong*,
                               cl_uint, const cl_event*, cl_event*);
    using Release = cl_int (*)(SemaphoreHandle);
    static const Create create = FunctionNamed{"clCreateSemaphoreWithPropertiesKHR"};
    static const Enqueue wait = FunctionNamed{"clEnqueueWaitSemaphoresKHR"};
    static const Enqueue signal = FunctionNamed{"clEnqueueSignalSemaphoresKHR"};
    static const Release release = FunctionNamed{"clReleaseSemaphoreKHR"};
    const khr::Properties list[] = {khr::kSemaphoreType, khr::kSemaphoreTypeBinary, 0};
    cl_int error = -1;
    const SemaphoreHandle semaphore = create(shared_.context, list, &error);
    Check(error);
    const bool signal_first = random_() % 2;
    Event event;
    if (signal_first) Check(signal(own_, 1, &semaphore, nullptr, 0, nullptr, nullptr));
    Check(wait(Any(), 1, &semaphore, nullptr, 0, nullptr, event.out()));
    if (!signal_first) Check(signal(own_, 1, &semaphore, nullptr, 0, nullptr, nullptr));
    Check(release(semaphore));
    Remember(std::move(event));
  }
  void Usm() {
    using Allocate =
        void* (*)(cl_context, cl_device_id, const khr::Properties*, size_t, cl_uint, cl_int*);
    using Copy = cl_int (*)(cl_command_queue, cl_bool, void*, const void*, size_t, cl_uint,
                            const cl_event*, cl_event*);
    using Fill = cl_int (*)(cl_command_queue, void*, const void*, size_t, size_t, cl_uint,
                            const cl_event*, cl_event*);
    using Release = cl_int (*)(cl_context, void*);
    static const Allocate allocate = FunctionNamed{"clSharedMemAllocINTEL"};
    static const Copy copy = FunctionNamed{"clEnqueueMemcpyINTEL"};
    static const Fill fill = FunctionNamed{"clEnqueueMemFillINTEL"};
    static const Release release = FunctionNamed{"clMemBlockingFreeINTEL"};
    constexpr size_t kCount = 64;
    cl_int error = -1;
    auto* memory = static_cast<cl_uint*>(allocate(shared_.context, shared_.device, nullptr,
                                                  2 * kCount * sizeof(cl_uint), 0, &error));
    Check(error);
    const cl_uint value = random_();
    Event filled;
    Check(fill(Any(), memory, &value, sizeof(value), kCount * sizeof(cl_uint), 0, nullptr,
               filled.out()));
    const cl_event wait = filled;
    Check(
        copy(Any(), CL_TRUE, memory + kCount, memory, kCount * sizeof(cl_uint), 1, &wait, nullptr));
    EXPECT_EQ(memory[2 * kCount - 1], value);
    Check(release(shared_.context, memory));
  }
  /// Which is let go of while its commands have not run.
  void QueueOfItsOwn() {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                        0};
    cl_int error = -1;
    Queue mine = clCreateCommandQueueWithProperties(shared_.context, shared_.device, list, &error);
    Event event;
    const Waits waits = SomeWaits();
    const size_t one = 1;
    Check(clEnqueueNDRangeKernel(mine, add_, 1, nullptr, &one, nullptr, waits.count(), waits.list(),
                                 event.out()));
    ++expected_;
    mine.reset();
    const cl_event wait = event;
    Check(clEnqueueMarkerWithWaitList(Any(), 1, &wait, nullptr));
    Remember(std::move(event));
  }
  void ReadAndMap() {
    cl_int error = -1;
    Event mapped;
    const cl_command_queue in = Any();
    void* pointer = clEnqueueMapBuffer(in, scratch_, CL_FALSE, CL_MAP_READ, 0, 16, 0, nullptr,
                                       mapped.out(), &error);
    Check(error);
    const cl_event wait = mapped;
    Check(clEnqueueUnmapMemObject(Any(), scratch_, pointer, 1, &wait, nullptr));
    cl_uint read = 0;
    Check(clEnqueueReadBuffer(Any(), total_, CL_TRUE, 0, sizeof(read), &read, 0, nullptr, nullptr));
    EXPECT_LE(read, expected_);
  }

  const Shared& shared_;
  std::mt19937 random_;
  Mem total_, scratch_;
  Queue own_;
  Kernel add_, family_, large_;
  CommandBuffer across_, back_, families_;
  Event last_;
  cl_uint expected_ = 0;
};

TEST_F(SharedCommandsTest, EverythingFromManyThreads) {
  for (const int threads : {2, 4, 8}) {
    const Actor::Shared shared{context, device, {queues[0], queues[1], queues[2]}, kernels};
    std::vector<std::unique_ptr<Actor>> actors;
    for (int i = 0; i < threads; ++i)
      actors.push_back(std::make_unique<Actor>(shared, static_cast<unsigned>(16 * threads + i)));
    EXPECT_TRUE(Returns([&] {
      InThreads(threads, [&](int me) {
        for (int round = 0; round < 4000 / threads; ++round) actors[static_cast<size_t>(me)]->Act();
      });
      FinishAll();
    })) << threads
        << " threads";
    for (const auto& actor : actors) EXPECT_EQ(actor->Total(), actor->expected());
  }
}

// What the context's end does to commands that other threads are enqueuing.
TEST_F(SharedCommandsTest, TheContextIsTerminatedMeanwhile) {
  const auto terminate = reinterpret_cast<clTerminateContextKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR"));
  if (!terminate) GTEST_SKIP() << "cl_khr_terminate_context is not listed";
  for (int round = 0; round < 10; ++round) {
    const cl_context_properties list[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    cl_int error = -1;
    Context mine = clCreateContext(list, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Queue on_device = NewQueue(
        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        mine);
    Queue in[] = {NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, mine), NewQueue(0, mine)};
    const char* text = kKernels;
    Program program = clCreateProgramWithSource(mine, 1, &text, nullptr, &error);
    ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS);
    Mem total = clCreateBuffer(mine, 0, (kLarge + 1) * sizeof(cl_uint), nullptr, &error);
    Kernel family = MakeKernel(program, "family"), add = MakeKernel(program, "add"),
           large = MakeKernel(program, "large");
    for (const cl_kernel kernel : {cl_kernel(family), cl_kernel(add), cl_kernel(large)})
      SetArgs(kernel, cl_mem(total), cl_uint{1});
    CommandBuffer single = BufferFor({in[0]}), across = Across({in[0], in[1]}, add);
    Record(single, in[0], large, kLarge);
    for (int i = 0; i < 2; ++i) Record(single, in[0], family, 1);
    ASSERT_EQ(Khr().finalize(single), CL_SUCCESS);
    std::atomic<int> enqueued{0};
    EXPECT_TRUE(Returns([&] {
      InThreads(3, [&](int me) {
        if (me == 2) {
          while (enqueued < 6 * (round + 1)) std::this_thread::yield();
          EXPECT_EQ(terminate(mine), CL_SUCCESS);
          return;
        }
        const khr::CommandBufferHandle buffer = me ? single : across;
        for (int i = 0; i < 200; ++i, ++enqueued) {
          const cl_int result = Khr().enqueue(0, nullptr, buffer, 0, nullptr, nullptr);
          EXPECT_TRUE(result == CL_SUCCESS || result == CL_CONTEXT_TERMINATED_KHR) << result;
        }
      });
      for (const Queue& each : in) clFinish(each);
    })) << "round "
        << round;
  }
}

}  // namespace
