// SPDX-License-Identifier: Apache-2.0
// Sync files, which drivers in the kernel make and machines without a GPU mostly do not have: the
// end of a pipe takes their place, which can be read from when the other one has been written to,
// and a function that of the kernel's query.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>

#include "platform/external_handles.h"
#include "platform/platform.h"
#include "runtime/command/event.h"
#include "runtime/command/terminate.h"
#include "runtime/semaphore/semaphore.h"
#include "runtime/semaphore/semaphore_commands.h"

namespace heddle {
namespace {

std::atomic<int> fake_result;  // asked for by the thread that waits
int fake_state(int fd) {
  return fcntl(fd, F_GETFD) < 0 ? -EBADF : fake_result.load();
}

class SyncFile {
 public:
  SyncFile() { EXPECT_EQ(pipe(ends_), 0); }
  ~SyncFile() {
    if (ends_[1] >= 0) close(ends_[1]);
  }
  /// The semaphore's to close.
  int fd() const { return ends_[0]; }
  void signal() const { EXPECT_EQ(write(ends_[1], "", 1), 1); }
  /// It will never be signalled.
  void break_off() { close(std::exchange(ends_[1], -1)); }

 private:
  int ends_[2];
};

class SyncFileTest : public testing::Test {
 protected:
  void SetUp() override {
    fake_result = 0;
    cl_device_id device = &platform().device();
    const cl_context_properties list[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    context = std::move(Context::create(list, 1, &device, nullptr, nullptr)).value();
    queue = std::move(Queue::create(*context, *context->devices()[0], nullptr)).value();
  }
  Result<Ref<Semaphore>> Import(int fd, SyncFileState state = fake_state) {
    return Semaphore::create(
        *context,
        {{0}, context->devices(), {}, SemaphoreProperties::Import{khr::kSemaphoreHandleSyncFd, fd}},
        state);
  }
  Ref<Event> WaitFor(Semaphore& semaphore) {
    cl_event waited = nullptr;
    semaphore.publish();
    const khr::SemaphoreHandle handles[] = {&semaphore};
    EXPECT_TRUE(enqueue_semaphore_wait(*queue, handles, {{}, &waited}));
    queue->flush();
    return Ref<Event>::adopt(static_cast<Event*>(waited));
  }
  static cl_int End(Event& event) {
    event.completion().sleep_until_done();
    return event.completion().status();
  }
  static cl_ulong Payload(const Semaphore& semaphore) {
    cl_ulong payload = 7;
    EXPECT_TRUE(semaphore.info(khr::kSemaphorePayload, {sizeof(payload), &payload, nullptr}));
    return payload;
  }
  static bool IsOpen(int fd) { return fcntl(fd, F_GETFD) >= 0; }

  Ref<Context> context;
  Ref<Queue> queue;
};

TEST_F(SyncFileTest, AWaitEndsWhenTheFileIsSignalled) {
  for (const bool signalled_first : {false, true}) {
    SyncFile file;
    Ref<Semaphore> semaphore = std::move(Import(file.fd())).value();
    EXPECT_FALSE(IsOpen(file.fd())) << "it is the semaphore's";
    EXPECT_EQ(Payload(*semaphore), 0u);
    if (signalled_first) file.signal();
    EXPECT_EQ(Payload(*semaphore), cl_ulong{signalled_first});
    Ref<Event> waited = WaitFor(*semaphore);
    if (!signalled_first) {
      EXPECT_GT(waited->completion().status(), CL_COMPLETE);
      file.signal();
    }
    EXPECT_EQ(End(*waited), CL_COMPLETE);
    EXPECT_EQ(Payload(*semaphore), 0u);
  }
}

/// The file's signal is for one wait; after that it is a semaphore like any other.
TEST_F(SyncFileTest, ItsPayloadIsTakenOnce) {
  SyncFile file;
  Ref<Semaphore> semaphore = std::move(Import(file.fd())).value();
  file.signal();
  Ref<Event> first = WaitFor(*semaphore), second = WaitFor(*semaphore);
  EXPECT_EQ(End(*first), CL_COMPLETE);
  EXPECT_GT(second->completion().status(), CL_COMPLETE);
  Ref<Queue> other = std::move(Queue::create(*context, *context->devices()[0], nullptr)).value();
  const khr::SemaphoreHandle handles[] = {semaphore.get()};
  EXPECT_TRUE(enqueue_semaphore_signal(*other, handles, {}));
  EXPECT_EQ(End(*second), CL_COMPLETE);
}

TEST_F(SyncFileTest, MinusOneHasBeenSignalled) {
  Ref<Semaphore> semaphore = std::move(Import(-1)).value();
  EXPECT_EQ(Payload(*semaphore), 1u);
  EXPECT_EQ(End(*WaitFor(*semaphore)), CL_COMPLETE);
  EXPECT_EQ(Payload(*semaphore), 0u);
  EXPECT_TRUE(semaphore->reimport(-1));
  EXPECT_EQ(Payload(*semaphore), 1u);
  EXPECT_EQ(End(*WaitFor(*semaphore)), CL_COMPLETE);
}

TEST_F(SyncFileTest, AnotherFileIsReimported) {
  SyncFile first, second;
  Ref<Semaphore> semaphore = std::move(Import(first.fd())).value();
  Ref<Event> of_first = WaitFor(*semaphore);
  EXPECT_TRUE(semaphore->reimport(second.fd()));
  EXPECT_FALSE(IsOpen(second.fd()));
  Ref<Queue> other = std::move(Queue::create(*context, *context->devices()[0], nullptr)).value();
  std::swap(queue, other);  // the other one waits
  Ref<Event> of_second = WaitFor(*semaphore);
  second.signal();
  EXPECT_EQ(End(*of_second), CL_COMPLETE);
  EXPECT_GT(of_first->completion().status(), CL_COMPLETE);
  first.signal();
  EXPECT_EQ(End(*of_first), CL_COMPLETE);

  SyncFile bad;
  fake_result = -ENOTTY;
  EXPECT_EQ(semaphore->reimport(bad.fd()).error().code, CL_INVALID_VALUE);
  EXPECT_TRUE(IsOpen(bad.fd()));
  close(bad.fd());
  EXPECT_EQ(semaphore->reimport(bad.fd()).error().code, CL_INVALID_VALUE);
  const khr::Properties plain[] = {khr::kSemaphoreType, khr::kSemaphoreTypeBinary, 0};
  Ref<Semaphore> binary = std::move(Semaphore::create(*context, plain)).value();
  EXPECT_EQ(binary->reimport(-1).error().code, khr::kInvalidSemaphore);
}

TEST_F(SyncFileTest, WhatIsRefusedIsNotClosed) {
  SyncFile file;
  EXPECT_EQ(Import(file.fd(), &sync_file_state).error().code, CL_INVALID_PROPERTY)
      << "the kernel knows that a pipe is none";
  EXPECT_TRUE(IsOpen(file.fd()));
  const int fd = file.fd();
  close(fd);
  EXPECT_EQ(Import(fd).error().code, CL_INVALID_PROPERTY);
}

/// A file that failed, or can no longer be signalled, fails its wait.
TEST_F(SyncFileTest, AFailureFailsItsWait) {
  SyncFile failing, broken;
  Ref<Semaphore> one = std::move(Import(failing.fd())).value();
  Ref<Event> waited = WaitFor(*one);
  fake_result = -5;
  failing.signal();
  EXPECT_EQ(End(*waited), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  fake_result = 0;
  Ref<Semaphore> other = std::move(Import(broken.fd())).value();
  waited = WaitFor(*other);
  broken.break_off();
  EXPECT_EQ(End(*waited), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(SyncFileTest, AWaitEndsWhenItsContextIsTerminated) {
  SyncFile file;
  Ref<Semaphore> semaphore = std::move(Import(file.fd())).value();
  Ref<Event> waited = WaitFor(*semaphore);
  EXPECT_TRUE(terminate_context(*context));
  EXPECT_EQ(End(*waited), CL_CONTEXT_TERMINATED_KHR);
}

TEST(SemaphoreHandles, AreThoseOfTheKernel) {
  EXPECT_EQ(importable_semaphores({.dma_bufs = true, .sync_files = false}),
            (HandleTypes{khr::kSemaphoreHandleOpaqueFd}));
  EXPECT_EQ(importable_semaphores({.dma_bufs = false, .sync_files = true}),
            (HandleTypes{khr::kSemaphoreHandleOpaqueFd, khr::kSemaphoreHandleSyncFd}));
  EXPECT_EQ(exportable_semaphores(), (HandleTypes{khr::kSemaphoreHandleOpaqueFd}));
}

}  // namespace
}  // namespace heddle
