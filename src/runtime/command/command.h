// SPDX-License-Identifier: Apache-2.0
// A command (§3.2.1): a node of the dependency graph, with its work as a job for the device. Kinds
// of commands derive from it:
//
//   class Foo final : public Command, public cpu::Job {
//     size_t chunks() const override;
//     void run(size_t chunk, cpu::Worker&) noexcept override { started(); ... }
//     // The last act: `this` may be gone afterwards.
//     void finished() noexcept override { ended(); }
//     cpu::Job* job() noexcept override { return this; }
//     bool small() const noexcept override { return few microseconds; }
//     void release_resources() noexcept override { buffer_ = nullptr; }
//   };
//   auto command = Ref<Command>::adopt(new Foo(queue, CL_COMMAND_FOO, ...));
//   return enqueue(queue, std::move(command), waits, event, blocking);  // enqueue.h
//
// The graph keeps a command alive while it is in flight, its event afterwards. The command holds
// the objects that it works on (Ref<>s) until release_resources, which is called once, before
// anyone can see that the command is done.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <memory>
#include <vector>

#include "devices/cpu/job.h"
#include "runtime/command/completion.h"
#include "runtime/command/queue_traits.h"

namespace heddle {

/// A completion with work. Completion's rule about who may touch it applies to commands above all:
/// once appended a command may end, and be gone, through any thread that flushes its queue, waits
/// or helps.
class Command : public Completion {
 public:
  /// Does not retain the queue; enqueuing does.
  Command(QueueTraits& queue, cl_command_type type);

  cl_command_type type() const { return type_; }
  /// Returns the queue, valid while the command is in flight; an event keeps the queue longer.
  QueueTraits& queue() const { return queue_; }
  /// Returns the position in the queue, from 1; 0 before it is enqueued.
  uint64_t sequence() const { return sequence_; }

  /// Delays the start until `other` is done; only before enqueue. If that fails and `propagate` is
  /// set, the command is terminated with CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST. Wait lists
  /// use this, and commands that wait for a compilation.
  void depend_on(Completion& other, bool propagate = true);

  /// Profiling time stamps in ns; valid once done, if the queue has profiling and the command was
  /// not terminated.
  struct Times {
    cl_ulong queued = 0, submit = 0, start = 0, end = 0, complete = 0;
  };
  const Times& times() const { return times_; }

  // ---- The properties of a kind of command.
  /// Returns the work, or null if there is none (markers): then the command is done as soon as its
  /// dependencies are.
  virtual cpu::Job* job() noexcept { return nullptr; }
  /// Tells whether it takes a few microseconds on one thread (up to some 20), so that handing it to
  /// another thread costs more than running it. Small commands run on a waiting thread directly, or
  /// one after the other on the worker that ended the previous one. They are gathered before they
  /// are submitted; others are submitted at once.
  virtual bool small() const noexcept { return true; }
  /// Tells whether its work may enqueue commands to a device queue.
  virtual bool enqueues() const noexcept { return false; }

  // ---- Commands that are recorded and never enqueued (command_buffer/). Their jobs run again and
  // again.
  /// Ends one more run. Returns CL_COMPLETE or an error code.
  virtual cl_int replayed() noexcept { return CL_COMPLETE; }
  /// Makes the same command for another queue. The command-buffer makes those of kernels itself.
  virtual Ref<Command> recorded_for(QueueTraits& queue) const {
    return Ref<Command>::adopt(new Command(queue, type_));
  }
  /// Ends the recording: the command will not run again.
  void discard() noexcept { release_resources(); }

 protected:
  ~Command() override;

  /// Marks the command as running. Called by Job::run before the work. Cheap when called again.
  void started() noexcept {
    if (!started_.load(std::memory_order_relaxed)) start();
  }
  /// Marks the end of the work, though not yet of its children: CL_PROFILING_COMMAND_END (§5.14).
  void body_ended() noexcept;
  /// Ends the command with CL_COMPLETE or an error code. The last act of Job::finished: `this` may
  /// be gone afterwards.
  void ended(cl_int status = CL_COMPLETE) noexcept;
  /// Handles the termination of the command with this error, whether or not it has run. Called
  /// before release_resources.
  virtual void terminated(cl_int /*status*/) noexcept {}
  /// Lets go of everything that the work needed. Called exactly once, before the status says that
  /// the command is done.
  virtual void release_resources() noexcept {}
  // Events in the life of a command in a device queue (Queue::enqueue_child), for its room
  // (child_room.h): no dependency is left, and it will end by itself; it only waits for children of
  // its own; it is done.
  virtual void goes_on() noexcept {}
  virtual void rests() noexcept {}
  virtual void is_done() noexcept {}

 private:
  friend class Queue;     // enqueue, submit
  friend class Executor;  // runs ready commands
  friend class Parent;    // ends with its last child (device_enqueue/parent.h)

  void start() noexcept;
  /// Lets the queue hand it to the device: from here on only dependencies hold it back.
  void submit();
  void dependency_met(bool failed) override;
  /// Makes room for `count` more dependencies, so that depend_on cannot fail half-way.
  void reserve_dependencies(size_t count);
  Link& new_link();

  QueueTraits& queue_;
  const cl_command_type type_;
  uint64_t sequence_ = 0;
  std::atomic<uint32_t> unmet_{1};  // the first one is submission
  std::atomic<bool> dependency_failed_{false};
  std::atomic<bool> started_{false};
  bool profiled_ = false;
  bool is_child_ = false;  // in a device queue, of a kernel
  uint32_t links_used_ = 0;
  Link links_[3];
  std::vector<std::unique_ptr<Link[]>> more_links_;  // blocks, when three are not enough
  uint32_t more_left_ = 0;                           // unused links at the end of the newest block
  uint32_t more_size_ = 0;
  Link
      epoch_link_;  // for an out-of-order queue: this command -> the epoch that counts it (queue.h)
  Command* next_ =
      nullptr;  // in the queue's list of pending commands, then in a list of ready ones
  Times times_;
};

}  // namespace heddle
