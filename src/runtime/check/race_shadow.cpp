// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/race_shadow.h"

#include <sched.h>
#include <sys/mman.h>

#include <algorithm>

#include "abi/numbers.h"
#include "devices/cpu/processor.h"
#include "support/fork_lock.h"
#include "support/zero_pages.h"

namespace heddle {
namespace {

/// A field of a 64-bit word.
struct Field {
  unsigned shift, bits;

  constexpr uint64_t mask() const { return (uint64_t{1} << bits) - 1; }
  constexpr uint64_t put(uint64_t value) const { return (value & mask()) << shift; }
  constexpr uint64_t get(uint64_t word) const { return word >> shift & mask(); }
};

// The fields of `who`. Epochs count modulo 2^19.
constexpr Field kUsed{0, 1}, kLocal{1, 12}, kEpoch{13, 19}, kGroup{32, 32};
// The fields of `what`.
constexpr Field kScope{0, 3}, kWrite{3, 1}, kBytes{4, 4}, kSubEpoch{8, 10}, kSite{18, 22},
    kLaunch{40, 24};
static_assert(HD_MAX_GROUP_SIZE == 1u << 12);

uint64_t who_of(const RaceAccess& access) {
  return kUsed.put(1) | kLocal.put(access.local) | kEpoch.put(access.epoch) |
         kGroup.put(access.group);
}

uint64_t what_of(const RaceAccess& access) {
  return kScope.put(static_cast<uint64_t>(access.scope)) | kWrite.put(access.is_write) |
         kBytes.put(access.bytes) | kSubEpoch.put(access.sub_group_epoch) |
         kSite.put(static_cast<uint64_t>(access.site)) | kLaunch.put(access.launch);
}

/// Returns the access of a used slot.
RaceAccess access_of(uint64_t who, uint64_t what) {
  const auto sign = static_cast<int32_t>(1u << (kSite.bits - 1));
  return {.group = static_cast<uint32_t>(kGroup.get(who)),
          .local = static_cast<uint32_t>(kLocal.get(who)),
          .epoch = static_cast<uint32_t>(kEpoch.get(who)),
          .sub_group_epoch = static_cast<uint32_t>(kSubEpoch.get(what)),
          .launch = static_cast<uint32_t>(kLaunch.get(what)),
          .site = (static_cast<int32_t>(kSite.get(what)) ^ sign) - sign,
          .bytes = static_cast<uint8_t>(kBytes.get(what)),
          .is_write = kWrite.get(what) != 0,
          .scope = static_cast<RaceScope>(kScope.get(what))};
}

bool is_item(const RaceAccess& a, const RaceAccess& b) {
  return a.group == b.group && a.local == b.local;
}

/// Tells whether two accesses of one group have a barrier between them, with the fence for the
/// memory that they access.
bool has_barrier_between(const RaceAccess& a, const RaceAccess& b, const RaceRules& rules) {
  if (kEpoch.put(a.epoch) != kEpoch.put(b.epoch)) return true;
  return rules.sub_group_size != 0 &&
         a.local / rules.sub_group_size == b.local / rules.sub_group_size &&
         kSubEpoch.put(a.sub_group_epoch) != kSubEpoch.put(b.sub_group_epoch);
}

/// Tells whether both are atomic, of a scope that includes both work-items (OpenCL C 2.0 §3.3.4).
bool are_atomic(const RaceAccess& a, const RaceAccess& b, const RaceRules& rules) {
  RaceScope least = RaceScope::Device;
  if (a.group == b.group) {
    const bool same_sub_group = rules.sub_group_size != 0 &&
                                a.local / rules.sub_group_size == b.local / rules.sub_group_size;
    least = same_sub_group ? RaceScope::SubGroup : RaceScope::WorkGroup;
  }
  return std::min(a.scope, b.scope) >= least;
}

bool race(const RaceAccess& a, const RaceAccess& b, const RaceRules& rules) {
  return (a.bytes & b.bytes) != 0 && (a.is_write || b.is_write) && !is_item(a, b) &&
         !(a.group == b.group && has_barrier_between(a, b, rules)) && !are_atomic(a, b, rules);
}

/// Tells whether every later access that races with `b` also races with `a`, which is of the same
/// work-item.
bool stands_for(const RaceAccess& a, const RaceAccess& b) {
  return (b.bytes & ~a.bytes) == 0 && (a.is_write || !b.is_write) && a.scope <= b.scope;
}

/// A lock for some ten instructions, which nobody sleeps for: one that is taken mostly without
/// another thread near costs one atomic operation less than a mutex that knows of waiters.
class CellLock {
 public:
  void lock() {
    for (unsigned tries = 1; is_held_.exchange(true, std::memory_order_acquire); ++tries)
      tries % 64 ? cpu::relax() : static_cast<void>(sched_yield());
  }
  void unlock() { is_held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> is_held_{false};
};

/// Locks of the cells, by their addresses.
CellLock& lock_of(const RaceCell* cell) {
  constexpr size_t kLocks = 1024;
  struct alignas(64) Place {
    CellLock lock;
  };
  static constinit std::array<Place, kLocks> places;
  return places[reinterpret_cast<uintptr_t>(cell) / sizeof(RaceCell) % kLocks].lock;
}

}  // namespace

void RaceCell::put(Slot& slot, uint64_t who, uint64_t what) {
  slot.who.store(0, std::memory_order_release);
  slot.what.store(what, std::memory_order_release);
  slot.who.store(who, std::memory_order_release);
}

RaceCell::Slot* RaceCell::place_for(const RaceAccess& access, const RaceRules& rules) {
  Slot *unused = nullptr, *passed = nullptr, *read = nullptr;
  // Others of the group that stand for it since the last barrier, and one of them.
  unsigned beside = 0;
  uint32_t one = access.local;
  for (Slot& slot : slots_) {
    const uint64_t who = slot.who.load(std::memory_order_relaxed);
    const RaceAccess old = access_of(who, slot.what.load(std::memory_order_relaxed));
    if (!kUsed.get(who) || old.launch != access.launch ||
        (rules.is_local && old.group != access.group)) {
      unused = &slot;
      continue;
    }
    if (is_item(old, access) && stands_for(access, old)) return &slot;
    const bool is_beside = old.group == access.group;
    if (is_beside && has_barrier_between(old, access, rules)) {
      // Others of the group are ordered after it, and those of other groups race with this as well.
      const bool is_over = rules.is_local && kEpoch.put(old.epoch) != kEpoch.put(access.epoch);
      if (is_over || stands_for(access, old)) passed = &slot;
    } else if (is_beside && old.local != access.local && old.local != one &&
               stands_for(old, access)) {
      ++beside;
      one = old.local;
    }
    if (!old.is_write) read = &slot;
  }
  // An access that races with it, of any work-item, races with one of two others.
  if (beside >= 2) return nullptr;
  if (unused) return unused;
  if (passed) return passed;
  if (read) return read;
  return access.is_write ? &slots_[access.local % slots_.size()] : nullptr;
}

/// Tells without a lock that an access says nothing new: its work-item was here since its last
/// barrier, or it is a plain read beside those of two others of its group, and nobody has written.
/// Words of a slot are of one access if `who` is the same before and after.
bool RaceCell::is_known(uint64_t who, uint64_t what, const RaceRules& rules) const {
  constexpr uint64_t kOthers = ~kLocal.put(kLocal.mask());
  const uint64_t bytes = kBytes.put(kBytes.get(what)), is_write = what & kWrite.put(1);
  const bool is_plain = kScope.get(what) == 0;
  bool may_be_read = is_plain && !is_write && rules.sub_group_size == 0;
  unsigned readers = 0;
  for (const Slot& slot : slots_) {
    const uint64_t its = slot.who.load(std::memory_order_acquire);
    const uint64_t old = slot.what.load(std::memory_order_acquire);
    if (its == 0) continue;
    if (its != slot.who.load(std::memory_order_acquire)) return false;
    if (kLaunch.get(old) != kLaunch.get(what)) continue;
    const bool has_bytes = (bytes & ~old) == 0;
    if (its == who && has_bytes && (old & is_write) == is_write &&
        kScope.get(old) <= kScope.get(what) && kSubEpoch.get(old) == kSubEpoch.get(what))
      return true;
    if (!may_be_read) continue;
    const bool is_of_group = kGroup.get(its) == kGroup.get(who);
    if ((old & kWrite.put(1)) && (is_of_group || !rules.is_local)) may_be_read = false;
    readers += ((its ^ who) & kOthers) == 0 && has_bytes && kScope.get(old) == 0;
  }
  return may_be_read && readers >= 2;
}

/// Tells whether a slot has an access of this launch that others are compared with.
bool RaceCell::is_live(const Slot& slot, uint64_t who, uint64_t what, const RaceRules& rules) {
  const uint64_t its = slot.who.load(std::memory_order_relaxed);
  return kUsed.get(its) &&
         kLaunch.get(slot.what.load(std::memory_order_relaxed)) == kLaunch.get(what) &&
         !(rules.is_local && kGroup.get(its) != kGroup.get(who));
}

bool RaceCell::add(const RaceAccess& access, const RaceRules& rules, RaceAccess& other) {
  const uint64_t who = who_of(access), what = what_of(access);
  if (is_known(who, what, rules)) return false;
  bool found = false;
  CellLock& mutex = lock_of(this);
  mutex.lock();
  if (std::ranges::none_of(slots_,
                           [&](const Slot& slot) { return is_live(slot, who, what, rules); })) {
    put(slots_[0], who, what);
    mutex.unlock();
    return false;
  }
  for (const Slot& slot : slots_) {
    if (!is_live(slot, who, what, rules)) continue;
    const RaceAccess old = access_of(slot.who.load(std::memory_order_relaxed),
                                     slot.what.load(std::memory_order_relaxed));
    if (!race(old, access, rules)) continue;
    found = true;
    other = old;
    break;
  }
  if (Slot* slot = place_for(access, rules)) put(*slot, who, what);
  mutex.unlock();
  return found;
}

namespace {

/// The numbers of launches. They are used up after some hours of the shortest launches.
struct Numbers {
  HeldAtFork<Mutex> mutex;
  uint32_t last GUARDED_BY(mutex) = 0;
  uint32_t running GUARDED_BY(mutex) = 0;
};
Numbers& numbers() {
  static Numbers& numbers = *new Numbers;  // leaked on purpose: kernels may run at the end
  return numbers;
}

}  // namespace

RaceShadow& RaceShadow::instance() {
  static RaceShadow& shadow = *new RaceShadow;  // leaked on purpose: kernels may run at the end
  return shadow;
}

RaceCell* RaceShadow::cell(uint64_t address) {
  if (address >> kAddressBits) return nullptr;
  Table* const table = get_or_reserve(tables_[address >> (kPageBits + kTableBits)], sizeof(Table));
  if (!table) return nullptr;
  RaceCell* const page = get_or_reserve((*table)[address >> kPageBits & (kPages - 1)], kPageBytes);
  if (!page) return nullptr;
  return page + (address & ((uint64_t{1} << kPageBits) - 1)) / 4;
}

uint32_t RaceShadow::begin_launch() {
  Numbers& all = numbers();
  const Lock lock(all.mutex);
  if (all.last == kLaunch.mask()) {
    if (all.running != 0) return 0;
    clear();
    all.last = 0;
  }
  ++all.running;
  return ++all.last;
}

void RaceShadow::end_launch(uint32_t number) {
  if (number == 0) return;
  Numbers& all = numbers();
  const Lock lock(all.mutex);
  --all.running;
}

void RaceShadow::clear() {
  for (const auto& table : tables_) {
    if (!table) continue;
    for (const auto& page : *table.load())
      if (page) ::madvise(page.load(), kPageBytes, MADV_DONTNEED);
  }
}

}  // namespace heddle
