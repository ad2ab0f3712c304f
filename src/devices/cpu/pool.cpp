// SPDX-License-Identifier: Apache-2.0
// Jobs. A short list under a lock has the jobs; the cursors of a job decide, without a lock, which
// chunk a thread runs. A thread joins a job under the lock, takes chunks (its own share first, then
// from the fullest one) and leaves. The list itself counts as a runner, so whoever takes the count
// to zero is last and tells the submitter.
#include <pthread.h>

#include <algorithm>

#include "devices/cpu/fp_mode.h"
#include "devices/cpu/pool_impl.h"
#include "support/mutex.h"

namespace heddle::cpu {

constinit thread_local Pool::Impl::Thread* this_worker = nullptr;
constinit thread_local bool worker_is_spare = false;

bool Job::Lane::empty() const {
  return std::all_of(level.begin(), level.end(), [](const List& l) { return l.first == nullptr; });
}

uint32_t Job::Lane::share_of(uint32_t unit) const {
  if (!units) return unit;
  const auto found = std::lower_bound(units->begin(), units->end(), unit);
  if (found == units->end() || *found != unit) return kNoShare;
  return static_cast<uint32_t>(found - units->begin());
}

Pool::Impl::Impl(const Topology& topology)
    : topology(topology),
      spins(topology.spin && topology.allowed.size() > 1),
      spinning(topology.units.size()),
      sleeping(topology.units.size()),
      unstarted(topology.units.size()) {
  lanes.push_back(std::make_unique<Job::Lane>());
  for (uint32_t unit = 0; unit < topology.units.size(); ++unit) {
    threads.push_back(std::make_unique<Thread>());
    threads.back()->pool = this;
    threads.back()->unit = unit;
    unstarted.set(unit);
    if (!topology.bind) continue;
    const size_t cpu = topology.units[unit].os_index;
    if (unit_of_cpu.size() <= cpu) unit_of_cpu.resize(cpu + 1, kNoShare);
    unit_of_cpu[cpu] = unit;
  }
}

void Pool::Impl::prepare(Job& job, int priority) {
  job.count_ = job.chunks();
  job.shares_ = nullptr;
  job.next_chunk_.store(0, std::memory_order_relaxed);
  job.runners_.store(1, std::memory_order_relaxed);
  job.level_ = priority < 0 ? 0 : priority == 0 ? 1 : 2;
}

Job::Lane* Pool::Impl::find_lane(const UnitSet& units, Origin origin) {
  for (auto& lane : lanes) {
    if (lane->units == units && lane->origin == origin) return lane.get();
  }
  return nullptr;
}

Job::Lane& Pool::Impl::lane_for(const UnitSet& units, Origin origin) {
  if (Job::Lane* lane = find_lane(units, origin)) return *lane;
  Job::Lane* reusable = nullptr;
  for (auto& lane : lanes) {
    if (lane->units && lane->empty()) reusable = lane.get();
  }
  if (!reusable) {
    try {
      lanes.push_back(std::make_unique<Job::Lane>());
    } catch (...) {
      return *lanes.front();  // on any unit rather than never
    }
    reusable = lanes.back().get();
  }
  reusable->units = units;
  reusable->origin = origin;
  return *reusable;
}

bool Pool::Impl::has_free_shares() noexcept {
  try {
    if (!free_shares) free_shares = new Job::Shares(threads.size());
  } catch (...) {
    return false;  // one cursor for all will do
  }
  return true;
}

void Pool::Impl::link(Job& job, const UnitSet& units, Origin origin) {
  Job::Lane& lane = lane_for(units, origin);
  const size_t unit_count = lane.units ? lane.units->size() : threads.size();
  if (job.count_ > 1 && unit_count > 1 && has_free_shares()) {
    job.shares_ = free_shares;
    free_shares = job.shares_->next_free;
    job.shares_->used = unit_count;
    job.shares_->backwards = job.alternates() && (backwards = !backwards);
    const size_t each = job.count_ / unit_count, rest = job.count_ % unit_count;
    for (size_t i = 0; i < unit_count; ++i) {
      Share& share = job.shares_->share[i];
      share.begin = i * each + std::min(i, rest);
      share.next.store(share.begin, std::memory_order_relaxed);
      share.end = (i + 1) * each + std::min(i + 1, rest);
    }
  }
  job.lane_ = &lane;
  job.listed_ = true;
  job.sequence_ = sequence++;
  auto& list = lane.level[job.level_];
  job.next_ = nullptr;
  job.previous_ = list.last;
  (list.last ? list.last->next_ : list.first) = &job;
  list.last = &job;
  ++listed[job.level_];
  if (job.level_ > urgent.load(std::memory_order_relaxed)) {
    urgent.store(job.level_, std::memory_order_relaxed);
  }
}

void Pool::Impl::unlink(Job& job) {
  auto& list = job.lane_->level[job.level_];
  (job.previous_ ? job.previous_->next_ : list.first) = job.next_;
  (job.next_ ? job.next_->previous_ : list.last) = job.previous_;
  job.listed_ = false;
  --listed[job.level_];
  int highest = kLevels - 1;
  while (highest >= 0 && listed[highest] == 0) --highest;
  urgent.store(highest, std::memory_order_relaxed);
}

Job* Pool::Impl::best_for(uint32_t unit, uint32_t& share) {
  for (int level = urgent.load(std::memory_order_relaxed); level >= 0; --level) {
    Job* best = nullptr;
    for (auto& lane : lanes) {
      Job* first = lane->level[level].first;
      if (!first || (best && best->sequence_ < first->sequence_)) continue;
      const uint32_t place = lane->share_of(unit);
      if (place == kNoShare) continue;
      best = first;
      share = place;
    }
    if (best) return best;
  }
  return nullptr;
}

Job* Pool::Impl::best_if(const Job::Lane& lane, bool (*may_run)(const Job&, void*), void* context) {
  // A kernel's newest jobs go first: then families end before others begin.
  const bool newest = lane.origin == Origin::Kernel;
  for (int level = urgent.load(std::memory_order_relaxed); level >= 0; --level) {
    const auto& list = lane.level[level];
    for (Job* job = newest ? list.last : list.first; job;
         job = newest ? job->previous_ : job->next_)
      if (may_run(*job, context)) return job;
  }
  return nullptr;
}

void Pool::Impl::join(Job& job) {
  if (job.count_ > 1) {
    job.runners_.fetch_add(1, std::memory_order_relaxed);
  } else {
    // Nobody else needs to see it: the list's place among the runners passes to the thread that
    // takes the only chunk.
    unlink(job);
  }
}

bool Pool::Impl::claim(Job& job, uint32_t share, size_t& chunk) {
  if (!job.shares_) {
    chunk = job.next_chunk_.fetch_add(1, std::memory_order_relaxed);
    return chunk < job.count_;
  }
  Job::Shares& shares = *job.shares_;
  Share* from = share == kNoShare ? nullptr : &shares.share[share];
  while (true) {
    if (from) {
      chunk = from->next.fetch_add(1, std::memory_order_relaxed);
      if (chunk < from->end) {
        if (shares.backwards) chunk = from->begin + (from->end - 1 - chunk);
        return true;
      }
    }
    size_t most = 0;
    for (size_t i = 0; i < shares.used; ++i) {
      const size_t left = shares.share[i].left();
      if (left > most) {
        most = left;
        from = &shares.share[i];
      }
    }
    if (most == 0) return false;
  }
}

size_t Pool::Impl::left(const Job& job) {
  size_t sum = 0;
  if (!job.shares_) {
    const size_t taken = job.next_chunk_.load(std::memory_order_relaxed);
    return taken < job.count_ ? job.count_ - taken : 0;
  }
  for (size_t i = 0; i < job.shares_->used; ++i) sum += job.shares_->share[i].left();
  return sum;
}

void Pool::Impl::run_chunks(Job& job, uint32_t share, Worker& worker) {
  bool exhausted = false;
  size_t chunk = 0;
  while (!exhausted) {
    if (!claim(job, share, chunk)) {
      exhausted = true;
      break;
    }
    job.run(chunk, worker);
    if (urgent.load(std::memory_order_relaxed) > job.level_) {
      exhausted = left(job) == 0;
      break;
    }
  }
  leave(job, exhausted, /*spare=*/true);
}

void Pool::Impl::leave(Job& job, bool exhausted, bool spare) {
  if (exhausted && job.count_ > 1) {
    const Lock lock(mutex);
    if (job.listed_) {
      unlink(job);
      job.runners_.fetch_sub(1, std::memory_order_relaxed);
    }
  }
  // Release for this thread's chunks, acquire for everyone's.
  if (job.runners_.fetch_sub(1, std::memory_order_acq_rel) == 1) finish(job, spare);
}

void Pool::Impl::finish(Job& job, bool spare) {
  if (job.shares_) {
    const Lock lock(mutex);
    job.shares_->next_free = free_shares;
    free_shares = job.shares_;
  }
  worker_is_spare = spare && this_worker && this_worker->pool == this;
  job.finished();
  worker_is_spare = false;
}

namespace {
std::atomic<Pool*> the_pool{nullptr};
}

Pool& Pool::instance() {
  static Pool* const pool = [] {
    the_pool = new Pool(topology());
    pthread_atfork(nullptr, nullptr, restart_in_child);
    return the_pool.load();
  }();
  return *pool;
}

Pool::Pool(const Topology& topology) : impl_(new Impl(topology)) {}

uint32_t Pool::size() const {
  return static_cast<uint32_t>(impl_->threads.size());
}

void Pool::submit(Job& job, const UnitSet& units, int priority, Origin origin) {
  Impl& pool = *impl_;
  pool.prepare(job, priority);
  size_t wanted = std::max<size_t>(job.count_, 1);
  Impl::Wakes wakes;
  {
    const Lock lock(pool.mutex);
    pool.link(job, units, origin);
    if (worker_is_spare && this_worker->pool == &pool &&
        job.lane_->share_of(this_worker->unit) != kNoShare) {
      worker_is_spare = false;
      --wanted;
    }
    wakes = pool.choose(job, wanted);
  }
  pool.deliver(wakes);  // the job may be gone by now
}

void Pool::run_here(Job& job) {
  {
    HelperScope scope;
    KernelFpMode mode;
    job.run_all(scope.worker());
  }
  job.finished();
}

bool Pool::help(bool (*may_run)(const Job&, void*), void* context, const UnitSet& units,
                Origin origin) {
  Impl& pool = *impl_;
  while (true) {
    Job* job = nullptr;
    {
      const Lock lock(pool.mutex);
      const Job::Lane* lane = pool.find_lane(units, origin);
      job = lane ? pool.best_if(*lane, may_run, context) : nullptr;
      if (!job) return false;
      pool.join(*job);
    }
    size_t chunk = 0;
    const bool claimed = Impl::claim(*job, kNoShare, chunk);
    if (claimed) {
      HelperScope scope;
      KernelFpMode mode;
      job->run(chunk, scope.worker());
    }
    pool.leave(*job, !claimed || Impl::left(*job) == 0, /*spare=*/false);
    if (claimed) return true;
  }
}

namespace {
constexpr size_t kMaxHooks = 8;
std::atomic<void (*)()> fork_hooks[kMaxHooks];
std::atomic<size_t> fork_hook_count{0};
}  // namespace

void Pool::on_fork_child(void (*hook)()) {
  const size_t place = fork_hook_count.fetch_add(1);
  if (place < kMaxHooks) fork_hooks[place].store(hook);
}

/// Replaces the pool: the threads are gone, one of them may hold the lock, and the old pool is left
/// as it is.
void Pool::restart_in_child() {
  forget_threads_of_parent();
  Pool& pool = *the_pool;
  pool.impl_ = new Impl(pool.impl_->topology);
  this_worker = nullptr;
  worker_is_spare = false;
  for (size_t i = 0; i < std::min(fork_hook_count.load(), kMaxHooks); ++i) {
    if (auto* hook = fork_hooks[i].load()) hook();
  }
}

}  // namespace heddle::cpu
