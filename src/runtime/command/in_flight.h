// SPDX-License-Identifier: Apache-2.0
// The number of commands of this process that are not done. Commands that wait for an event that
// nobody sets would take all memory, so the number has a limit: 4 million, or as many as an eighth
// of memory holds if that is more.
//
// One count that all threads write to would cost each command a cache line. So commands that begin
// are counted by each queue, and commands that end by groups of threads. Both add to the total in
// steps of kStep.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle {

class InFlight {
 public:
  /// Counts a command that begins in a queue; `commands` is the queue's count, in turn.
  static void begun(uint64_t commands) noexcept {
    if (commands % kStep == 0) total_.fetch_add(kStep, std::memory_order_relaxed);
  }
  /// Counts the rest of a queue that begins no more.
  static void all_begun(uint64_t commands) noexcept {
    total_.fetch_add(static_cast<int64_t>(commands % kStep), std::memory_order_relaxed);
  }
  static void ended() noexcept;

  static bool too_many() noexcept {
    return total_.load(std::memory_order_relaxed) >= most_.load(std::memory_order_relaxed) &&
           are_too_many();
  }
  /// Returns the number that is always allowed.
  static int64_t most() noexcept { return most_.load(std::memory_order_relaxed); }
  /// Sets the limit, for tests.
  static void set_most(int64_t most) noexcept;

 private:
  static constexpr uint64_t kStep = 64;

  static bool are_too_many() noexcept;

  static std::atomic<int64_t> total_;
  static std::atomic<int64_t> most_;
  static std::atomic<bool> knows_most_;
};

}  // namespace heddle
