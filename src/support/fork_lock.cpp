// SPDX-License-Identifier: Apache-2.0
#include "support/fork_lock.h"

#include <pthread.h>

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

}  // namespace heddle
