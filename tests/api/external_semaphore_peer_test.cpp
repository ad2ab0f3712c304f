// SPDX-License-Identifier: Apache-2.0
// Shared semaphores beside processes that do what they should not, and beside filters for system
// calls: nothing of this process may stop.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <string>
#include <thread>

#include "external_semaphore_fixture.h"
#include "own_process.h"

namespace {

using ExternalSemaphorePeerTest = ExternalSemaphoreTest;

constexpr uint64_t kFull = UINT64_MAX - 1;

/// Does to a payload what a process that shares it can do, until the test ends: makes it block and
/// not, and fills it.
class Peer {
 public:
  explicit Peer(int fd) : fd_(fd), thread_([this] { Run(); }) {
    while (turns_ == 0) std::this_thread::yield();
  }
  ~Peer() {
    over_ = true;
    thread_.join();
    ::close(fd_);
  }

 private:
  void Run() {
    for (; !over_; ++turns_) {
      ::fcntl(fd_, F_SETFL, O_NONBLOCK);  // or this thread would wait as well
      EXPECT_TRUE(::write(fd_, &kFull, sizeof(kFull)) > 0 || errno == EAGAIN);
      ::fcntl(fd_, F_SETFL, 0);
    }
  }

  const int fd_;
  std::atomic<bool> over_ = false;
  std::atomic<uint64_t> turns_ = 0;
  std::thread thread_;
};

// In processes of their own, which an alarm ends if anything waits for ever.

/// Waits that find nothing leave the workers, and the thread that polls, to others.
TEST_F(ExternalSemaphorePeerTest, DISABLED_WithoutFlag) {
  const auto units = Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  std::vector<SemaphoreHandle> semaphores;
  std::vector<Queue> queues;
  std::vector<Event> waited(2 * units);
  for (Event& each : waited) {
    SemaphoreHandle semaphore = semaphores.emplace_back(Make(kExported));
    const int fd = Export(semaphore);
    ASSERT_EQ(::fcntl(fd, F_SETFL, 0), 0);
    ::close(fd);
    each = WaitFor(queues.emplace_back(NewQueue()), semaphore);
  }
  // This thread helps nobody: a worker has to.
  const cl_uint value = 42;
  Mem memory = Buffer(std::vector<cl_uint>(size_t{1} << 20));
  Event filled;
  EXPECT_EQ(
      clEnqueueFillBuffer(queue, memory, &value, 4, 0, size_t{4} << 20, 0, nullptr, filled.out()),
      CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_TRUE(Eventually([&] { return StatusOf(filled) == CL_COMPLETE; }));
  for (size_t i = 0; i < waited.size(); ++i) {
    EXPECT_GT(StatusOf(waited[i]), CL_COMPLETE);
    Signal(other, semaphores[i]);
    EXPECT_EQ(Wait(waited[i]), CL_SUCCESS);
    EXPECT_EQ(release(semaphores[i]), CL_SUCCESS);
  }
}

/// A signal of what is signalled already changes nothing, and waits for nothing.
TEST_F(ExternalSemaphorePeerTest, DISABLED_WithFullCounter) {
  SemaphoreHandle semaphore = Make(kExported);
  const int fd = Export(semaphore);
  ASSERT_EQ(::write(fd, &kFull, sizeof(kFull)), ssize_t{sizeof(kFull)});
  ASSERT_EQ(::fcntl(fd, F_SETFL, 0), 0);
  for (int again = 0; again < 3; ++again) {
    Signal(other, semaphore);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
  }
  EXPECT_EQ(Wait(WaitFor(other, semaphore)), CL_SUCCESS);
  EXPECT_EQ(Payload(semaphore), 0u);
  ::close(fd);
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
}

/// All of it at any moment.
TEST_F(ExternalSemaphorePeerTest, DISABLED_WithPeer) {
  SemaphoreHandle semaphore = Make(kExported);
  {
    const Peer peer(Export(semaphore));
    for (int turn = 0; turn < 2000; ++turn) {
      Signal(other, semaphore);
      EXPECT_EQ(clFinish(other), CL_SUCCESS);
      EXPECT_EQ(Wait(WaitFor(other, semaphore)), CL_SUCCESS);
    }
  }
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
}

TEST_F(ExternalSemaphorePeerTest, APeerBlocksNobody) {
  for (const char* way : {"WithoutFlag", "WithFullCounter", "WithPeer"})
    EXPECT_EQ(RunInOwnProcess(std::string("ExternalSemaphorePeerTest.DISABLED_") + way,
                              [] { ::alarm(30); }),
              0)
        << way;
}

/// Refuses what it could not signal without a wait, below a filter for system calls.
TEST_F(ExternalSemaphorePeerTest, DISABLED_WithoutAsynchronousIO) {
  // clang-format off
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_setup, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  // clang-format on
  sock_fprog filter{std::size(program), program};
  ASSERT_EQ(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) return;
  Make(kExported, nullptr, CL_OUT_OF_RESOURCES);
  const int fd = ::eventfd(0, EFD_NONBLOCK);
  Import(fd, CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(IsOpen(fd));
  ::close(fd);
  EXPECT_EQ(release(Make()), CL_SUCCESS) << "it is this process's alone";
}

TEST_F(ExternalSemaphorePeerTest, IsRefusedWhereASignalCouldWait) {
  EXPECT_EQ(RunInOwnProcess("ExternalSemaphorePeerTest.DISABLED_WithoutAsynchronousIO",
                            [] { ::alarm(60); }),
            0);
}

}  // namespace
