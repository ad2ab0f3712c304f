// SPDX-License-Identifier: Apache-2.0
// A mutex that a forked child can lock, whichever of the parent's threads, which are not there,
// held it.
#pragma once

#include <atomic>
#include <new>

#include "runtime/command/completion.h"
#include "support/mutex.h"

namespace heddle {

class CAPABILITY("mutex") ForkMutex {
 public:
  /// Returns the mutex. Before a child locks it for the first time it is made anew, and `forget`
  /// drops work that only the parent's threads would have done.
  template <class Forget>
  Mutex& get(Forget forget) {
    if (generation_.load(std::memory_order_acquire) != fork_generation()) renew(forget);
    return mutex_;
  }

  // Locks it where no such work waits.
  void lock() ACQUIRE() NO_THREAD_SAFETY_ANALYSIS {
    get([] {}).lock();
  }
  void unlock() RELEASE() NO_THREAD_SAFETY_ANALYSIS { mutex_.unlock(); }
  /// See Mutex.
  void assume_held() const ASSERT_CAPABILITY(this) {}

 private:
  template <class Forget>
  void renew(Forget& forget) {
    static Mutex once;  // held by the thread that renews a mutex
    const Lock lock(once);
    if (generation_.load(std::memory_order_relaxed) == fork_generation()) return;
    new (&mutex_) Mutex;
    forget();  // no other thread of the child's has come here yet
    generation_.store(fork_generation(), std::memory_order_release);
  }

  Mutex mutex_;  // the caller's
  std::atomic<uint32_t> generation_{fork_generation()};
};

}  // namespace heddle
