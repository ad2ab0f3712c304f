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
#include "runtime/command/queue_traits.h"

namespace heddle {

/// A completion with work. The rule of Completion about who may touch it is for commands above all:
/// once appended it may end, and be gone, through any thread that flushes its queue, waits or
/// helps.
class Command : public Completion {
 public:
  /// Does not retain the queue before it is enqueued.
  Command(QueueTraits& queue, cl_command_type type);

  cl_command_type type() const { return type_; }
  /// Valid while the command is in flight; an event keeps the queue longer.
  QueueTraits& queue() const { return queue_; }
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

  // ---- Of a command that is recorded and never enqueued (command_buffer/), whose job runs again
  // and again.
  /// It has run once more: CL_COMPLETE or an error code.
  virtual cl_int replayed() noexcept { return CL_COMPLETE; }
  /// The same for another queue. Of kernels the command-buffer makes another one itself.
  virtual Ref<Command> recorded_for(QueueTraits& queue) const {
    return Ref<Command>::adopt(new Command(queue, type_));
  }
  /// It will not run again.
  void discard() noexcept { release_resources(); }

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
  // Of commands in a device queue (Queue::enqueue_child), for its room (child_room.h): no
  // dependency is left, and it will end by itself; all that is left to it is to wait for children
  // of its own; it is done.
  virtual void goes_on() noexcept {}
  virtual void rests() noexcept {}
  virtual void is_done() noexcept {}

 private:
  friend class Queue;     // enqueue, submit
  friend class Executor;  // what happens to a ready command
  friend class Parent;    // ends with its last child (device_enqueue/parent.h)

  void start() noexcept;
  /// The queue hands it to the device: from here on only dependencies hold it back.
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
  bool is_child_ = false;  // of a kernel, in a device queue
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

/// A job that does part of a command's work, beside the command's own. Who waits for the command
/// helps with it.
class PartOfCommand : public cpu::Job {
 public:
  virtual const Command& whole() const noexcept = 0;
};

/// What happens to a command whose dependencies are met, and where: on the pool, on the thread that
/// waits for it, or on the worker that has just ended the command before it. Completing a command
/// may make others ready, whose completion makes others ready...: each thread works such a list off
/// in a loop, so that a chain of any length needs no stack.
class Executor {
 public:
  class Waiting;
  /// Why a thread deals with commands just now.
  struct Role {
    const Waiting* waiting = nullptr;
    bool draining = false;                         // in the loop over ready commands
    bool within = false;                           // in a kernel, which is to go on
    const Command* here = nullptr;                 // what it runs there, if it is one command
    bool worker = false;                           // after a job that the pool ran...
    const std::vector<uint32_t>* units = nullptr;  // ...on these compute units (null: all)
  };

  /// No dependency is left. The command may be gone when this returns.
  static void ready(Command& command) noexcept;
  /// The work is over. The command may be gone when this returns.
  static void end(Command& command, cl_int status) noexcept;

  /// While one exists, its thread waits in `queue` for `target` (its command number `last`;
  /// `everything`: all commands up to there) and runs small commands that it depends upon.
  class Waiting {
   public:
    Waiting(const QueueTraits& queue, const Completion& target, uint64_t last, bool everything);
    ~Waiting();
    bool allows(const Command& command) const;
    /// Runs a chunk of a submitted job of such a command. False if there was none.
    bool help();

   private:
    const QueueTraits& queue_;
    const Completion& target_;
    const uint64_t last_;
    const bool everything_;
    const Role outer_;
  };

  /// While one exists, its thread runs jobs within a kernel: what these make ready goes to the
  /// pool, but for `here`.
  class Within {
   public:
    explicit Within(const Command* here);
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;
    ~Within();

   private:
    const Role outer_;
  };

 private:
  struct Thread;
  static thread_local Thread thread_;

  static void retire(Command& command, cl_int status) noexcept;
  static void submit(Command& command) noexcept;
  static bool runs_here(const Thread& thread, const Command& command) noexcept;
  static void drain(Thread& thread) noexcept;
};

}  // namespace heddle
