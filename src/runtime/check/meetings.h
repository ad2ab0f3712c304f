// SPDX-License-Identifier: Apache-2.0
// The barriers that the work-items of a group come to. A group runs on one thread, and its
// work-items come to their next barrier, or end, one after the other: a round. All that take part
// in a round must come to the same place.
#pragma once

#include <array>
#include <cstdint>

#include "abi/check_abi.h"

namespace heddle {

class Meetings {
 public:
  /// Notes an arrival in the launch with this number. Returns the place where others of the group
  /// wait or have ended, if it is not the same; once in a round.
  static const hd_check_site* arrive(uint64_t launch_number, const hd_launch& launch,
                                     const hd_check_site& site,
                                     const std::array<uint64_t, 3>& group);
};

}  // namespace heddle
