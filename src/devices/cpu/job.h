// SPDX-License-Identifier: Apache-2.0
// Work for the pool. A job is a number of independent chunks; any compute unit of its set runs any
// of them, at the same time as others. A copy is a job of one chunk, an NDRange a job of many. The
// device knows nothing of commands and events: `finished` tells the job's submitter.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "abi/kernel_abi.h"
#include "devices/cpu/debug_records.h"

namespace heddle::cpu {

struct Topology;

/// The compute units that a device or sub-device owns: indices of the pool's workers, ascending.
using UnitSet = std::shared_ptr<const std::vector<uint32_t>>;

/// A thread that runs chunks: a worker of the pool, or a caller that helps. It owns the arena for
/// kernels.
class Worker {
 public:
  virtual ~Worker() = default;
  /// Returns memory for one launch, at least as large as asked for (bytes, aligned to
  /// HD_MAX_TYPE_ALIGN), kept for the next launch; null if it cannot be had. It holds data of the
  /// same owner's launches, or zeros.
  virtual hd_worker* arena(size_t local_memory, size_t context, uint64_t owner) = 0;
  /// Returns the record of what the thread runs.
  hd_thread_record& record() { return record_.place(); }

 private:
  ThreadRecord record_;
};

/// The origin of a job. Kernels enqueue children by the thousand, which a search for commands of a
/// host queue would have to go through.
enum class Origin : uint8_t { Host, Kernel };

class Job {
 public:
  virtual ~Job() = default;
  /// Returns the number of chunks. With 0 only `finished` is called. Constant once submitted.
  virtual size_t chunks() const = 0;
  /// Tells whether every other such job goes through each unit's chunks from the last to the first.
  /// It begins with data that the previous job left in the unit's cache.
  virtual bool alternates() const { return false; }
  /// Runs one chunk. Must not throw.
  virtual void run(size_t chunk, Worker& worker) noexcept = 0;
  /// Runs the whole job on one thread, when it is not submitted. Must not throw.
  virtual void run_all(Worker& worker) noexcept {
    const size_t count = chunks();
    for (size_t chunk = 0; chunk < count; ++chunk) run(chunk, worker);
  }
  /// Called exactly once, after the last chunk, by the thread that ended it. The pool does not
  /// touch the job afterwards.
  virtual void finished() noexcept = 0;

 private:
  friend class Pool;
  struct Shares;  // one cursor for each unit: its own part of the chunks
  struct Lane;    // waiting jobs for one set of units, and of one origin

  // The pool's state of a submitted job; all but `runners_` and `next_chunk_` under the pool's
  // lock.
  size_t count_ = 0;
  Shares* shares_ = nullptr;
  std::atomic<size_t> next_chunk_{0};  // for a job without shares
  std::atomic<uint32_t> runners_{0};   // threads that work on it, and one while it is listed
  bool listed_ = false;
  int level_ = 0;
  uint64_t sequence_ = 0;
  Lane* lane_ = nullptr;
  Job* next_ = nullptr;
  Job* previous_ = nullptr;
};

/// The process's workers, one for each compute unit that it may use. Threads start at the first
/// submission and are started anew in a forked child. Never destroyed.
class Pool {
 public:
  static Pool& instance();
  /// Makes a pool beside the process's, for tests; it survives no fork, and must never be destroyed
  /// either.
  explicit Pool(const Topology& topology);

  /// Hands `job` to the workers of `units` (all workers: null). Returns at once. Among waiting jobs
  /// the one with the highest priority goes first (only the sign of the priority counts), then the
  /// one submitted first.
  void submit(Job& job, const UnitSet& units, int priority = 0, Origin origin = Origin::Host);
  /// Runs the whole job on the calling thread, without waking a worker: for small jobs whose
  /// submitter waits for them. Saves and restores the caller's floating-point mode.
  void run_here(Job& job);
  /// Runs one chunk of a submitted job while the thread waits, perhaps in a job. The job must be of
  /// this origin and for these `units` (all: null), and `may_run` (called with the pool's lock
  /// held) must allow it. It runs on memory that no job of this thread uses. Returns false if there
  /// was nothing to do.
  bool help(bool (*may_run)(const Job&, void*), void* context, const UnitSet& units = nullptr,
            Origin origin = Origin::Host);
  /// Returns the number of workers, which is that of the root device's compute units.
  uint32_t size() const;
  /// Registers a hook that a forked child runs first. Jobs submitted before the fork run in the
  /// parent only, and their submitter has to fail them in the child. The thread that forked calls
  /// it, within fork(); at most 8 hooks.
  void on_fork_child(void (*hook)());

  struct Impl;

 private:
  static void restart_in_child();
  Impl* impl_;  // leaked at exit: workers may be running then
};

}  // namespace heddle::cpu
