// SPDX-License-Identifier: Apache-2.0
// A thing that completes once: a command, a user event, a compilation that a command needs. It
// keeps those that wait for it: successors (commands that count one unmet dependency less),
// threads, and the callbacks of its event. Nothing here takes a lock; completing costs as much as
// there are direct successors.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <cstdint>

#include "support/ref.h"

namespace heddle {

/// Returns the number of forks between the first process and this one. Completions unfinished in
/// the parent fail in the child: its threads are not there.
uint32_t fork_generation();

/// A node of the graph. Other threads see it as soon as something refers to it: the list of a queue
/// (Queue::append), a dependency (Command::depend_on), an event, a semaphore. Any of them may then
/// bring it to its end, and with that its last reference may go. So whoever touches it later
/// - holds a reference (Ref) that was taken before, or
/// - keeps it from its end: a dependency that is not met yet (a Link, submission), or a
///   running chunk of its work.
/// A plain pointer or reference (Link::successor, the list of a queue, a span of dependencies) is
/// good only while one of the two holds. The calls that make it visible or set it free are
/// everybody else's last touch: Queue::append, submit, dependency_met, Pool::submit, complete,
/// ended. The same is true of its members: a command keeps its queue no longer than until its end,
/// a replay its commands and their queue.
class Completion {
 public:
  /// An edge of the graph. It lives in whichever of its ends outlives its use, never in a list node
  /// of its own.
  struct Link {
    Link* next = nullptr;
    Completion* successor = nullptr;
    /// True if failure terminates the successor, as for a wait list (§5.11); false for the order of
    /// an in-order queue.
    bool propagate = false;
  };

  /// Starts with one reference, the maker's.
  explicit Completion(cl_int initial_status = CL_SUBMITTED);
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;

  void retain() { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  /// Returns CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or a negative error code.
  cl_int status() const;
  bool done() const { return status() <= CL_COMPLETE; }

  /// Adds a successor. Returns false if this is done: the link is then unused.
  bool add(Link& link);
  /// Sleeps until done.
  void sleep_until_done();
  /// Publishes CL_COMPLETE or an error code, then releases successors, threads and callbacks.
  /// Called once, by someone who holds a reference. Commands complete through Command::ended
  /// instead.
  void complete(cl_int status);

  /// Makes each later change of status call `watcher`. All completions have the same one.
  using Watcher = void (*)(Completion& completion);
  void watch(Watcher watcher) { watcher_.store(watcher, std::memory_order_seq_cst); }
  bool watched() const { return watcher_.load(std::memory_order_relaxed) != nullptr; }

 protected:
  virtual ~Completion() = default;
  /// Counts a dependency that has completed; `failed`, and this is to fail as well.
  virtual void dependency_met(bool /*failed*/) {}
  /// Publishes CL_SUBMITTED, then CL_RUNNING, on the way to completion.
  void advance(cl_int status);

 private:
  void tell_watcher() {
    if (Watcher watcher = watcher_.load(std::memory_order_seq_cst)) watcher(*this);
  }
  bool lost_in_fork() const { return generation_ != fork_generation(); }

  std::atomic<uint32_t> refs_{1};
  std::atomic<cl_int> status_;
  std::atomic<Link*> successors_{nullptr};
  std::atomic<uint32_t> sleepers_{0};
  std::atomic<Watcher> watcher_{nullptr};
  const uint32_t generation_;
};

}  // namespace heddle
