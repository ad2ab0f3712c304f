// SPDX-License-Identifier: Apache-2.0
// How many commands of this process are not done. Those that wait for an event that nobody sets
// would take all memory: there are 4 million at most, or as many as an eighth of memory holds.
//
// One count that all threads write to would cost each command a cache line. So queues count what
// begins, and few threads together what ends, and tell of it in steps.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle {

class InFlight {
 public:
  /// A queue has begun this many commands by now. For each of them, in turn.
  static void begun(uint64_t commands) noexcept {
    if (commands % kStep == 0) total_.fetch_add(kStep, std::memory_order_relaxed);
  }
  /// It will begin no more.
  static void all_begun(uint64_t commands) noexcept {
    total_.fetch_add(static_cast<int64_t>(commands % kStep), std::memory_order_relaxed);
  }
  static void ended() noexcept;

  static bool too_many() noexcept {
    return total_.load(std::memory_order_relaxed) >= most_.load(std::memory_order_relaxed) &&
           are_too_many();
  }
  /// At least so many may be.
  static int64_t most() noexcept { return most_.load(std::memory_order_relaxed); }
  /// For tests.
  static void set_most(int64_t most) noexcept;

 private:
  static constexpr uint64_t kStep = 64;

  static bool are_too_many() noexcept;

  static std::atomic<int64_t> total_;
  static std::atomic<int64_t> most_;
  static std::atomic<bool> knows_most_;
};

}  // namespace heddle
