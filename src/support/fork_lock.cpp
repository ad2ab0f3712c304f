// SPDX-License-Identifier: Apache-2.0
#include "support/fork_lock.h"

#include <pthread.h>

#include <array>
#include <atomic>

#include "support/mutex.h"

namespace heddle {

/// The locks of the process, the newest first.
struct ForkLocks {
  static inline constinit Mutex mutex;
  static inline ForkLock* first GUARDED_BY(mutex) = nullptr;

  // The handlers keep the locks of the list and in it from the first to one of the others.
  static void prepare() NO_THREAD_SAFETY_ANALYSIS {
    mutex.lock();
    for (ForkLock* each = first; each; each = each->next_) each->lock_before_fork();
  }
  static void in_parent() NO_THREAD_SAFETY_ANALYSIS {
    for (ForkLock* each = first; each; each = each->next_) each->unlock_in_parent();
    mutex.unlock();
  }
  static void in_child() NO_THREAD_SAFETY_ANALYSIS {
    for (ForkLock* each = first; each; each = each->next_) each->renew_in_child();
    mutex.unlock();
  }
};

namespace {

// At the first use, a fork before the caller had noted that it registered them would make its child
// do so again.
[[gnu::constructor(102)]] void register_handlers() {
  pthread_atfork(ForkLocks::prepare, ForkLocks::in_parent, ForkLocks::in_child);
}

}  // namespace

void ForkLock::enlist() {
  const Lock lock(ForkLocks::mutex);
  next_ = ForkLocks::first;
  ForkLocks::first = this;
}

void ForkLock::leave() {
  const Lock lock(ForkLocks::mutex);
  ForkLock** at = &ForkLocks::first;
  while (*at != this) at = &(*at)->next_;
  *at = next_;
}

// ---- Objects.

namespace {

/// Threads that hold mutexes of objects are its readers.
struct alignas(64) Gate {
  SharedMutex mutex;
};

/// The gates of all threads. Threads share one only where there are many.
constinit std::array<Gate, 16> gates;

/// A thread's gate, and how many mutexes of objects it holds.
struct Passage {
  SharedMutex& gate = next_gate().mutex;
  size_t held = 0;

 private:
  static Gate& next_gate() {
    static std::atomic<size_t> threads{0};
    return gates[threads.fetch_add(1, std::memory_order_relaxed) % gates.size()];
  }
};

thread_local Passage own;

// The handlers keep the locks from the first to one of the others.
void close_gates() NO_THREAD_SAFETY_ANALYSIS {
  for (Gate& gate : gates) gate.mutex.lock();
}
void open_gates() NO_THREAD_SAFETY_ANALYSIS {
  for (Gate& gate : gates) gate.mutex.unlock();
}
void renew_gates() {
  for (Gate& gate : gates) new (&gate.mutex) SharedMutex;
}

// Handlers that are registered later take their locks earlier: who holds a mutex of an object may
// want any other but the compiler's (runtime/code/compiler_door.cpp).
[[gnu::constructor(103)]] void register_gates() {
  pthread_atfork(close_gates, open_gates, renew_gates);
}

}  // namespace

// The gate is kept from the first lock to the last unlock.
void ObjectMutex::lock() NO_THREAD_SAFETY_ANALYSIS {
  if (own.held++ == 0) own.gate.lock_shared();
  mutex_.lock();
}

void ObjectMutex::unlock() NO_THREAD_SAFETY_ANALYSIS {
  mutex_.unlock();
  if (--own.held == 0) own.gate.unlock_shared();
}

}  // namespace heddle
