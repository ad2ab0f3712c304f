// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/launch_races.h"

#include <algorithm>

#include "abi/numbers.h"

namespace heddle {
namespace {

constexpr uint64_t kWord = 4;
static_assert(HD_RACE_DEVICE == static_cast<uint32_t>(RaceScope::Device));
constexpr int64_t kMostSites = 1 << 21;  // RaceAccess::site

/// Returns the linear id of `at` in a grid of these sizes (§3.2.1).
uint64_t linear(const std::array<uint64_t, 3>& at, uint64_t size_x, uint64_t size_y) {
  return at[0] + size_x * (at[1] + size_y * at[2]);
}

constexpr uint32_t kBothMemories = RaceOrder::kLocal | RaceOrder::kGlobal;

RaceScope scope_in(uint32_t facts) {
  return static_cast<RaceScope>(facts & HD_RACE_SCOPE);
}

/// Returns the facts of an atomic access: the program's, or else its own.
uint32_t order_of(const hd_race_item& item, uint32_t facts) {
  return item.told & HD_RACE_TOLD ? item.told : facts;
}

}  // namespace

void LaunchRaces::begin(const hd_launch& launch, hd_race_item& item, const WorkItem& ids) {
  if (number_.load(std::memory_order_acquire) == 0) {
    const Lock lock(mutex_);
    if (number_.load(std::memory_order_relaxed) == 0) {
      launch_ = &launch;
      // The sub-groups of a group of several dimensions depend on its shape: all of the group
      // counts as one then, so that a barrier of some sub-group orders too much and not too little.
      const bool is_row = launch.enqueued_local_size[1] * launch.enqueued_local_size[2] == 1;
      rules_size_ = sub_group_size_ == 0 || is_row ? sub_group_size_ : HD_MAX_GROUP_SIZE;
      order_ = std::make_unique<RaceOrder>(rules_size_);
      number_.store(RaceShadow::instance().begin_launch(), std::memory_order_release);
    }
  }
  const uint32_t written = item.written;
  item = {};
  item.written = written;
  item.group = static_cast<uint32_t>(linear(ids.group, launch.num_groups[0], launch.num_groups[1]));
  item.local = static_cast<uint32_t>(
      linear(ids.local, launch.enqueued_local_size[0], launch.enqueued_local_size[1]));
}

LaunchRaces::Race::Party LaunchRaces::party(const hd_check_site* site, uint32_t group,
                                            uint32_t local) const {
  const hd_launch& launch = *launch_;
  WorkItem item{};
  uint64_t groups = group, locals = local;
  for (size_t d = 0; d < 3; ++d) {
    item.group[d] = groups % launch.num_groups[d];
    item.local[d] = locals % launch.enqueued_local_size[d];
    groups /= launch.num_groups[d];
    locals /= launch.enqueued_local_size[d];
    item.global[d] =
        launch.global_offset[d] + item.group[d] * launch.enqueued_local_size[d] + item.local[d];
  }
  return {site, local, item};
}

void LaunchRaces::acquire(const hd_race_item& item, uint64_t address, uint32_t facts) {
  const uint32_t order = order_of(item, facts);
  if (order & HD_RACE_ACQUIRE)
    order_->acquire(address, item, scope_in(order), kBothMemories);
  else if (facts & HD_RACE_FENCE)
    order_->acquire_later(address, item, scope_in(order));
}

void LaunchRaces::fence(hd_race_item& item, uint32_t facts) {
  const RaceScope scope = scope_in(facts);
  uint32_t memories = 0;
  for (const auto& [bit, memory] : {std::pair{HD_RACE_LOCAL, RaceOrder::kLocal},
                                    std::pair{HD_RACE_GLOBAL, RaceOrder::kGlobal}}) {
    if (!(facts & bit)) continue;
    memories |= memory;
    uint32_t& released = item.fence[memory == RaceOrder::kGlobal];
    if (facts & HD_RACE_RELEASE) released = std::max(released, facts & HD_RACE_SCOPE);
  }
  if (memories && (facts & HD_RACE_ACQUIRE)) order_->fence(item, scope, memories);
}

/// Releases what the work-item has done, at an atomic access that changes a value: by its own
/// order, or by the fences before it.
void LaunchRaces::release(uint64_t address, const hd_race_item& item, uint32_t order) {
  const RaceScope scope = scope_in(order);
  if (order & HD_RACE_RELEASE) return order_->release(address, item, scope, kBothMemories);
  for (const uint32_t memory : {RaceOrder::kLocal, RaceOrder::kGlobal})
    if (const uint32_t fence = item.fence[memory == RaceOrder::kGlobal])
      order_->release(address, item, std::min(scope, static_cast<RaceScope>(fence)), memory);
}

bool LaunchRaces::note(const Access& access, const hd_race_item& item, Race& race) {
  if ((access.facts & HD_RACE_PRIVATE) || access.bytes == 0) return false;
  const bool is_local = (access.facts & HD_RACE_LOCAL) != 0;
  const hd_check_site* first = first_site_.load(std::memory_order_relaxed);
  if (!first && first_site_.compare_exchange_strong(first, access.site)) first = access.site;
  // Descriptions are aligned to words, and those of a kernel lie together.
  const auto site =
      (reinterpret_cast<const char*>(access.site) - reinterpret_cast<const char*>(first)) /
      static_cast<int64_t>(alignof(hd_check_site));
  RaceAccess recorded{
      .group = item.group,
      .local = item.local,
      .epoch = is_local ? item.local_epoch : item.global_epoch,
      .sub_group_epoch = item.sub_group_epoch,
      .launch = number_.load(std::memory_order_relaxed),
      .site = -kMostSites <= site && site < kMostSites ? static_cast<int32_t>(site) : 0,
      .bytes = 0,
      .is_write = (access.facts & HD_RACE_WRITE) != 0,
      .scope = RaceScope::NotAtomic};
  if (recorded.launch == 0) return false;
  if (access.facts & HD_RACE_SCOPE) {
    const uint32_t order = order_of(item, access.facts);
    recorded.scope = scope_in(order);
    if (access.facts & HD_RACE_CHANGES) release(access.address, item, order);
  }
  const RaceRules rules{.sub_group_size = rules_size_, .is_local = is_local};
  const uint64_t end = access.address + access.bytes;
  bool found = false;
  for (uint64_t word = access.address / kWord * kWord; word < end; word += kWord) {
    RaceCell* const cell = RaceShadow::instance().cell(word);
    if (!cell) break;
    const uint64_t from = std::max(access.address, word) - word;
    const uint64_t to = std::min(end, word + kWord) - word;
    recorded.bytes = static_cast<uint8_t>((1u << to) - (1u << from));
    RaceAccess other{};
    if (!cell->add(recorded, rules, other) || found) continue;
    const RaceOrder::Answer answer = order_->of(other, item, is_local);
    if (answer == RaceOrder::Answer::MayBeOrdered) ++may_be_ordered_;
    if (answer != RaceOrder::Answer::Unordered) continue;
    found = true;
    const auto* const other_site = reinterpret_cast<const hd_check_site*>(
        reinterpret_cast<const char*>(first) +
        other.site * static_cast<int64_t>(alignof(hd_check_site)));
    race.writer = party(access.site, item.group, item.local);
    race.other = party(other_site, other.group, other.local);
    race.is_one_group = item.group == other.group;
    race.has_barrier = recorded.epoch > 0;
    race.address = word + static_cast<uint64_t>(__builtin_ctz(recorded.bytes & other.bytes));
    // The same pair is told in the same order, whichever work-item ran first.
    const bool swaps = recorded.is_write == other.is_write ? race.other.site < race.writer.site
                                                           : !recorded.is_write;
    if (swaps) std::swap(race.writer, race.other);
  }
  return found;
}

uint64_t LaunchRaces::finish() {
  const Lock lock(mutex_);
  RaceShadow::instance().end_launch(number_.exchange(0));
  return may_be_ordered_.exchange(0);
}

}  // namespace heddle
