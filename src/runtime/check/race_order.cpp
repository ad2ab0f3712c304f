// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/race_order.h"

#include <algorithm>

#include "abi/numbers.h"

namespace heddle {
namespace {

bool is_same(const hd_race_item& a, const hd_race_item& b) {
  return a.group == b.group && a.local == b.local;
}

/// Keeps the later one of two states of a work-item. Every barrier counts as one of its sub-group.
void keep_later(hd_race_item& known, const hd_race_item& other) {
  if (known.sub_group_epoch <= other.sub_group_epoch) known = other;
}

}  // namespace

bool RaceOrder::is_before(const hd_race_item& first, const hd_race_item& second) const {
  if (first.group != second.group) return false;
  return first.local == second.local || first.global_epoch < second.global_epoch ||
         (are_of_sub_group(first.local, second.local) &&
          first.sub_group_epoch < second.sub_group_epoch);
}

void RaceOrder::add(Released& all, const hd_race_item& item) {
  const auto same = std::ranges::find_if(
      all.items, [&](const hd_race_item& each) { return is_same(each, item); });
  if (same != all.items.end()) {
    keep_later(*same, item);
  } else if (all.items.size() < kMost) {
    all.items.push_back(item);
  } else {
    all.has_more = true;
  }
}

void RaceOrder::release(uint64_t address, const hd_race_item& item) {
  const Lock lock(mutex_);
  Released& released = released_[address];
  ++released.count;
  add(released, item);
  const auto acquired = acquired_.find(item.group);
  if (acquired == acquired_.end()) return;
  released.has_more |= acquired->second.has_more;
  for (const Edge& edge : acquired->second.edges)
    if (is_before(edge.to, item)) add(released, edge.from);
}

void RaceOrder::acquire(uint64_t address, const hd_race_item& item) {
  const Lock lock(mutex_);
  const auto found = released_.find(address);
  if (found == released_.end()) return;
  Acquired& acquired = acquired_[item.group];
  uint64_t& count = acquired.counts[address * HD_MAX_GROUP_SIZE + item.local];
  if (count == found->second.count) return;
  count = found->second.count;
  acquired.has_more |= found->second.has_more;
  for (const hd_race_item& from : found->second.items) {
    if (is_same(from, item)) continue;
    const auto same = std::ranges::find_if(acquired.edges, [&](const Edge& edge) {
      return is_same(edge.from, from) && is_same(edge.to, item);
    });
    if (same != acquired.edges.end()) {
      keep_later(same->from, from);
    } else if (acquired.edges.size() < kMost) {
      acquired.edges.push_back({from, item});
    } else {
      acquired.has_more = true;
    }
  }
}

RaceOrder::Answer RaceOrder::of(const RaceAccess& first, const hd_race_item& second,
                                bool is_local) const {
  const Lock lock(mutex_);
  const auto acquired = acquired_.find(second.group);
  if (acquired == acquired_.end()) return Answer::Unordered;
  const auto orders = [&](const Edge& edge) {
    if (edge.from.group != first.group || !is_before(edge.to, second)) return false;
    const uint32_t epoch = is_local ? edge.from.local_epoch : edge.from.global_epoch;
    return edge.from.local == first.local || first.epoch < epoch ||
           (are_of_sub_group(edge.from.local, first.local) &&
            first.sub_group_epoch < edge.from.sub_group_epoch);
  };
  if (std::ranges::any_of(acquired->second.edges, orders)) return Answer::Ordered;
  return acquired->second.has_more ? Answer::MayBeOrdered : Answer::Unordered;
}

}  // namespace heddle
