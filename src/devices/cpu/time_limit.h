// SPDX-License-Identifier: Apache-2.0
// HEDDLE_KERNEL_TIME_LIMIT: a thread looks at the running launches, and raises hd_launch.stop of
// those that have run for too long.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "abi/kernel_abi.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

struct hd_check_site;

namespace heddle::cpu {

/// Returns the seconds that a launch may run; 0: there is no limit.
uint64_t time_limit();

/// A launch that may run for a limited time. It may run several times, one after the other.
class LimitedLaunch {
 public:
  /// A place where the launch was stopped.
  struct Place {
    const hd_check_site* site;  ///< null: unknown
    hd_group_range groups;      ///< those that the thread ran, or was to run
    bool has_begun;             ///< false: it was to run them
  };

  /// `also`: another flag that stops the launch; may be null.
  explicit LimitedLaunch(const uint32_t* also) : also_(also) {}
  ~LimitedLaunch() { end(); }
  LimitedLaunch(const LimitedLaunch&) = delete;
  LimitedLaunch& operator=(const LimitedLaunch&) = delete;

  /// Returns hd_launch.stop. It is not 0 before the launch begins, either.
  const uint32_t* flag() const { return reinterpret_cast<const uint32_t*>(&flag_); }
  /// Makes the launch one of a kernel that another launch has enqueued: both have one limit.
  void take_part_in(const LimitedLaunch& parent) { since_ = parent.began_; }
  /// Begins the launch, at the first call, if it is to run. Returns false if it has been stopped.
  bool may_run() noexcept;
  /// Notes where a thread has stopped, if the limit is the reason. Returns false if it is not.
  bool note(const Place& place) noexcept;
  /// Ends the launch, which may begin anew. Returns where it was stopped: at each site, or anywhere
  /// if none is known.
  std::vector<Place> end() noexcept;

 private:
  friend struct LimitedLaunches;
  static constexpr uint32_t kRuns = 0, kStopped = 1, kWaits = 2;
  /// Raises the flag if it is time, or the other flag is raised.
  void look(uint64_t now) noexcept;

  std::atomic<uint32_t> flag_{kWaits};
  const uint32_t* const also_;
  uint64_t since_ = 0;  ///< the time at which the limit begins to count; 0: that of the launch
  std::atomic<uint64_t> began_{0};
  std::atomic<bool> is_over_{false};  ///< the limit has stopped it
  std::atomic<bool> has_run_{false};  ///< some group of it has begun
  Mutex mutex_;
  std::vector<Place> places_ GUARDED_BY(mutex_);
  LimitedLaunch *next_ = nullptr, **link_ = nullptr;  // in the list of running ones
};

}  // namespace heddle::cpu
