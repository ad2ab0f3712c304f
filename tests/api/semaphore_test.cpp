// SPDX-License-Identifier: Apache-2.0
// Binary semaphores (cl_khr_semaphore).
#include <thread>

#include "command_test.h"
#include "platform/later_extensions.h"

namespace {

using namespace heddle::khr;
using List = std::vector<Properties>;

const List kBinary = {kSemaphoreType, kSemaphoreTypeBinary, 0};

class SemaphoreTest : public CommandTest {
 protected:
  template <class F>
  F* Find(const char* name) {
    cl_platform_id platform = nullptr;
    clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr);
    return reinterpret_cast<F*>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }
  void SetUp() override {
    CommandTest::SetUp();
    create = Find<SemaphoreHandle(cl_context, const Properties*, cl_int*)>(
        "clCreateSemaphoreWithPropertiesKHR");
    retain = Find<cl_int(SemaphoreHandle)>("clRetainSemaphoreKHR");
    release = Find<cl_int(SemaphoreHandle)>("clReleaseSemaphoreKHR");
    wait = Find<Enqueue>("clEnqueueWaitSemaphoresKHR");
    signal = Find<Enqueue>("clEnqueueSignalSemaphoresKHR");
    info = Find<cl_int(SemaphoreHandle, cl_uint, size_t, void*, size_t*)>("clGetSemaphoreInfoKHR");
    ASSERT_TRUE(create && retain && release && wait && signal && info);
    other = OutOfOrder();
  }
  SemaphoreHandle Make() {
    cl_int error = 1;
    SemaphoreHandle made = create(context, kBinary.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_ulong Payload(SemaphoreHandle semaphore) {
    cl_ulong payload = 7;
    EXPECT_EQ(info(semaphore, kSemaphorePayload, sizeof(payload), &payload, nullptr), CL_SUCCESS);
    return payload;
  }
  /// A list of one event.
  const cl_event* Ptr(const Event& event) {
    list = event;
    return &list;
  }
  cl_int Wait(const Event& event) { return clWaitForEvents(1, Ptr(event)); }

  using Enqueue = cl_int(cl_command_queue, cl_uint, const SemaphoreHandle*, const cl_ulong*,
                         cl_uint, const cl_event*, cl_event*);
  SemaphoreHandle (*create)(cl_context, const Properties*, cl_int*);
  cl_int (*retain)(SemaphoreHandle);
  cl_int (*release)(SemaphoreHandle);
  Enqueue *wait, *signal;
  cl_int (*info)(SemaphoreHandle, cl_uint, size_t, void*, size_t*);
  cl_command_queue other = nullptr;  // out of order
  cl_event list = nullptr;
};

/// The wait may be enqueued before or after the signal, in whichever queue; it ends after it.
TEST_F(SemaphoreTest, AWaitEndsAfterItsSignal) {
  for (const bool wait_first : {false, true}) {
    SemaphoreHandle semaphore = Make();
    Event gate = UserEvent(), waited;
    const auto enqueue_wait = [&] {
      EXPECT_EQ(wait(queue, 1, &semaphore, nullptr, 0, nullptr, waited.out()), CL_SUCCESS);
    };
    if (wait_first) enqueue_wait();
    EXPECT_EQ(signal(other, 1, &semaphore, nullptr, 1, Ptr(gate), nullptr), CL_SUCCESS);
    if (!wait_first) enqueue_wait();
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    EXPECT_GT(StatusOf(waited), CL_COMPLETE);
    EXPECT_EQ(Payload(semaphore), 0u);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(Wait(waited), CL_SUCCESS);
    EXPECT_EQ(Payload(semaphore), 0u);
    EXPECT_EQ(release(semaphore), CL_SUCCESS);
  }
}

TEST_F(SemaphoreTest, PayloadSaysWhetherItIsSignalled) {
  SemaphoreHandle semaphore = Make();
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(Payload(semaphore), 0u);
    EXPECT_EQ(signal(queue, 1, &semaphore, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(Payload(semaphore), 1u);
    EXPECT_EQ(wait(other, 1, &semaphore, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
  }
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
}

/// Two queues hand a number to and fro; no event, and no finish in between.
TEST_F(SemaphoreTest, OrdersTwoQueues) {
  Program program = Build("kernel void step(global uint* x, uint m) { *x = *x * m + 1; }");
  Kernel kernel = MakeKernel(program, "step");
  Mem number = Buffer(std::vector<cl_uint>{1});
  SemaphoreHandle there = Make(), back = Make();
  cl_uint expected = 1;
  const size_t one = 1;
  const auto step = [&](cl_command_queue in, cl_uint factor) {
    SetArgs(kernel, static_cast<cl_mem>(number), factor);
    EXPECT_EQ(clEnqueueNDRangeKernel(in, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    expected = expected * factor + 1;
  };
  const auto barrier = [&] {
    EXPECT_EQ(clEnqueueBarrierWithWaitList(other, 0, nullptr, nullptr), CL_SUCCESS);
  };
  for (cl_uint round = 0; round < 200; ++round) {
    step(queue, 3);
    EXPECT_EQ(signal(queue, 1, &there, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(wait(other, 1, &there, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    barrier();
    step(other, 5);
    barrier();
    EXPECT_EQ(signal(other, 1, &back, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(wait(queue, 1, &back, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(Read<cl_uint>(number, 1)[0], expected);
  release(there);
  release(back);
}

/// Whoever waits sees that the signal's command was terminated.
TEST_F(SemaphoreTest, AFailedSignalFailsItsWait) {
  for (const bool wait_first : {false, true}) {
    SemaphoreHandle both[] = {Make(), Make()};
    Event gate = UserEvent(), waited;
    if (wait_first) EXPECT_EQ(wait(other, 2, both, nullptr, 0, nullptr, waited.out()), CL_SUCCESS);
    EXPECT_EQ(signal(queue, 2, both, nullptr, 1, Ptr(gate), nullptr), CL_SUCCESS);
    if (!wait_first) EXPECT_EQ(wait(other, 2, both, nullptr, 0, nullptr, waited.out()), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
    EXPECT_EQ(Wait(waited), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_LT(StatusOf(waited), 0);
    for (SemaphoreHandle each : both) EXPECT_EQ(release(each), CL_SUCCESS);
  }
}

TEST_F(SemaphoreTest, Queries) {
  SemaphoreHandle semaphore = Make();
  cl_context of = nullptr;
  EXPECT_EQ(info(semaphore, kSemaphoreContext, sizeof(of), &of, nullptr), CL_SUCCESS);
  EXPECT_EQ(of, context);
  cl_uint number = 0;
  EXPECT_EQ(info(semaphore, kSemaphoreType, sizeof(number), &number, nullptr), CL_SUCCESS);
  EXPECT_EQ(number, kSemaphoreTypeBinary);
  EXPECT_EQ(retain(semaphore), CL_SUCCESS);
  EXPECT_EQ(info(semaphore, kSemaphoreReferenceCount, sizeof(number), &number, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(number, 2u);
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
  List list(3);
  size_t size = 0;
  EXPECT_EQ(info(semaphore, kSemaphoreProperties, 3 * sizeof(list[0]), list.data(), &size),
            CL_SUCCESS);
  EXPECT_EQ(size, 3 * sizeof(list[0]));
  EXPECT_EQ(list, kBinary);
  cl_device_id device_of = nullptr;
  EXPECT_EQ(info(semaphore, kSemaphoreDeviceHandleList, sizeof(device_of), &device_of, &size),
            CL_SUCCESS);
  EXPECT_EQ(device_of, device);
  EXPECT_EQ(info(semaphore, kSemaphoreType, 1, &number, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(info(semaphore, 0x1234, sizeof(number), &number, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
  EXPECT_EQ(info(semaphore, kSemaphoreType, sizeof(number), &number, nullptr), kInvalidSemaphore);
  EXPECT_EQ(release(semaphore), kInvalidSemaphore);
  EXPECT_EQ(retain(semaphore), kInvalidSemaphore);
}

TEST_F(SemaphoreTest, ChecksProperties) {
  const auto handle = reinterpret_cast<Properties>(device);
  const struct {
    List list;
    cl_int error;
  } cases[] = {
      {{0}, CL_INVALID_VALUE},
      {{kSemaphoreType, 2, 0}, CL_INVALID_PROPERTY},
      {{kSemaphoreType, kSemaphoreTypeBinary, kSemaphoreType, kSemaphoreTypeBinary, 0},
       CL_INVALID_PROPERTY},
      {{kSemaphoreType, kSemaphoreTypeBinary, 0x1234, 1, 0}, CL_INVALID_PROPERTY},
      {{kSemaphoreType, kSemaphoreTypeBinary, kSemaphoreDeviceHandleList, 0, 0}, CL_INVALID_DEVICE},
      {{kSemaphoreType, kSemaphoreTypeBinary, kSemaphoreDeviceHandleList, 8, 0, 0},
       CL_INVALID_DEVICE},
      {{kSemaphoreType, kSemaphoreTypeBinary, kSemaphoreDeviceHandleList, handle, handle, 0, 0},
       CL_INVALID_DEVICE},
      {{kSemaphoreDeviceHandleList, handle, 0, kSemaphoreType, kSemaphoreTypeBinary, 0},
       CL_SUCCESS},
  };
  for (const auto& each : cases) {
    cl_int error = 1;
    SemaphoreHandle made = create(context, each.list.data(), &error);
    EXPECT_EQ(error, each.error);
    EXPECT_EQ(made != nullptr, each.error == CL_SUCCESS);
    if (made) EXPECT_EQ(release(made), CL_SUCCESS);
  }
  cl_int error = 1;
  EXPECT_EQ(create(context, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(create(nullptr, kBinary.data(), &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(SemaphoreTest, ChecksCommands) {
  SemaphoreHandle semaphore = Make();
  SemaphoreHandle none = nullptr;
  Event failed = UserEvent();
  ASSERT_EQ(clSetUserEventStatus(failed, -7), CL_SUCCESS);
  Context elsewhere = NewContext();
  Queue stranger = NewQueue(0, elsewhere);
  for (Enqueue* enqueue : {wait, signal}) {
    EXPECT_EQ(enqueue(nullptr, 1, &semaphore, nullptr, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(enqueue(queue, 0, &semaphore, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(enqueue(queue, 1, nullptr, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(enqueue(queue, 1, &none, nullptr, 0, nullptr, nullptr), kInvalidSemaphore);
    EXPECT_EQ(enqueue(stranger, 1, &semaphore, nullptr, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(enqueue(queue, 1, &semaphore, nullptr, 1, nullptr, nullptr),
              CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(enqueue(queue, 1, &semaphore, nullptr, 1, Ptr(failed), nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  EXPECT_EQ(Payload(semaphore), 0u);
  release(semaphore);
}

/// What was enqueued goes on when the application has let go of the semaphore.
TEST_F(SemaphoreTest, MayBeReleasedWhileCommandsWait) {
  SemaphoreHandle semaphore = Make();
  Event gate = UserEvent(), waited;
  EXPECT_EQ(signal(queue, 1, &semaphore, nullptr, 1, Ptr(gate), nullptr), CL_SUCCESS);
  EXPECT_EQ(wait(other, 1, &semaphore, nullptr, 0, nullptr, waited.out()), CL_SUCCESS);
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(Wait(waited), CL_SUCCESS);
}

}  // namespace
