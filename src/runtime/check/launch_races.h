// SPDX-License-Identifier: Apache-2.0
// The accesses of a checked launch that nothing orders.
#pragma once

#include <atomic>
#include <memory>

#include "runtime/check/fault.h"
#include "runtime/check/race_order.h"
#include "runtime/check/race_shadow.h"
#include "support/mutex.h"

namespace heddle {

class LaunchRaces {
 public:
  /// `sub_group_size`: 0 if there are no sub-groups.
  explicit LaunchRaces(uint32_t sub_group_size) : sub_group_size_(sub_group_size) {}

  struct Access {
    const hd_check_site* site;
    uint64_t address, bytes;
    uint32_t facts;  ///< HD_RACE_...
  };
  /// Two accesses that race.
  struct Race {
    struct Party {
      const hd_check_site* site;
      uint32_t local;  ///< linear id in the group
      WorkItem item;
    };
    Party writer, other;
    uint64_t address;   ///< the first byte that both access
    bool is_one_group;  ///< both are of one group
    bool has_barrier;   ///< the group has passed a barrier before
  };

  void begin(const hd_launch& launch, hd_race_item& item, const WorkItem& ids);
  /// Records an access. Returns true if it races with an earlier one, and both in `race`.
  bool note(const Access& access, const hd_race_item& item, Race& race);
  /// Notes an atomic access that reads. `facts` are those of hd_checks.note_acquire.
  void acquire(const hd_race_item& item, uint64_t address, uint32_t facts);
  void fence(hd_race_item& item, uint32_t facts);
  /// Ends the launch, which may begin again, and returns the pairs that may have been ordered.
  uint64_t finish();

 private:
  void release(uint64_t address, const hd_race_item& item, uint32_t order);
  Race::Party party(const hd_check_site* site, uint32_t group, uint32_t local) const;

  const uint32_t sub_group_size_;
  uint32_t rules_size_ = 0;          ///< the size that the launch's accesses are compared with
  Mutex mutex_;                      // held by whoever begins or ends the launch
  std::atomic<uint32_t> number_{0};  ///< the shadow's of the launch; 0 before its first work-item
  std::atomic<const hd_launch*> launch_{nullptr};
  std::atomic<const hd_check_site*> first_site_{nullptr};  ///< from which others are counted
  std::atomic<uint64_t> may_be_ordered_{0};
  std::unique_ptr<RaceOrder> order_;  ///< null before the first work-item
};

}  // namespace heddle
