// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/time_limit.h"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <utility>

#include "devices/cpu/debug_records.h"
#include "support/background.h"
#include "support/clock.h"
#include "support/log.h"
#include "support/options.h"

namespace heddle::cpu {

namespace {

constexpr uint64_t kSecond = 1'000'000'000;
constexpr timespec kTick{0, 5'000'000};
constexpr unsigned kIdleTicks = 200;  // after which the thread ends
constexpr size_t kMostPlaces = 8;

uint32_t generation() {
  return heddle_debug_records.generation.load(std::memory_order_relaxed);
}

}  // namespace

/// The running launches, and the thread that looks at them.
struct LimitedLaunches {
  HeldAtFork<Mutex> mutex;
  LimitedLaunch* first GUARDED_BY(mutex) = nullptr;
  bool has_thread GUARDED_BY(mutex) = false;
  uint32_t thread_generation GUARDED_BY(mutex) = 0;  // the process's that the thread belongs to

  static LimitedLaunches& all() {
    static LimitedLaunches& all = *new LimitedLaunches;  // leaked: kernels may run at the end
    return all;
  }

  void add(LimitedLaunch& launch) REQUIRES(mutex) {
    launch.next_ = first;
    launch.link_ = &first;
    if (first) first->link_ = &launch.next_;
    first = &launch;
    if (has_thread && thread_generation == generation()) return;
    thread_generation = generation();
    has_thread = run_in_background([this] { run(); });
    if (!has_thread) log::error("there is no thread to limit the time of kernels");
  }

  void remove(LimitedLaunch& launch) REQUIRES(mutex) {
    if (!launch.link_) return;
    *launch.link_ = launch.next_;
    if (launch.next_) launch.next_->link_ = launch.link_;
    launch.link_ = nullptr;
  }

 private:
  void run() noexcept {
    pthread_setname_np(pthread_self(), "heddle-limit");
    for (unsigned idle = 0;; nanosleep(&kTick, nullptr)) {
      const Lock lock(mutex);
      idle = first ? 0 : idle + 1;
      if (idle > kIdleTicks) {
        has_thread = false;
        return;
      }
      const uint64_t now = now_ns();
      for (LimitedLaunch* each = first; each; each = each->next_) each->look(now);
    }
  }
};

uint64_t time_limit() {
  static const uint64_t limit = std::min(options().kernel_time_limit, UINT64_MAX / kSecond);
  return limit;
}

void LimitedLaunch::look(uint64_t now) noexcept {
  if (flag_.load(std::memory_order_relaxed) != kRuns) return;
  const uint64_t began = began_.load(std::memory_order_relaxed);
  const bool is_late = now > began && now - began >= time_limit() * kSecond;
  if (is_late) is_over_.store(true, std::memory_order_relaxed);
  if (is_late || (also_ && __atomic_load_n(also_, __ATOMIC_RELAXED) != 0))
    flag_.store(kStopped, std::memory_order_release);
}

bool LimitedLaunch::may_run() noexcept {
  uint32_t flag = flag_.load(std::memory_order_acquire);
  if (flag == kWaits) {
    LimitedLaunches& all = LimitedLaunches::all();
    const Lock lock(all.mutex);
    flag = flag_.load(std::memory_order_relaxed);
    if (flag == kWaits) {
      const uint64_t now = now_ns();
      began_.store(since_ ? since_ : now, std::memory_order_relaxed);
      flag_.store(kRuns, std::memory_order_release);
      look(now);
      all.add(*this);
      flag = flag_.load(std::memory_order_relaxed);
      has_run_.store(flag == kRuns, std::memory_order_relaxed);
    }
  }
  return flag == kRuns;
}

bool LimitedLaunch::note(const Place& place) noexcept {
  if (!is_over_.load(std::memory_order_relaxed)) return false;
  if (!has_run_.load(std::memory_order_relaxed)) return true;  // another kernel used its time
  try {
    const Lock lock(mutex_);
    const bool is_better =
        place.site || (place.has_begun && !places_.empty() && !places_.front().has_begun);
    const auto is_same = [&](const Place& each) { return each.site == place.site; };
    if (is_better) std::erase_if(places_, [](const Place& each) { return !each.site; });
    const bool is_new = place.site ? std::ranges::none_of(places_, is_same) : places_.empty();
    if (is_new && places_.size() < kMostPlaces) places_.push_back(place);
  } catch (...) {
    log::error("no memory to note where a kernel was stopped");
  }
  return true;
}

std::vector<LimitedLaunch::Place> LimitedLaunch::end() noexcept {
  if (flag_.load(std::memory_order_relaxed) == kWaits) return {};
  {
    LimitedLaunches& all = LimitedLaunches::all();
    const Lock lock(all.mutex);
    all.remove(*this);
  }
  is_over_.store(false, std::memory_order_relaxed);
  flag_.store(kWaits, std::memory_order_relaxed);
  const Lock lock(mutex_);
  return std::exchange(places_, {});
}

}  // namespace heddle::cpu
