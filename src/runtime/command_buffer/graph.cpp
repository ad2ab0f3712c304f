// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/graph.h"

#include <algorithm>

namespace heddle {

/// Makes the newest command wait for command `on`.
void Graph::depend(uint32_t on) {
  nodes_[on].successors.push_back(static_cast<uint32_t>(nodes_.size() - 1));
  ++nodes_.back().waits_for;
}

void Graph::add(uint32_t queue, bool in_order, bool is_barrier,
                std::span<const khr::SyncPoint> waits) {
  const auto index = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back({queue});
  try {
    for (const khr::SyncPoint point : waits) depend(point - 1);
    if (in_order && last_[queue]) depend(*last_[queue]);
    if (is_barrier && waits.empty()) {
      // All commands before it. The last barrier stands for those before it.
      for (uint32_t earlier = barrier_.value_or(0); earlier < index; ++earlier) depend(earlier);
    } else if (barrier_) {
      depend(*barrier_);
    }
  } catch (...) {  // no memory: it was never there
    for (Node& node : nodes_) std::erase(node.successors, index);
    nodes_.pop_back();
    throw;
  }
  last_[queue] = index;
  if (is_barrier) barrier_ = index;
  is_chain_ &= index == 0 || std::ranges::count(nodes_[index - 1].successors, index) != 0;
}

Graph Graph::on_queues(size_t num_queues) const {
  Graph moved = *this;
  moved.last_.assign(num_queues, {});
  for (uint32_t index = 0; index < moved.nodes_.size(); ++index) {
    uint32_t& queue = moved.nodes_[index].queue;
    queue %= static_cast<uint32_t>(num_queues);
    moved.last_[queue] = index;
  }
  return moved;
}

}  // namespace heddle
