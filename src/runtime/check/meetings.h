// SPDX-License-Identifier: Apache-2.0
// The barriers that the work-items of a group, and of a sub-group, come to. A group runs on one
// thread, and its work-items come to their next barrier, or end, one after the other: a round. All
// that take part in a round must come to the same place.
#pragma once

#include <cstdint>

#include "abi/check_abi.h"
#include "runtime/check/copies.h"
#include "runtime/check/fault.h"

namespace heddle {

/// An arrival of a work-item.
struct Arrival {
  uint64_t launch_number;
  const hd_launch& launch;
  const hd_check_site& site;
  const WorkItem& item;
  uint32_t sub_group_size;
};

/// Notes an arrival. Returns the place where others of the group, or of the sub-group, wait or have
/// ended, if it is not the same; once in a round. `item` becomes the work-item that is not there:
/// that of the arrival, or one of its sub-group that has not come while it goes on.
const hd_check_site* arrive(const Arrival& arrival, WorkItem& item);

/// Tells whether all work-items of a sub-group must come to the place.
bool is_of_sub_group(const hd_check_site& site);

/// Notes an arrival at a copy, or at a wait, and returns the fault. `event` becomes the copy's.
std::optional<CopyFault> arrive(const Arrival& arrival, const Copy& copy, uint64_t& event);
/// Returns the faults of copies that show at a barrier of the group, or at its end. To be called
/// before the arrival there.
std::vector<CopyFault> missed_copies(const Arrival& arrival);

}  // namespace heddle
