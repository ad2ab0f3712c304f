// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "support/file.h"
#include "support/mutex.h"

namespace heddle {

/// Reads the flag of a Cancellation. Null counts as not cancelled.
inline bool is_cancelled(const int* flag) {
  return flag && __atomic_load_n(flag, __ATOMIC_ACQUIRE) != 0;
}

/// The log of an operation that was cancelled.
inline constexpr char kCancelled[] = "the operation was cancelled";

/// A request of another thread that a piece of work end early, as nobody wants its result.
class Cancellation {
 public:
  Cancellation() = default;
  Cancellation(const Cancellation&) = delete;
  Cancellation& operator=(const Cancellation&) = delete;

  void cancel() noexcept;
  bool is_cancelled() const { return heddle::is_cancelled(&flag_); }
  /// Returns the flag that hdc_cancel_with takes.
  const int* flag() const { return &flag_; }
  /// Returns a descriptor that is readable once the work is cancelled, or -1 if there are no more
  /// files.
  int descriptor();

  /// Returns the cancellation of this thread's work, or null if nobody can cancel it.
  static Cancellation* current();

  /// Makes `cancellation` this thread's current one while it exists.
  class Scope {
   public:
    explicit Scope(Cancellation* cancellation);
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope();

   private:
    Cancellation* const outer_;
  };

 private:
  int flag_ = 0;  // accessed atomically
  Mutex mutex_;
  File event_ GUARDED_BY(mutex_);
};

}  // namespace heddle
