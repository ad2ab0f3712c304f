// SPDX-License-Identifier: Apache-2.0
// The inside of the pool, shared by pool.cpp (jobs and who runs them) and worker.cpp (threads and
// who is awake).
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "devices/cpu/arena.h"
#include "devices/cpu/futex.h"
#include "devices/cpu/job.h"
#include "devices/cpu/topology.h"

namespace heddle::cpu {

inline constexpr int kLevels = 3;  // low, normal, high
inline constexpr uint32_t kNoShare = UINT32_MAX;

/// The part of a job's chunks that belongs to one unit. Others take from it when theirs is done.
struct alignas(64) Share {
  std::atomic<size_t> next{0};
  size_t begin = 0, end = 0;

  size_t left() const {
    const size_t taken = next.load(std::memory_order_relaxed);
    return taken < end ? end - taken : 0;
  }
};

struct Job::Shares {
  explicit Shares(size_t units) : share(units) {}
  std::vector<Share> share;
  size_t used = 0;         // shares of the present job
  bool backwards = false;  // each from its last chunk to its first
  Shares* next_free = nullptr;
};

/// Jobs for one set of units and of one origin, by priority, each list in the order of submission.
struct Job::Lane {
  UnitSet units;  // null: all
  Origin origin = Origin::Host;
  struct List {
    Job* first = nullptr;
    Job* last = nullptr;
  };
  std::array<List, kLevels> level;

  bool empty() const;
  /// Returns the place of `unit` in the set; kNoShare if it is not in it.
  uint32_t share_of(uint32_t unit) const;
};

/// A set of units, for the idle ones. Under the pool's lock.
class UnitBits {
 public:
  explicit UnitBits(size_t units) : words_((units + 63) / 64) {}
  void set(uint32_t unit) { words_[unit / 64] |= uint64_t{1} << (unit % 64); }
  void clear(uint32_t unit) { words_[unit / 64] &= ~(uint64_t{1} << (unit % 64)); }
  bool test(uint32_t unit) const { return words_[unit / 64] >> (unit % 64) & 1; }
  /// Takes out any unit of `allowed`, or, if that is null, the first one from `from` on, and from 0
  /// on after the last. Returns false if there is none.
  bool take(const UnitSet& allowed, uint32_t from, uint32_t& unit);

 private:
  std::vector<uint64_t> words_;
};

struct Pool::Impl {
  explicit Impl(const Topology& topology);

  /// A worker thread. Its place exists before it is started.
  struct Thread final : Worker {
    hd_worker* arena(size_t local_memory, size_t context, uint64_t owner) override;

    Impl* pool = nullptr;
    uint32_t unit = 0;
    alignas(64) std::atomic<uint32_t> wake{0};
    Arena memory;
    const unsigned char* stack_begin = nullptr;
    const unsigned char* stack_end = nullptr;
  };

  /// Units taken out of the idle sets under the lock, to be woken without it.
  struct Wakes {
    static constexpr size_t kSpinners = 16, kSleepers = 2;
    std::array<uint32_t, kSpinners> spinning;
    std::array<uint32_t, kSleepers> sleeping, unstarted;
    uint32_t spinning_count = 0, sleeping_count = 0, unstarted_count = 0;
  };

  // Jobs (pool.cpp).
  void prepare(Job& job, int priority);
  bool has_free_shares() noexcept REQUIRES(mutex);
  void link(Job& job, const UnitSet& units, Origin origin) REQUIRES(mutex);
  void unlink(Job& job) REQUIRES(mutex);
  /// Returns null if there is none.
  Job::Lane* find_lane(const UnitSet& units, Origin origin) REQUIRES(mutex);
  Job::Lane& lane_for(const UnitSet& units, Origin origin) REQUIRES(mutex);
  Job* best_for(uint32_t unit, uint32_t& share) REQUIRES(mutex);
  Job* best_if(const Job::Lane& lane, bool (*may_run)(const Job&, void*), void* context)
      REQUIRES(mutex);
  void join(Job& job) REQUIRES(mutex);
  static bool claim(Job& job, uint32_t share, size_t& chunk);
  static size_t left(const Job& job);
  void run_chunks(Job& job, uint32_t share, Worker& worker);
  /// Leaves a job. `spare`: the caller looks for another job afterwards.
  void leave(Job& job, bool exhausted, bool spare);
  void finish(Job& job, bool spare);
  /// Runs the jobs for `unit`, and then counts it among `idle`, a set of this.
  void work(uint32_t unit, Worker& worker, UnitBits Impl::*idle);

  // Threads (worker.cpp).
  Wakes choose(const Job& job, size_t wanted) REQUIRES(mutex);
  void take_idle(const UnitSet& units, uint32_t from, size_t& wanted, Wakes& wakes) REQUIRES(mutex);
  /// Returns the unit whose worker is bound to the caller's processor, or kNoShare.
  uint32_t unit_here() const;
  void deliver(const Wakes& wakes);
  void start(uint32_t unit);
  [[noreturn]] void serve(Thread& thread);
  void wait(Thread& thread);
  static void* thread_main(void* thread);

  const Topology& topology;
  const bool spins;  // whether an idle worker may spin at all
  std::vector<std::unique_ptr<Thread>> threads;
  std::vector<uint32_t> unit_of_cpu;  // kNoShare: none; empty if workers are not bound

  SpinningMutex mutex;  // guards the places of jobs in the lists, too
  std::vector<std::unique_ptr<Job::Lane>> lanes GUARDED_BY(mutex);  // the first is for all units
  bool backwards GUARDED_BY(mutex) = false;                         // the last job that alternates
  Job::Shares* free_shares GUARDED_BY(mutex) = nullptr;
  std::array<size_t, kLevels> listed GUARDED_BY(mutex){};  // jobs of each level
  uint64_t sequence GUARDED_BY(mutex) = 0;
  UnitBits spinning GUARDED_BY(mutex), sleeping GUARDED_BY(mutex), unstarted GUARDED_BY(mutex);

  std::atomic<int> urgent{-1};  // the highest level that has a job listed
};

/// The calling thread, if it is a pool's.
extern constinit thread_local Pool::Impl::Thread* this_worker;
/// Set while a worker is in `finished`: it will look for work right afterwards, so that one
/// follow-up needs no other worker.
extern constinit thread_local bool worker_is_spare;

}  // namespace heddle::cpu
