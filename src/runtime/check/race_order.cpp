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

bool RaceOrder::includes(RaceScope scope, const hd_race_item& a, const hd_race_item& b) const {
  if (a.group != b.group) return scope >= RaceScope::Device;
  return scope >= (are_of_sub_group(a.local, b.local) ? RaceScope::SubGroup : RaceScope::WorkGroup);
}

void RaceOrder::add(Released& released, const Release& release) {
  const auto same = std::ranges::find_if(released.all, [&](const Release& each) {
    return is_same(each.item, release.item) && each.scope == release.scope &&
           each.memories == release.memories;
  });
  if (same != released.all.end()) {
    keep_later(same->item, release.item);
  } else if (released.all.size() < kMost) {
    released.all.push_back(release);
  } else {
    released.has_more = true;
  }
}

void RaceOrder::release(uint64_t address, const hd_race_item& item, RaceScope scope,
                        uint32_t memories) {
  const Lock lock(mutex_);
  Released& released = released_[address];
  ++released.count;
  add(released, {item, scope, memories});
  const auto acquired = acquired_.find(item.group);
  if (acquired == acquired_.end()) return;
  released.has_more |= acquired->second.has_more;
  for (const Edge& edge : acquired->second.edges)
    if ((edge.memories & memories) && is_before(edge.to, item))
      add(released, {edge.from, scope, edge.memories & memories});
}

void RaceOrder::acquire(uint64_t address, const hd_race_item& item, RaceScope scope,
                        uint32_t memories) {
  const Lock lock(mutex_);
  acquire_locked(address, item, scope, memories);
}

void RaceOrder::acquire_locked(uint64_t address, const hd_race_item& item, RaceScope scope,
                               uint32_t memories) {
  const auto found = released_.find(address);
  if (found == released_.end()) return;
  Acquired& acquired = acquired_[item.group];
  // The key is of 47 bits of address, 12 of the work-item, 3 and 2 of the kind.
  const uint64_t kind = static_cast<uint64_t>(scope) * 4 + memories;
  uint64_t& count = acquired.counts[(address * HD_MAX_GROUP_SIZE + item.local) * 32 + kind];
  if (count == found->second.count) return;
  count = found->second.count;
  acquired.has_more |= found->second.has_more;
  for (const Release& release : found->second.all) {
    const hd_race_item& from = release.item;
    const uint32_t both = release.memories & memories;
    if (is_same(from, item) || both == 0 || !includes(std::min(release.scope, scope), from, item))
      continue;
    const auto same = std::ranges::find_if(acquired.edges, [&](const Edge& edge) {
      return is_same(edge.from, from) && is_same(edge.to, item) && edge.memories == both;
    });
    if (same != acquired.edges.end()) {
      keep_later(same->from, from);
    } else if (acquired.edges.size() < kMost) {
      acquired.edges.push_back({from, item, both});
    } else {
      acquired.has_more = true;
    }
  }
}

void RaceOrder::acquire_later(uint64_t address, const hd_race_item& item, RaceScope scope) {
  const Lock lock(mutex_);
  has_reads_.store(true, std::memory_order_relaxed);
  auto& reads = reads_[uint64_t{item.group} * HD_MAX_GROUP_SIZE + item.local];
  const auto same = std::ranges::find(reads, address, &Read::address);
  if (same != reads.end()) {
    same->scope = std::max(same->scope, scope);
  } else {
    if (reads.size() == kMost) reads.erase(reads.begin());
    reads.push_back({address, scope});
  }
}

void RaceOrder::fence(const hd_race_item& item, RaceScope scope, uint32_t memories) {
  if (!has_reads_.load(std::memory_order_relaxed)) return;  // none of this work-item's, at least
  const Lock lock(mutex_);
  const auto reads = reads_.find(uint64_t{item.group} * HD_MAX_GROUP_SIZE + item.local);
  if (reads == reads_.end()) return;
  for (const Read& read : reads->second)
    acquire_locked(read.address, item, std::min(read.scope, scope), memories);
}

RaceOrder::Answer RaceOrder::of(const RaceAccess& first, const hd_race_item& second,
                                bool is_local) const {
  const Lock lock(mutex_);
  const auto acquired = acquired_.find(second.group);
  if (acquired == acquired_.end()) return Answer::Unordered;
  const auto orders = [&](const Edge& edge) {
    if (!(edge.memories & (is_local ? kLocal : kGlobal)) || edge.from.group != first.group ||
        !is_before(edge.to, second))
      return false;
    const uint32_t epoch = is_local ? edge.from.local_epoch : edge.from.global_epoch;
    return edge.from.local == first.local || first.epoch < epoch ||
           (are_of_sub_group(edge.from.local, first.local) &&
            first.sub_group_epoch < edge.from.sub_group_epoch);
  };
  if (std::ranges::any_of(acquired->second.edges, orders)) return Answer::Ordered;
  return acquired->second.has_more ? Answer::MayBeOrdered : Answer::Unordered;
}

}  // namespace heddle
