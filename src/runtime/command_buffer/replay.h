// SPDX-License-Identifier: Apache-2.0
// One execution of a command-buffer: a command of a queue that runs the recorded ones, in the order
// in which they were recorded, which keeps every dependency that can be recorded. Small ones run
// one after the other on the thread that runs the replay, at what their own code costs; each large
// one is cut over the compute units as in a queue.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "platform/later_extensions.h"
#include "runtime/command/fork_mutex.h"
#include "runtime/command/queue.h"

namespace heddle {

/// A command that was never enqueued. Several versions of a command-buffer share it.
class Recorded {
 public:
  explicit Recorded(Ref<Command> command)
      : queue_(command ? Ref<Queue>(queue_of(*command)) : nullptr), command_(std::move(command)) {}
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;
  ~Recorded() {
    if (command_) command_->discard();
  }
  /// Null for a kernel that lacks arguments (CL_COMMAND_BUFFER_STATE_FINALIZED_KHR).
  Command* command() const { return command_.get(); }

 private:
  const Ref<Queue> queue_;  // which the command refers to
  const Ref<Command> command_;
};
using RecordedCommands = std::vector<std::shared_ptr<Recorded>>;

class Replay;

/// Recorded commands have one job each, so the replays of a command-buffer take turns: one that is
/// ready while another one runs waits for it, without a thread.
class Turns {
 public:
  /// False if it is another one's.
  bool take();
  /// The same; if false, `replay` goes on when its turn comes.
  bool take_or_wait(Replay& replay);
  /// The turn has ended: the next one goes on.
  void pass();

 private:
  std::mutex& usable_mutex();

  ForkMutex mutex_;  // guards what follows
  bool taken_ = false;
  Replay* first_ = nullptr;
  Replay* last_ = nullptr;
};

class Replay final : public Command, public cpu::Job {
 public:
  Replay(Queue& queue, std::shared_ptr<Turns> turns,
         std::shared_ptr<const RecordedCommands> commands);

  size_t chunks() const override { return 1; }
  void run(size_t chunk, cpu::Worker& worker) noexcept override;
  void finished() noexcept override;
  cpu::Job* job() noexcept override { return this; }
  bool small() const noexcept override { return small_; }
  void release_resources() noexcept override;

 private:
  friend class Turns;

  /// The large command that the replay has come to.
  class Large final : public cpu::Job {
   public:
    explicit Large(Replay& replay) : replay_(replay) {}
    size_t chunks() const override { return job().chunks(); }
    bool alternates() const override { return job().alternates(); }
    void run(size_t chunk, cpu::Worker& worker) noexcept override { job().run(chunk, worker); }
    void finished() noexcept override;

   private:
    cpu::Job& job() const { return *replay_.current().job(); }
    Replay& replay_;
  };

  Command& current() const { return *(*commands_)[next_]->command(); }
  bool at_end() const { return next_ == commands_->size(); }
  void end_current() noexcept;
  void go_on() noexcept;

  const std::shared_ptr<Turns> turns_;
  std::shared_ptr<const RecordedCommands> commands_;
  const bool small_;
  bool has_turn_ = false;
  size_t next_ = 0;
  cl_int status_ = CL_COMPLETE;
  Large large_{*this};
  Replay* next_waiting_ = nullptr;  // in Turns
};

}  // namespace heddle
