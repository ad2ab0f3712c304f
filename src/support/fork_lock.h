// SPDX-License-Identifier: Apache-2.0
// Mutexes that a thread that forks holds meanwhile, so that the child finds them free, and what
// they guard whole: those of things that live as long as the process one by one, those of objects
// by a lock of the process.
#pragma once

#include <new>

#include "support/mutex.h"

namespace heddle {

/// A lock that threads hold while they fork. It is held for a short time only, and nobody takes
/// another one of these meanwhile.
class ForkLock {
 public:
  ForkLock(const ForkLock&) = delete;
  ForkLock& operator=(const ForkLock&) = delete;

 protected:
  ForkLock() = default;
  ~ForkLock() = default;
  void enlist();
  void leave();

 private:
  friend struct ForkLocks;
  virtual void lock_before_fork() = 0;
  virtual void unlock_in_parent() = 0;
  virtual void renew_in_child() = 0;

  ForkLock* next_ = nullptr;
};

/// A Mutex or a SharedMutex that is held during forks.
template <class M>
class CAPABILITY("mutex") HeldAtFork final : public M, private ForkLock {
 public:
  HeldAtFork() { enlist(); }
  ~HeldAtFork() { leave(); }
  HeldAtFork(const HeldAtFork&) = delete;
  HeldAtFork& operator=(const HeldAtFork&) = delete;

 private:
  // The lock is kept from the first of these to one of the others.
  void lock_before_fork() override NO_THREAD_SAFETY_ANALYSIS { M::lock(); }
  void unlock_in_parent() override NO_THREAD_SAFETY_ANALYSIS { M::unlock(); }
  /// Makes the mutex anew: the C library knows the writer of a shared one by its thread, which has
  /// another number in the child.
  void renew_in_child() override { new (static_cast<M*>(this)) M; }
};

/// A mutex of an object that a forked child may use, too. Forks wait until nobody holds one. It is
/// held for a short time only, in which nothing is compiled, and not taken by holders of
/// HeldAtFork: forks take those later.
class CAPABILITY("mutex") ObjectMutex {
 public:
  void lock() ACQUIRE();
  void unlock() RELEASE();
  /// See Mutex.
  void assume_held() const ASSERT_CAPABILITY(this) {}

 private:
  Mutex mutex_;  // guards what says so of its owner
};

}  // namespace heddle
