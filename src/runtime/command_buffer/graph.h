// SPDX-License-Identifier: Apache-2.0
// The dependencies between recorded commands: by sync-points, by the order of in-order queues, and
// by barriers. A command waits for earlier ones only, so the order of the recording is always
// valid; the graph serves commands that may run concurrently (graph_replay.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "platform/later_extensions.h"

namespace heddle {

class Graph {
 public:
  struct Node {
    uint32_t queue;          ///< an index into the command-buffer's queues
    uint32_t waits_for = 0;  ///< a number of commands
    std::vector<uint32_t> successors{};
  };

  explicit Graph(size_t num_queues) : last_(num_queues) {}

  /// Adds the next command, which waits for the commands of `waits` (sync-point N is that of
  /// command N - 1).
  void add(uint32_t queue, bool in_order, bool is_barrier, std::span<const khr::SyncPoint> waits);
  const std::vector<Node>& nodes() const { return nodes_; }
  /// Tells whether each command waits for the one before it, so that no two may run concurrently.
  bool is_chain() const { return is_chain_; }
  /// Returns the same dependencies on `num_queues` queues: queue I is replaced by queue I modulo
  /// that.
  Graph on_queues(size_t num_queues) const;

 private:
  void depend(uint32_t on);

  std::vector<Node> nodes_;
  bool is_chain_ = true;
  std::vector<std::optional<uint32_t>> last_;  // the newest command of each queue
  std::optional<uint32_t> barrier_;            // the newest one, for which all later commands wait
};

}  // namespace heddle
