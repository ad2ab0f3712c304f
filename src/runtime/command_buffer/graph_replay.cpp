// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/graph_replay.h"

#include <utility>

namespace heddle {

void GraphReplay::Chain::push(Node& node) {
  node.next_ = nullptr;
  (first_ ? last_->next_ : first_) = &node;
  last_ = &node;
}

GraphReplay::Node* GraphReplay::Chain::pop() {
  return first_ ? std::exchange(first_, first_->next_) : nullptr;
}

GraphReplay::GraphReplay(Queue& queue, std::shared_ptr<Turns> turns,
                         std::shared_ptr<const RecordedCommands> commands,
                         std::shared_ptr<const Graph> graph, FreshRuns fresh)
    : Command(queue, khr::kCommandCommandBuffer),
      turns_(std::move(turns)),
      commands_(std::move(commands)),
      graph_(std::move(graph)),
      fresh_(std::move(fresh)),
      left_(commands_->size()) {
  uint32_t index = 0;
  for (const Graph::Node& node : graph_->nodes())
    nodes_.emplace_back(*this, index++, node.waits_for);
}

void GraphReplay::finished() noexcept {
  if (has_turn_ || turns_->take_or_wait(*this)) begin();  // else `this` may run by now
}

// Submits the replay instead of running it: it may end right here, and hand the turn on to the next
// one.
void GraphReplay::has_turn() noexcept {
  has_turn_ = true;
  cpu::Pool::instance().submit(*this, queue().units(), queue().priority());
}

void GraphReplay::begin() noexcept {
  if (nodes_.empty()) {
    turns_->pass();
    return ended();
  }
  // Nodes without dependencies. Those that end at once are dealt with when the others run.
  Chain roots, over, here;
  for (Node& node : nodes_)
    if (node.unmet_.load(std::memory_order_relaxed) == 0) roots.push(node);
  while (Node* root = roots.pop()) ready(*root, nullptr, over, here);
  if (!over.empty()) go_on(over, here, nullptr);
}

/// Handles a node without unmet dependencies. The calling thread has ended `like`, and continues
/// with small commands of its device; null: it runs nothing.
void GraphReplay::ready(Node& node, const Command* like, Chain& over, Chain& here) noexcept {
  Command& mine = command(node.index_);
  if (queue().context().terminated()) return over.push(node);
  if (!mine.job()) {
    note(mine.replayed());
    return over.push(node);
  }
  if (mine.enqueues()) return fresh_run(fresh_, node.index_).start(*this);
  const QueueTraits& its = mine.queue();
  if (mine.small() && like && its.units() == like->queue().units()) return here.push(node);
  cpu::Pool::instance().submit(node, its.units(), its.priority());
}

/// Completes the nodes of `over`, runs those of `here`, and goes through their successors. When
/// nothing is left in either, `this` may be gone.
void GraphReplay::go_on(Chain& over, Chain& here, const Command* like) noexcept {
  for (;;) {
    Node* node = over.pop();
    if (!node) {
      node = here.pop();
      node->runs_here_ = true;
      cpu::Pool::instance().run_here(*node);
      note(command(node->index_).replayed());
    }
    for (const uint32_t next : graph_->nodes()[node->index_].successors) {
      Node& successor = nodes_[next];
      if (successor.unmet_.fetch_sub(1, std::memory_order_acq_rel) == 1)
        ready(successor, like, over, here);
    }
    const bool more = !over.empty() || !here.empty();
    if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      turns_->pass();
      return ended(status_.load(std::memory_order_relaxed));
    }
    if (!more) return;
  }
}

void GraphReplay::Node::finished() noexcept {
  if (runs_here_) return;  // go_on() continues
  Command& mine = replay_.command(index_);
  replay_.note(mine.replayed());
  Chain over, here;
  over.push(*this);
  replay_.go_on(over, here, &mine);
}

void GraphReplay::resumed(uint32_t index, cl_int status) noexcept {
  note(status);
  Chain over, here;
  over.push(nodes_[index]);
  go_on(over, here, nullptr);
}

void GraphReplay::note(cl_int status) noexcept {
  cl_int good = CL_COMPLETE;
  if (status < 0) status_.compare_exchange_strong(good, status, std::memory_order_relaxed);
}

void GraphReplay::release_resources() noexcept {
  commands_ = nullptr;
  fresh_.clear();
}

}  // namespace heddle
