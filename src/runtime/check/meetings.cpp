// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/meetings.h"

#include <algorithm>
#include <vector>

namespace heddle {
namespace {

/// A group that the thread runs.
struct Group {
  uint64_t launch;  ///< its number
  std::array<uint64_t, 3> id;
  uint64_t left;                         ///< work-items that have not ended before the round
  uint64_t come = 0, ended = 0;          ///< in this round
  const hd_check_site* place = nullptr;  ///< the place of the first of the round
  bool is_told = false;                  ///< the round has been reported
};

uint64_t items_of(const hd_launch& launch, const std::array<uint64_t, 3>& group) {
  uint64_t items = 1;
  for (size_t d = 0; d < 3; ++d) {
    const uint64_t local = launch.enqueued_local_size[d];
    items *= std::min<uint64_t>(local, launch.global_size[d] - group[d] * local);
  }
  return items;
}

/// Returns the state of the group on this thread. A kernel may run others within itself.
Group& group_of(uint64_t number, const hd_launch& launch, const std::array<uint64_t, 3>& id) {
  constexpr size_t kMost = 16;
  thread_local std::vector<Group> groups;
  auto at = std::ranges::find(groups, number, &Group::launch);
  if (at == groups.end()) {
    if (groups.size() == kMost) groups.erase(groups.begin());
    groups.push_back({number, id, items_of(launch, id)});
    return groups.back();
  }
  if (at->id != id) *at = {number, id, items_of(launch, id)};
  return *at;
}

}  // namespace

const hd_check_site* Meetings::arrive(uint64_t launch_number, const hd_launch& launch,
                                      const hd_check_site& site,
                                      const std::array<uint64_t, 3>& id) {
  Group& group = group_of(launch_number, launch, id);
  if (group.come == 0) group.place = &site;
  const hd_check_site* other = nullptr;
  if (group.place != &site && !group.is_told) {
    group.is_told = true;
    other = group.place;
  }
  group.ended += site.kind == HD_SITE_END;
  if (++group.come < group.left) return other;
  group.left -= group.ended;
  group.come = group.ended = 0;
  group.is_told = false;
  // The next run of a group with the same id, of a command that is replayed, begins anew.
  if (group.left == 0) group.left = items_of(launch, id);
  return other;
}

}  // namespace heddle
