// SPDX-License-Identifier: Apache-2.0
// The order that atomic operations make between the work-items of a launch: whoever acquires what
// another one has released comes after it (OpenCL C 2.0 §6.13.11, C11's synchronizes-with). Few
// pairs are remembered; where more were met, two accesses may be ordered.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "abi/check_abi.h"
#include "runtime/check/race_shadow.h"
#include "support/mutex.h"

namespace heddle {

class RaceOrder {
 public:
  /// The most releases that are remembered of an atomic object, and acquisitions of a group.
  static constexpr size_t kMost = 16;

  /// `sub_group_size`: 0 if there are no sub-groups.
  explicit RaceOrder(uint32_t sub_group_size) : sub_group_size_(sub_group_size) {}

  static constexpr uint32_t kLocal = 1, kGlobal = 2;

  enum class Answer : uint8_t { Unordered, MayBeOrdered, Ordered };

  /// Notes a release of `memories` (bits of kLocal, kGlobal) at `address`, with its scope.
  void release(uint64_t address, const hd_race_item& item, RaceScope scope, uint32_t memories);
  /// Notes that the work-item acquires what others have released there.
  void acquire(uint64_t address, const hd_race_item& item, RaceScope scope, uint32_t memories);
  /// Notes that it has read there, and will acquire that at its next acquire fence.
  void acquire_later(uint64_t address, const hd_race_item& item, RaceScope scope);
  void fence(const hd_race_item& item, RaceScope scope, uint32_t memories);
  /// Tells whether an earlier access of the launch is ordered before what `second` does now.
  Answer of(const RaceAccess& first, const hd_race_item& second, bool is_local) const;

 private:
  /// A release that a work-item has acquired, of some memories.
  struct Edge {
    hd_race_item from, to;
    uint32_t memories;
  };
  struct Release {
    hd_race_item item;
    RaceScope scope;
    uint32_t memories;
  };
  struct Released {
    std::vector<Release> all;
    uint64_t count = 0;  ///< releases that there have been
    bool has_more = false;
  };
  struct Acquired {
    std::vector<Edge> edges;
    /// The count of releases that a work-item has acquired, by address, local id, scope and
    /// memories: whoever waits for others looks again and again.
    std::unordered_map<uint64_t, uint64_t> counts;
    bool has_more = false;
  };

  /// An atomic read before a fence.
  struct Read {
    uint64_t address;
    RaceScope scope;
  };

  static void add(Released& released, const Release& release);
  void acquire_locked(uint64_t address, const hd_race_item& item, RaceScope scope,
                      uint32_t memories) REQUIRES(mutex_);
  /// Tells whether a scope includes both work-items.
  bool includes(RaceScope scope, const hd_race_item& a, const hd_race_item& b) const;
  /// Tells whether `first` is the same work-item as `second`, or has a barrier between it and
  /// `second`. What one work-item did before a release and after it is not told apart: it counts as
  /// ordered.
  bool is_before(const hd_race_item& first, const hd_race_item& second) const;
  bool are_of_sub_group(uint32_t local, uint32_t other) const {
    return sub_group_size_ != 0 && local / sub_group_size_ == other / sub_group_size_;
  }

  const uint32_t sub_group_size_;
  std::atomic<bool> has_reads_{false};
  mutable Mutex mutex_;
  std::unordered_map<uint64_t, Released> released_ GUARDED_BY(mutex_);        // by address
  std::unordered_map<uint32_t, Acquired> acquired_ GUARDED_BY(mutex_);        // by group
  std::unordered_map<uint64_t, std::vector<Read>> reads_ GUARDED_BY(mutex_);  // by work-item
};

}  // namespace heddle
