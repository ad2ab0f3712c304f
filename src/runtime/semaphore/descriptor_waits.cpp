// SPDX-License-Identifier: Apache-2.0
#include "runtime/semaphore/descriptor_waits.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/command/executor.h"
#include "runtime/command/fork_mutex.h"
#include "support/background.h"
#include "support/file.h"
#include "support/mutex.h"

namespace heddle {

// The waits of the process. Leaked: the thread runs until the process ends.
class DescriptorWaits {
 public:
  DescriptorWaits()
      : generation_(fork_generation()), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

  bool start() {
    return wake_ && run_in_background([this] { run(); });
  }
  uint32_t generation() const { return generation_; }

  void add(DescriptorWait& wait) noexcept {
    {
      const Lock lock(mutex_);
      wait.next_ = std::exchange(added_, &wait);
    }
    wake();
  }
  void wake() noexcept { wake_.write(&kOne, sizeof(kOne)); }

 private:
  static constexpr uint64_t kOne = 1;
  /// The interval of tries while there is no memory to poll all of them at once.
  static constexpr int kRetryMs = 10;

  [[noreturn]] void run() noexcept {
    pthread_setname_np(pthread_self(), "heddle-wait");
    const Executor::Within elsewhere(nullptr);  // no commands here: others wait for this thread
    for (;;) {
      const size_t polled = fill();
      poll(polled_.data(), polled, all_polled_ ? -1 : kRetryMs);
      uint64_t count = 0;
      if (polled_[0].revents) wake_.read(&count, sizeof(count));
      // Everything that has woken this thread by now is handled below, new waits as well.
      take_added();
      go_on(polled);
    }
  }

  /// Appends the added waits to the list, in the order in which they came.
  void take_added() noexcept {
    DescriptorWait* newest = nullptr;
    {
      const Lock lock(mutex_);
      newest = std::exchange(added_, nullptr);
    }
    DescriptorWait* oldest = nullptr;
    while (newest) {
      DescriptorWait* const next = std::exchange(newest->next_, oldest);
      oldest = std::exchange(newest, next);
    }
    DescriptorWait** end = &first_;
    while (*end) end = &(*end)->next_;
    *end = oldest;
  }

  size_t fill() noexcept {
    polled_.clear();
    all_polled_ = true;
    polled_.push_back({wake_.get(), POLLIN, 0});  // there is room since the constructor
    try {
      for (const DescriptorWait* wait = first_; wait; wait = wait->next_)
        polled_.push_back({wait->descriptor(), POLLIN, 0});
    } catch (...) {  // no memory
      all_polled_ = false;
    }
    return polled_.size();
  }

  /// Continues the waits that can. If several wait for one descriptor, the oldest one has the first
  /// chance.
  void go_on(size_t polled) noexcept {
    DescriptorWait** link = &first_;
    for (size_t i = 1; *link; ++i) {
      DescriptorWait& wait = **link;
      DescriptorWait* const next = wait.next_;
      const short events = i < polled ? polled_[i].revents : short{0};
      const bool due = i >= polled || events || wait.context().terminated();
      if (due && wait.go_on((events & (POLLERR | POLLHUP | POLLNVAL)) && !(events & POLLIN))) {
        *link = next;
      } else {
        link = &wait.next_;
      }
    }
  }

  const uint32_t generation_;
  const File wake_;
  Mutex mutex_;
  DescriptorWait* added_ GUARDED_BY(mutex_) = nullptr;  // newest first
  DescriptorWait* first_ = nullptr;                     // the thread's alone, like the next two
  std::vector<pollfd> polled_{pollfd{}};
  bool all_polled_ = true;
};

namespace {

std::atomic<DescriptorWaits*> current{nullptr};

/// Returns the waits; null if nothing has waited. A forked child starts with none: the thread and
/// its waits are the parent's.
DescriptorWaits* waits() {
  DescriptorWaits* const now = current.load(std::memory_order_acquire);
  return now && now->generation() == fork_generation() ? now : nullptr;
}

DescriptorWaits* started_waits() {
  if (DescriptorWaits* const now = waits()) return now;
  static ForkMutex& starting = *new ForkMutex;  // leaked on purpose: no static destructors
  const Lock lock(starting.get([] {}));
  if (DescriptorWaits* const now = waits()) return now;
  auto made = std::make_unique<DescriptorWaits>();
  if (!made->start()) return nullptr;
  current.store(made.get(), std::memory_order_release);
  return made.release();
}

}  // namespace

bool wait_for_descriptor(DescriptorWait& wait) noexcept {
  try {
    DescriptorWaits* const started = started_waits();
    if (started) started->add(wait);
    return started != nullptr;
  } catch (...) {  // no memory
    return false;
  }
}

void wake_descriptor_waits() noexcept {
  if (DescriptorWaits* const started = waits()) started->wake();
}

}  // namespace heddle
