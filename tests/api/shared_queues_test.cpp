// SPDX-License-Identifier: Apache-2.0
// Plain calls, command-buffers, semaphores, unified shared memory and kernels that enqueue others,
// at random, from many threads on the same queues: every command runs once, and all come to an end.
#include <random>

#include "shared_commands_fixture.h"

namespace {

using khr::SemaphoreHandle;

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

}  // namespace
