// SPDX-License-Identifier: Apache-2.0
// The standard library's mutexes, locks and condition variables, with Clang's annotations for its
// thread safety analysis. A field says GUARDED_BY(mutex), a function that is called with the mutex
// held REQUIRES(mutex); an access without the mutex ends the build (-Wthread-safety). The macros
// have the names of Clang's manual.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>

#ifdef __clang__
#define HEDDLE_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
#define HEDDLE_THREAD_SAFETY(attribute)
#endif
#define CAPABILITY(name) HEDDLE_THREAD_SAFETY(capability(name))
#define SCOPED_CAPABILITY HEDDLE_THREAD_SAFETY(scoped_lockable)
#define GUARDED_BY(mutex) HEDDLE_THREAD_SAFETY(guarded_by(mutex))
#define PT_GUARDED_BY(mutex) HEDDLE_THREAD_SAFETY(pt_guarded_by(mutex))
#define REQUIRES(...) HEDDLE_THREAD_SAFETY(requires_capability(__VA_ARGS__))
#define REQUIRES_SHARED(...) HEDDLE_THREAD_SAFETY(requires_shared_capability(__VA_ARGS__))
#define ACQUIRE(...) HEDDLE_THREAD_SAFETY(acquire_capability(__VA_ARGS__))
#define ACQUIRE_SHARED(...) HEDDLE_THREAD_SAFETY(acquire_shared_capability(__VA_ARGS__))
#define RELEASE(...) HEDDLE_THREAD_SAFETY(release_capability(__VA_ARGS__))
#define RELEASE_SHARED(...) HEDDLE_THREAD_SAFETY(release_shared_capability(__VA_ARGS__))
#define RELEASE_GENERIC(...) HEDDLE_THREAD_SAFETY(release_generic_capability(__VA_ARGS__))
#define ASSERT_CAPABILITY(mutex) HEDDLE_THREAD_SAFETY(assert_capability(mutex))
#define RETURN_CAPABILITY(mutex) HEDDLE_THREAD_SAFETY(lock_returned(mutex))
/// Marks functions whose locks the analysis cannot follow. Each says why.
#define NO_THREAD_SAFETY_ANALYSIS HEDDLE_THREAD_SAFETY(no_thread_safety_analysis)

namespace heddle {

class CAPABILITY("mutex") Mutex {
 public:
  constexpr Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() ACQUIRE() { mutex_.lock(); }
  void unlock() RELEASE() { mutex_.unlock(); }
  /// Tells the analysis that the caller holds this, by another name, or need not: no other thread
  /// knows yet what it guards.
  void assume_held() const ASSERT_CAPABILITY(this) {}

 private:
  friend class ConditionVariable;
  std::mutex mutex_;
};

/// A mutex that several readers may hold at once.
class CAPABILITY("mutex") SharedMutex {
 public:
  SharedMutex() = default;
  SharedMutex(const SharedMutex&) = delete;
  SharedMutex& operator=(const SharedMutex&) = delete;

  void lock() ACQUIRE() { mutex_.lock(); }
  void unlock() RELEASE() { mutex_.unlock(); }
  void lock_shared() ACQUIRE_SHARED() { mutex_.lock_shared(); }
  void unlock_shared() RELEASE_SHARED() { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

/// Holds a mutex until its scope ends, but for the time between `unlock` and `lock`.
template <class M>
class SCOPED_CAPABILITY Lock {
 public:
  explicit Lock(M& mutex) ACQUIRE(mutex) : mutex_(mutex) { mutex.lock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() RELEASE() {
    if (held_) mutex_.unlock();
  }

  void lock() ACQUIRE() {
    mutex_.lock();
    held_ = true;
  }
  void unlock() RELEASE() {
    held_ = false;
    mutex_.unlock();
  }

 private:
  M& mutex_;
  bool held_ = true;
};

/// Holds a SharedMutex as one of its readers.
class SCOPED_CAPABILITY SharedLock {
 public:
  explicit SharedLock(SharedMutex& mutex) ACQUIRE_SHARED(mutex) : mutex_(mutex) {
    mutex.lock_shared();
  }
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;
  ~SharedLock() RELEASE_GENERIC() { mutex_.unlock_shared(); }

 private:
  SharedMutex& mutex_;
};

/// A wait may end early: callers ask for their condition in a loop. The analysis takes a predicate,
/// which is a function of its own, for one that is called without the mutex.
class ConditionVariable {
 public:
  void wait(Mutex& mutex) REQUIRES(mutex) {
    std::unique_lock lock(mutex.mutex_, std::adopt_lock);
    variable_.wait(lock);
    (void)lock.release();  // NOLINT(bugprone-unused-return-value): the caller's
  }
  /// Returns false once `time` has come.
  bool wait_until(Mutex& mutex, std::chrono::steady_clock::time_point time) REQUIRES(mutex) {
    std::unique_lock lock(mutex.mutex_, std::adopt_lock);
    const bool is_early = variable_.wait_until(lock, time) == std::cv_status::no_timeout;
    (void)lock.release();  // NOLINT(bugprone-unused-return-value): the caller's
    return is_early;
  }
  void notify_one() noexcept { variable_.notify_one(); }
  void notify_all() noexcept { variable_.notify_all(); }

 private:
  std::condition_variable variable_;
};

}  // namespace heddle
