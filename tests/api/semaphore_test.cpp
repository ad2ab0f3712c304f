// SPDX-License-Identifier: Apache-2.0
// Binary semaphores (cl_khr_semaphore).
#include <sys/wait.h>
#include <unistd.h>

#include "../fork.h"
#include "semaphore_fixture.h"

namespace {

using namespace heddle::khr;

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

/// A wait that nobody will signal ends with its context.
TEST_F(SemaphoreTest, AWaitEndsWhenItsContextIsTerminated) {
  auto* const terminate = Find<cl_int(cl_context)>("clTerminateContextKHR");
  ASSERT_NE(terminate, nullptr);
  const cl_context_properties mortal[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  const List exported = {kSemaphoreType,
                         kSemaphoreTypeBinary,
                         kSemaphoreExportHandleTypes,
                         kSemaphoreHandleOpaqueFd,
                         0,
                         0};
  for (const List& properties : {kBinary, exported}) {
    cl_int error = 1;
    Context ends = clCreateContext(mortal, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Queue in = NewQueue(0, ends);
    SemaphoreHandle semaphore = Make(properties, ends);
    Event waited;
    EXPECT_EQ(wait(in, 1, &semaphore, nullptr, 0, nullptr, waited.out()), CL_SUCCESS);
    EXPECT_EQ(clFlush(in), CL_SUCCESS);
    EXPECT_EQ(terminate(ends), CL_SUCCESS);
    EXPECT_EQ(Wait(waited), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(StatusOf(waited), CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(release(semaphore), CL_SUCCESS);
  }
}

/// A wait of the parent does not take what a forked child signals.
TEST_F(SemaphoreTest, WorksInAForkedChild) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP() << "ThreadSanitizer cannot follow a fork";
#endif
  SemaphoreHandle semaphore = Make();
  Event waited;
  EXPECT_EQ(wait(queue, 1, &semaphore, nullptr, 0, nullptr, waited.out()), CL_SUCCESS);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(100);
    Queue own = NewQueue();
    EXPECT_EQ(signal(own, 1, &semaphore, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(wait(own, 1, &semaphore, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(own), CL_SUCCESS);
    ::_exit(testing::Test::HasFailure());
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_GT(StatusOf(waited), CL_COMPLETE) << "that was another process's semaphore";
  EXPECT_EQ(signal(other, 1, &semaphore, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(Wait(waited), CL_SUCCESS);
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
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
