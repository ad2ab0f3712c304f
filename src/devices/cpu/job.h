// SPDX-License-Identifier: Apache-2.0
// What the pool runs. A job is a number of independent chunks; any compute unit of its set runs any
// of them, at the same time as others. A copy is a job of one chunk, an NDRange a job of many. The
// device knows nothing of commands and events: `finished` is how a job tells whoever submitted it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "abi/kernel_abi.h"

namespace heddle::cpu {

struct Topology;

/// The compute units that a device or sub-device owns: indices of the pool's workers, ascending.
using UnitSet = std::shared_ptr<const std::vector<uint32_t>>;

/// The thread that runs a chunk: a worker of the pool, or a caller that helps. Owns the arena that
/// kernels work in.
class Worker {
 public:
  virtual ~Worker() = default;
  /// Memory for one launch, at least as large as asked for (bytes, aligned to 128), kept for the
  /// next launch; null if it cannot be had. Holds what launches of the same owner left in it, or
  /// zeros.
  virtual hd_worker* arena(size_t local_memory, size_t context, uint64_t owner) = 0;
};

/// Where a job came from. Kernels enqueue children by the thousand, which those who look for
/// commands of a host queue would have to look through.
enum class Origin : uint8_t { Host, Kernel };

class Job {
 public:
  virtual ~Job() = default;
  /// How many chunks there are; 0 is allowed: `finished` is then all that happens. Constant once
  /// submitted.
  virtual size_t chunks() const = 0;
  /// Every other such job that several units run goes through each unit's chunks from the last to
  /// the first, and begins with what the job before it left in the unit's cache.
  virtual bool alternates() const { return false; }
  /// Runs one chunk. Must not throw.
  virtual void run(size_t chunk, Worker& worker) noexcept = 0;
  /// The whole job on one thread, when it is not submitted. Must not throw.
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
  struct Lane;    // where jobs for one set of units, and of one origin, wait

  // What the pool keeps with a job while it is submitted; all but `runners_` and `next_chunk_`
  // under the pool's lock.
  size_t count_ = 0;
  Shares* shares_ = nullptr;
  std::atomic<size_t> next_chunk_{0};  // of a job without shares
  std::atomic<uint32_t> runners_{0};   // threads that work on it, and one while it is listed
  bool listed_ = false;
  int level_ = 0;
  uint64_t sequence_ = 0;
  Lane* lane_ = nullptr;
  Job* next_ = nullptr;
  Job* previous_ = nullptr;
};

/// The process's workers, one for each compute unit that it may use; threads start at the first
/// submission and are started anew in a forked child. Never destroyed.
class Pool {
 public:
  static Pool& instance();
  /// A pool beside the process's, for tests; it survives no fork. Like the other it is never to be
  /// destroyed.
  explicit Pool(const Topology& topology);

  /// Hands `job` to the workers of `units` (all workers: null). Returns at once. Of several jobs
  /// that wait, the one with the highest priority goes first (negative, zero and positive are told
  /// apart), then the one submitted first.
  void submit(Job& job, const UnitSet& units, int priority = 0, Origin origin = Origin::Host);
  /// Runs the whole job on the calling thread, without waking a worker: for small jobs whose
  /// submitter waits for them. Saves and restores the caller's floating-point mode.
  void run_here(Job& job);
  /// While waiting, perhaps in a job: runs one chunk of a submitted job of this origin if `may_run`
  /// (asked with the pool's lock held) says so and the job is for these `units` (all: null), on
  /// memory that no job of this thread uses. False if there was nothing to do.
  bool help(bool (*may_run)(const Job&, void*), void* context, const UnitSet& units = nullptr,
            Origin origin = Origin::Host);
  /// Workers, = compute units of the root device.
  uint32_t size() const;
  /// Registers what a forked child does first: the jobs submitted before the fork run in the parent
  /// only, and their submitter has to fail them in the child. Called by the thread that forked,
  /// within fork(); at most 8 hooks.
  void on_fork_child(void (*hook)());

  struct Impl;

 private:
  static void restart_in_child();
  Impl* impl_;  // leaked at exit: workers may be running then
};

}  // namespace heddle::cpu
