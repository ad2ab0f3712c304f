// SPDX-License-Identifier: Apache-2.0
#include "support/event_counter.h"

#include <linux/aio_abi.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <memory>
#include <new>

#include "support/file.h"

namespace heddle {
namespace {

/// Adds to eventfds without blocking. A write to an eventfd blocks while the counter is full, and
/// takes no RWF_NOWAIT. The completion of an asynchronous read adds to a counter without blocking
/// (IOCB_FLAG_RESFD), so this reads nothing from an empty file of its own, which completes at once.
class Adder {
 public:
  Adder() : process_(getpid()), empty_(memfd_create("heddle-empty", MFD_CLOEXEC)) {
    if (empty_ && syscall(SYS_io_setup, kRequests, &context_) != 0) context_ = 0;
  }
  ~Adder() {
    if (context_ != 0 && process_ == getpid()) syscall(SYS_io_destroy, context_);
  }
  Adder(const Adder&) = delete;
  Adder& operator=(const Adder&) = delete;

  /// Tells whether it works in this process: a forked child has none of its parent's requests.
  bool usable() const noexcept { return context_ != 0 && process_ == getpid(); }

  bool add(int eventfd) const noexcept {
    char nothing = 0;
    iocb request{};
    request.aio_lio_opcode = IOCB_CMD_PREAD;
    request.aio_fildes = static_cast<uint32_t>(empty_.get());
    request.aio_buf = reinterpret_cast<uintptr_t>(&nothing);
    request.aio_nbytes = sizeof(nothing);
    request.aio_flags = IOCB_FLAG_RESFD;
    request.aio_resfd = static_cast<uint32_t>(eventfd);
    iocb* requests[] = {&request};
    for (int turn = 0; turn < kTurns; ++turn) {
      const long submitted = syscall(SYS_io_submit, context_, 1L, requests);
      const int error = errno;
      forget_ended();
      if (submitted == 1) return true;
      if (error != EAGAIN && error != EINTR) return false;
      sched_yield();  // other threads' requests have not been forgotten yet
    }
    return false;
  }

 private:
  static constexpr unsigned kRequests = 16;
  static constexpr int kTurns = 10'000;

  void forget_ended() const noexcept {
    io_event ended[4];
    timespec none{};
    syscall(SYS_io_getevents, context_, 0L, 4L, ended, &none);
  }

  const pid_t process_;
  const File empty_;
  aio_context_t context_ = 0;
};

/// Returns the process's adder, or null if it cannot be made. It is never destroyed: others may be
/// adding.
const Adder* adder() noexcept {
  static std::atomic<const Adder*> current{nullptr};
  const Adder* now = current.load(std::memory_order_acquire);
  if (now && now->usable()) return now;
  std::unique_ptr<const Adder> made(new (std::nothrow) Adder);
  if (!made || !made->usable()) return nullptr;
  while (!current.compare_exchange_weak(now, made.get(), std::memory_order_acq_rel)) {
    if (now && now->usable()) return now;  // another thread was faster
  }
  return made.release();
}

enum class Taken { Yes, Empty, Never };

Taken take(int eventfd) noexcept {
  uint64_t count = 0;
  iovec into{&count, sizeof(count)};
  ssize_t size = 0;
  do {
    size = preadv2(eventfd, &into, 1, -1, RWF_NOWAIT);
  } while (size < 0 && errno == EINTR);
  if (size == sizeof(count)) return Taken::Yes;
  return size < 0 && errno == EAGAIN ? Taken::Empty : Taken::Never;
}

/// Tells whether a read can be asked not to block: since Linux 5.8, unless a filter forbids it.
bool takes_without_waiting() noexcept {
  static const bool does = [] {
    const File empty(eventfd(0, EFD_CLOEXEC));
    return empty && take(empty.get()) == Taken::Empty;
  }();
  return does;
}

}  // namespace

bool take_count(int eventfd) noexcept {
  return take(eventfd) == Taken::Yes;
}

bool add_to_count(int eventfd) noexcept {
  const Adder* const mine = adder();
  return mine && mine->add(eventfd);
}

bool counts_without_waiting() noexcept {
  return takes_without_waiting() && adder();
}

}  // namespace heddle
