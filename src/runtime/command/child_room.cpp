// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/child_room.h"

#include <sched.h>

#include <algorithm>

namespace heddle {
namespace {

/// The number of children in flight above which a small one runs at once: its captures would leave
/// the caches before they are needed.
constexpr uint32_t kCrowd = 512;

/// The most kernels within each other, on one stack. The innermost enqueue nothing.
constexpr uint32_t kDeepest = 8;

/// The places that the families begun by a unit within a kernel may need.
constexpr uint32_t kPlacesOfUnit = 64;

thread_local constinit ChildRoom::Running* innermost = nullptr;
thread_local constinit uint32_t kernels_within = 0;

struct Wanted {
  const QueueTraits& queue;
  bool any;  // else only jobs that enqueue nothing

  static bool is_it(const cpu::Job& job, void* wanted) {
    const auto& self = *static_cast<const Wanted*>(wanted);
    const auto* command = dynamic_cast<const Command*>(&job);
    return command && &command->queue() == &self.queue && (self.any || !command->enqueues());
  }
};

}  // namespace

ChildRoom::ChildRoom(uint32_t most, uint32_t units)
    : most_(most), most_within_(most + std::max(most, kPlacesOfUnit * units)) {}

ChildRoom::Running::Running(ChildRoom& room) : room_(room), outer_(innermost) {
  innermost = this;
}

ChildRoom::Running::~Running() {
  innermost = outer_;
}

void ChildRoom::Running::all_rest() {
  for (Running* at = innermost; at; at = at->outer_) at->room_.rests();
}

void ChildRoom::Running::all_go_on() {
  for (Running* at = innermost; at; at = at->outer_) at->room_.goes_on();
}

WithinKernel::WithinKernel(const Command* here) : executor_(here) {
  ++kernels_within;
  ChildRoom::Running::all_rest();
}

WithinKernel::~WithinKernel() {
  ChildRoom::Running::all_go_on();
  --kernels_within;
}

uint32_t WithinKernel::depth() {
  return kernels_within;
}

uint32_t ChildRoom::limit() const {
  return WithinKernel::depth() == 0 ? most_ : most_within_;
}

ChildRoom::Place ChildRoom::take(const QueueTraits& queue, const QueueTraits& parents,
                                 const Command& child, bool ready) {
  const uint32_t depth = WithinKernel::depth();
  // A sub-device's commands run on its own units only (§5.1).
  const bool may_run = !queue.units() || queue.units() == parents.units();
  const bool may_run_it =
      may_run && ready && (depth < kDeepest || (depth == kDeepest && !child.enqueues()));
  const uint32_t before = unfinished_.fetch_add(1);
  const bool crowded = before >= kCrowd && depth == 0 && child.small();
  if (may_run_it && before < most_within_ && (before >= most_ || crowded)) return Place::Here;
  if (before < limit()) return Place::Taken;
  do {
    give_back();
    if (!may_run || !make(queue)) return Place::None;
  } while (unfinished_.fetch_add(1) >= limit());
  return Place::Taken;
}

bool ChildRoom::make(const QueueTraits& queue) {
  const uint32_t most = limit();
  Wanted wanted{queue, WithinKernel::depth() < kDeepest};
  const WithinKernel within;
  while (unfinished_.load() >= most) {
    if (cpu::Pool::instance().help(Wanted::is_it, &wanted, queue.units(), cpu::Origin::Kernel))
      continue;
    // Children that run elsewhere give room; nothing else will as long as this kernel runs. Others
    // that are as deep as this one may wait for it.
    if (active_.load() <= 0 || !wanted.any) return unfinished_.load() < most;
    sched_yield();
  }
  return true;
}

}  // namespace heddle
