// SPDX-License-Identifier: Apache-2.0
// Sleeping on a 32-bit word, and a mutex for critical sections of some ten instructions.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>

#include "devices/cpu/processor.h"
#include "support/mutex.h"

namespace heddle::cpu {

/// Sleeps while `word` is `expected`; may return early.
inline void futex_wait(std::atomic<uint32_t>& word, uint32_t expected) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
}

inline void futex_wake(std::atomic<uint32_t>& word, int waiters) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, waiters, nullptr, nullptr, 0);
}

/// A mutex that spins for a moment before it sleeps: Mutex goes to sleep at the first contention,
/// which costs more than all of the pool's critical sections. Trivially destructible.
class CAPABILITY("mutex") SpinningMutex {
 public:
  void lock() ACQUIRE() {
    uint32_t state = kFree;
    for (int spins = 0; spins < kSpins; ++spins) {
      state = kFree;
      if (state_.compare_exchange_weak(state, kHeld, std::memory_order_acquire)) return;
      if (state == kContended) break;
      relax();
    }
    while (state_.exchange(kContended, std::memory_order_acquire) != kFree) {
      futex_wait(state_, kContended);
    }
  }
  void unlock() RELEASE() {
    if (state_.exchange(kFree, std::memory_order_release) == kContended) futex_wake(state_, 1);
  }

 private:
  static constexpr uint32_t kFree = 0, kHeld = 1, kContended = 2;
  static constexpr int kSpins = 100;
  std::atomic<uint32_t> state_{kFree};
};

}  // namespace heddle::cpu
