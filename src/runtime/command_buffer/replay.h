// SPDX-License-Identifier: Apache-2.0
// One execution of a command-buffer: a command of a queue that runs the recorded ones in the order
// in which they were recorded, which keeps every dependency that can be recorded. Small ones run
// one after the other on the thread that runs the replay, at the cost of their own code; each large
// one is split over the compute units as in a queue. graph_replay.h runs commands concurrently.
#pragma once

#include <memory>

#include "platform/later_extensions.h"
#include "runtime/command/part_of_command.h"
#include "runtime/command_buffer/fresh_run.h"
#include "runtime/command_buffer/recorded.h"
#include "runtime/command_buffer/turns.h"

namespace heddle {

class Replay final : public Command, public cpu::Job, Turns::Taker, Resumable {
 public:
  Replay(Queue& queue, std::shared_ptr<Turns> turns,
         std::shared_ptr<const RecordedCommands> commands, FreshRuns fresh);

  size_t chunks() const override { return 1; }
  void run(size_t chunk, cpu::Worker& worker) noexcept override;
  void finished() noexcept override;
  cpu::Job* job() noexcept override { return this; }
  bool small() const noexcept override { return small_; }
  void release_resources() noexcept override;

 private:
  /// The large command that the replay has reached.
  class Large final : public PartOfCommand {
   public:
    explicit Large(Replay& replay) : replay_(replay) {}
    size_t chunks() const override { return job().chunks(); }
    bool alternates() const override { return job().alternates(); }
    void run(size_t chunk, cpu::Worker& worker) noexcept override { job().run(chunk, worker); }
    void finished() noexcept override;
    const Command& whole() const noexcept override { return replay_; }

   private:
    cpu::Job& job() const { return *replay_.current().job(); }
    Replay& replay_;
  };

  Command& current() const { return *(*commands_)[next_]->command(); }
  bool at_end() const { return next_ == commands_->size(); }
  void end_current() noexcept;
  void go_on() noexcept;
  void has_turn() noexcept override;
  void resumed(uint32_t index, cl_int status) noexcept override;

  const std::shared_ptr<Turns> turns_;
  std::shared_ptr<const RecordedCommands> commands_;
  FreshRuns fresh_;
  const bool small_;
  bool has_turn_ = false;
  size_t next_ = 0;
  cl_int status_ = CL_COMPLETE;
  Large large_{*this};
};

}  // namespace heddle
