// SPDX-License-Identifier: Apache-2.0
// A command (§3.2.1): a node of the dependency graph, with its work as a job for the device. Kinds
// of commands derive from it:
//
//   class Foo final : public Command, public cpu::Job {
//     size_t chunks() const override;
//     void run(size_t chunk, cpu::Worker&) noexcept override { started(); ... }
//     void finished() noexcept override { ended(); }          // last: `this` may be gone
//     afterwards cpu::Job* job() noexcept override { return this; } bool small() const noexcept
//     override { return few microseconds; } void release_resources() noexcept override { buffer_ =
//     nullptr; }
//   };
//   auto command = Ref<Command>::adopt(new Foo(queue, CL_COMMAND_FOO, ...));
//   return queue.enqueue(std::move(command), waits, event, blocking);
//
// A command is kept alive by the graph while it is in flight, by its event afterwards. It must hold
// what it works on (Ref<>s) until release_resources, which is called once, before anyone can see
// that the command is done.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <memory>
#include <vector>

#include "devices/cpu/job.h"
#include "runtime/command/completion.h"

namespace heddle {

class Queue;

class Command : public Completion {
 public:
  /// Does not retain the queue before it is enqueued.
  Command(Queue& queue, cl_command_type type);

  cl_command_type type() const { return type_; }
  /// Valid while the command is in flight; an event keeps the queue longer.
  Queue& queue() const { return queue_; }
  /// Position in the queue, from 1; 0 before it is enqueued.
  uint64_t sequence() const { return sequence_; }

  /// Before enqueue only: the command does not start before `other` is done, and is terminated with
  /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if that fails and `propagate` is set. Besides
  /// wait lists this is how a command waits for a compilation.
  void depend_on(Completion& other, bool propagate = true);

  /// Profiling time stamps in ns; valid once done, if the queue has profiling and the command was
  /// not terminated.
  struct Times {
    cl_ulong queued = 0, submit = 0, start = 0, end = 0, complete = 0;
  };
  const Times& times() const { return times_; }

  // ---- What a kind of command says about itself.
  /// The work, or null if there is none (markers): then the command is done as soon as its
  /// dependencies are.
  virtual cpu::Job* job() noexcept { return nullptr; }
  /// True if it takes a few microseconds on one thread (up to some 20), so that handing it to
  /// another thread costs more than running it. Small commands run on a waiting thread directly,
  /// one after the other on the worker that ended the previous one, and are gathered before they
  /// are submitted; others are submitted at once.
  virtual bool small() const noexcept { return true; }
  /// Whether its work may enqueue commands to a device queue.
  virtual bool enqueues() const noexcept { return false; }

 protected:
  ~Command() override;

  /// From Job::run, before the work: the command is running now. Cheap when called again.
  void started() noexcept {
    if (!started_.load(std::memory_order_relaxed)) start();
  }
  /// The work is over, but not yet what it enqueued: CL_PROFILING_COMMAND_END (§5.14).
  void body_ended() noexcept;
  /// From Job::finished, as its last act: CL_COMPLETE or an error code. `this` may be gone
  /// afterwards.
  void ended(cl_int status = CL_COMPLETE) noexcept;
  /// The command was terminated with this error, with or without having run. Called before
  /// release_resources.
  virtual void terminated(cl_int /*status*/) noexcept {}
  /// Lets go of everything that the work needed. Called exactly once, before the status says that
  /// the command is done.
  virtual void release_resources() noexcept {}

 private:
  friend class Completion;    // dependency_met
  friend class Queue;         // enqueue, submit
  friend class ParentKernel;  // ends with its last child
  friend class Executor;      // execute.cpp: what happens to a ready command

  void start() noexcept;
  /// The queue hands it to the device: from here on only dependencies hold it back.
  void submit();
  void dependency_met(bool failed);
  /// Makes room for `count` more dependencies, so that depend_on cannot fail half-way.
  void reserve_dependencies(size_t count);
  Link& new_link();

  Queue& queue_;
  const cl_command_type type_;
  uint64_t sequence_ = 0;
  std::atomic<uint32_t> unmet_{1};  // the first one is submission
  std::atomic<bool> dependency_failed_{false};
  std::atomic<bool> started_{false};
  bool profiled_ = false;
  bool is_child_ = false;  // of a kernel, in a device queue
  bool goes_on_ = false;   // such a one, as its queue counts it (child_room.h)
  uint32_t links_used_ = 0;
  Link links_[3];
  std::vector<std::unique_ptr<Link[]>> more_links_;  // blocks, when three are not enough
  uint32_t more_left_ = 0;                           // unused links at the end of the newest block
  uint32_t more_size_ = 0;
  Link epoch_link_;  // of an out-of-order queue: this command -> the epoch that counts it (queue.h)
  Command* next_ =
      nullptr;  // in the queue's list of pending commands, then in a list of ready ones
  Times times_;
};

}  // namespace heddle
