// SPDX-License-Identifier: Apache-2.0
// One execution of a command-buffer whose commands may run concurrently: those of several devices,
// or large ones. Each runs on the compute units of its own device as soon as its dependencies are
// done. A small one runs on the thread that ended the one before it on the same device.
#pragma once

#include <atomic>
#include <deque>
#include <memory>

#include "platform/later_extensions.h"
#include "runtime/command/part_of_command.h"
#include "runtime/command_buffer/fresh_run.h"
#include "runtime/command_buffer/graph.h"
#include "runtime/command_buffer/recorded.h"
#include "runtime/command_buffer/turns.h"

namespace heddle {

class GraphReplay final : public Command, public cpu::Job, Turns::Taker, Resumable {
 public:
  GraphReplay(Queue& queue, std::shared_ptr<Turns> turns,
              std::shared_ptr<const RecordedCommands> commands, std::shared_ptr<const Graph> graph,
              FreshRuns fresh);

  size_t chunks() const override { return 1; }
  void run(size_t /*chunk*/, cpu::Worker& /*worker*/) noexcept override { started(); }
  void finished() noexcept override;
  cpu::Job* job() noexcept override { return this; }
  bool small() const noexcept override { return false; }
  void release_resources() noexcept override;

 private:
  /// A recorded command as the pool runs it in this replay.
  class Node final : public PartOfCommand {
   public:
    Node(GraphReplay& replay, uint32_t index, uint32_t waits_for)
        : replay_(replay), index_(index), unmet_(waits_for) {}
    size_t chunks() const override { return job().chunks(); }
    bool alternates() const override { return job().alternates(); }
    void run(size_t chunk, cpu::Worker& worker) noexcept override { job().run(chunk, worker); }
    void run_all(cpu::Worker& worker) noexcept override { job().run_all(worker); }
    void finished() noexcept override;
    const Command& whole() const noexcept override { return replay_; }

   private:
    friend class GraphReplay;
    cpu::Job& job() const { return *replay_.command(index_).job(); }
    GraphReplay& replay_;
    const uint32_t index_;
    std::atomic<uint32_t> unmet_;
    bool runs_here_ = false;
    Node* next_ = nullptr;  // in a Chain
  };
  /// A list of nodes for one thread, oldest first.
  class Chain {
   public:
    void push(Node& node);
    Node* pop();
    bool empty() const { return !first_; }

   private:
    Node* first_ = nullptr;
    Node* last_ = nullptr;
  };

  Command& command(uint32_t index) const { return *(*commands_)[index]->command(); }
  void has_turn() noexcept override;
  void begin() noexcept;
  void resumed(uint32_t index, cl_int status) noexcept override;
  void note(cl_int status) noexcept;
  void ready(Node& node, const Command* like, Chain& over, Chain& here) noexcept;
  void go_on(Chain& over, Chain& here, const Command* like) noexcept;

  const std::shared_ptr<Turns> turns_;
  std::shared_ptr<const RecordedCommands> commands_;
  const std::shared_ptr<const Graph> graph_;
  FreshRuns fresh_;
  std::deque<Node> nodes_;
  bool has_turn_ = false;     // which it had to wait for
  std::atomic<size_t> left_;  // nodes that are not done
  std::atomic<cl_int> status_{CL_COMPLETE};
};

}  // namespace heddle
