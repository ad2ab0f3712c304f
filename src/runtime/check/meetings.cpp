// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/meetings.h"

#include <algorithm>
#include <vector>

namespace heddle {
namespace {

/// A round of work-items that must come to the same place.
struct Round {
  uint64_t left;                         ///< work-items that have not ended before it
  uint64_t come = 0, ended = 0;          ///< in it
  const hd_check_site* place = nullptr;  ///< the place of the first of them
  bool is_told = false;                  ///< it has been reported
  std::vector<bool> here{};              ///< work-items of a sub-group that have come

  /// Returns the place of others, if it is not the same and was not told before; its own if the
  /// work-item has come `again` before others came.
  const hd_check_site* arrive(const hd_check_site& site, bool again = false) {
    if (come == 0) place = &site;
    const bool differs = again || place != &site;
    const hd_check_site* const other = differs && !is_told ? place : nullptr;
    is_told |= differs;
    ended += site.kind == HD_SITE_END;
    if (++come < left) return other;
    left -= ended;
    come = ended = 0;
    is_told = false;
    here.assign(here.size(), false);
    return other;
  }
};

/// A group that the thread runs.
struct Group {
  uint64_t launch;  ///< its number
  std::array<uint64_t, 3> id;
  Round all;
  std::vector<Round> sub_groups{};  ///< empty until one has a barrier of its own
  std::optional<Copies> copies{};   ///< none until the first
};

std::array<uint64_t, 3> size_of(const hd_launch& launch, const std::array<uint64_t, 3>& group) {
  std::array<uint64_t, 3> size{};
  for (size_t d = 0; d < 3; ++d) {
    const uint64_t local = launch.enqueued_local_size[d];
    size[d] = std::min<uint64_t>(local, launch.global_size[d] - group[d] * local);
  }
  return size;
}

uint64_t items_of(const Arrival& arrival) {
  const auto size = size_of(arrival.launch, arrival.item.group);
  return size[0] * size[1] * size[2];
}

/// Returns the linear local id of the work-item.
uint64_t index_of(const Arrival& arrival) {
  const auto size = size_of(arrival.launch, arrival.item.group);
  const auto& local = arrival.item.local;
  return (local[2] * size[1] + local[1]) * size[0] + local[0];
}

Group begin(const Arrival& arrival) {
  return {arrival.launch_number, arrival.item.group, {items_of(arrival)}};
}

/// Returns the state of the group on this thread. A kernel may run others within itself.
Group& group_of(const Arrival& arrival) {
  constexpr size_t kMost = 16;
  thread_local std::vector<Group> groups;
  auto at = std::ranges::find(groups, arrival.launch_number, &Group::launch);
  if (at == groups.end()) {
    if (groups.size() == kMost) groups.erase(groups.begin());
    groups.push_back(begin(arrival));
    return groups.back();
  }
  // A group with the same id begins anew when a command is replayed.
  if (at->id != arrival.item.group || at->all.left == 0) *at = begin(arrival);
  return *at;
}

/// Returns the work-item of the group that has this linear local id.
WorkItem item_at(const Arrival& arrival, uint64_t index) {
  const auto size = size_of(arrival.launch, arrival.item.group);
  WorkItem item = arrival.item;
  item.local = {index % size[0], index / size[0] % size[1], index / size[0] / size[1]};
  for (size_t d = 0; d < 3; ++d) item.global[d] += item.local[d] - arrival.item.local[d];
  return item;
}

/// Notes an arrival in the round of the work-item's sub-group. One that comes again has gone on
/// without those that have not come yet.
const hd_check_site* arrive_of_sub_group(const Arrival& arrival, Group& group, WorkItem& item) {
  const uint64_t items = items_of(arrival), each = arrival.sub_group_size;
  if (group.sub_groups.empty()) {
    for (uint64_t first = 0; first < items; first += each) {
      const uint64_t count = std::min(each, items - first);
      group.sub_groups.push_back({.left = count, .here = std::vector<bool>(count)});
    }
  }
  const uint64_t index = index_of(arrival);
  Round& round = group.sub_groups[index / each];
  const bool again = round.here[index % each];
  const auto missing = std::ranges::find(round.here, false);
  if (again && missing != round.here.end())
    item = item_at(arrival, index / each * each + (missing - round.here.begin()));
  round.here[index % each] = true;
  return round.arrive(arrival.site, again);
}

}  // namespace

bool is_of_sub_group(const hd_check_site& site) {
  return site.kind == HD_SITE_SUB_GROUP || site.kind == HD_SITE_COLLECTIVE;
}

const hd_check_site* arrive(const Arrival& arrival, WorkItem& item) {
  Group& group = group_of(arrival);
  const bool meets_own = is_of_sub_group(arrival.site);
  const hd_check_site* other = nullptr;
  if (meets_own || !group.sub_groups.empty()) {
    other = arrive_of_sub_group(arrival, group, item);
    // The group's round tells of other places.
    if (other && !meets_own && !is_of_sub_group(*other)) other = nullptr;
  }
  if (meets_own) return other;
  const hd_check_site* const of_group = group.all.arrive(arrival.site);
  return other ? other : of_group;
}

std::optional<CopyFault> arrive(const Arrival& arrival, const Copy& copy, uint64_t& event) {
  Group& group = group_of(arrival);
  if (!group.copies) group.copies.emplace(items_of(arrival));
  return group.copies->come(index_of(arrival), copy, event);
}

std::vector<CopyFault> missed_copies(const Arrival& arrival) {
  Group& group = group_of(arrival);
  // Meetings count from the group's beginning, before the first copy, too.
  if (!group.copies) group.copies.emplace(items_of(arrival));
  return group.copies->meet(index_of(arrival), arrival.site.kind == HD_SITE_END);
}

}  // namespace heddle
