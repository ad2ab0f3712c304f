// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle {

/// The cost of past launches. Decides which commands are worth another thread (Command::small).
class LaunchCost {
 public:
  /// Tells whether to time the next launch: the first ones, and some later.
  bool sample() {
    const uint32_t n = launches_.fetch_add(1, std::memory_order_relaxed);
    return n < 4 || n % 64 == 0;
  }
  /// Takes a measurement. One slow launch (a page fault, another process) is not believed at once:
  /// the estimate falls freely, but at most doubles.
  void measured(size_t items, uint64_t ns) {
    const float old = ns_per_item_.load(std::memory_order_relaxed);
    const float now = static_cast<float>(ns) / static_cast<float>(items);
    ns_per_item_.store(old > 0 ? std::min(now, 2 * old) : now, std::memory_order_relaxed);
  }
  /// Returns the expected time of a launch; 0 if unknown.
  uint64_t expected_ns(size_t items) const {
    const float cost = ns_per_item_.load(std::memory_order_relaxed);
    return cost < 0 ? 0 : static_cast<uint64_t>(cost * static_cast<float>(items));
  }
  /// Tells whether a launch is cheap. Before the first one only a few items count as cheap.
  bool cheap(size_t items) const {
    const float cost = ns_per_item_.load(std::memory_order_relaxed);
    return cost < 0 ? items <= kUnknownItems : cost * static_cast<float>(items) <= kSmallNs;
  }

 private:
  static constexpr size_t kUnknownItems = 64;
  static constexpr float kSmallNs = 10000;
  std::atomic<uint32_t> launches_{0};
  std::atomic<float> ns_per_item_{-1};
};

}  // namespace heddle
