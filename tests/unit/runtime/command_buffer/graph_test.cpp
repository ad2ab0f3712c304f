// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/graph.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

using Lists = std::vector<std::vector<uint32_t>>;

/// What waits for each command. Checks that the counts agree.
Lists successors(const Graph& graph) {
  Lists lists;
  std::vector<uint32_t> waits(graph.nodes().size());
  for (const Graph::Node& node : graph.nodes()) {
    lists.push_back(node.successors);
    for (const uint32_t next : node.successors) ++waits[next];
  }
  for (size_t i = 0; i < waits.size(); ++i) EXPECT_EQ(graph.nodes()[i].waits_for, waits[i]) << i;
  return lists;
}

TEST(Graph, AQueueInOrderIsAChain) {
  Graph graph(1);
  EXPECT_TRUE(graph.is_chain());
  for (int i = 0; i < 3; ++i) graph.add(0, true, false, {});
  EXPECT_EQ(successors(graph), (Lists{{1}, {2}, {}}));
  EXPECT_TRUE(graph.is_chain());
}

TEST(Graph, SyncPointsAreCountedFromOne) {
  Graph graph(2);
  const khr::SyncPoint both[] = {1, 2}, second[] = {2};
  graph.add(0, false, false, {});
  graph.add(0, false, false, {});
  EXPECT_FALSE(graph.is_chain());
  graph.add(1, false, false, both);
  graph.add(1, true, false, second);  // and its queue's order
  EXPECT_EQ(successors(graph), (Lists{{2}, {2, 3}, {3}, {}}));
}

TEST(Graph, QueuesHaveOrdersOfTheirOwn) {
  Graph graph(2);
  for (const uint32_t queue : {0, 1, 0, 1}) graph.add(queue, true, false, {});
  EXPECT_EQ(successors(graph), (Lists{{2}, {3}, {}, {}}));
  EXPECT_FALSE(graph.is_chain());
}

TEST(Graph, BarriersWaitForAllBeforeAndHoldAllAfter) {
  Graph graph(2);
  graph.add(0, false, false, {});
  graph.add(1, false, false, {});
  graph.add(0, false, true, {});
  graph.add(1, false, false, {});
  graph.add(0, false, true, {});  // the first two come before the other barrier
  const khr::SyncPoint first[] = {1};
  graph.add(1, false, true, first);  // waits for what is in its list
  graph.add(0, false, false, {});
  EXPECT_EQ(successors(graph), (Lists{{2, 5}, {2}, {3, 4}, {4}, {5}, {6}, {}}));
}

TEST(Graph, MovesToOtherQueues) {
  Graph graph(3);
  for (const uint32_t queue : {0, 1, 2, 0}) graph.add(queue, true, false, {});
  Graph moved = graph.on_queues(2);
  EXPECT_EQ(successors(moved), (Lists{{3}, {}, {}, {}}));
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(moved.nodes()[i].queue, graph.nodes()[i].queue % 2);
  moved.add(0, true, false, {});  // after the newest of its queue
  EXPECT_EQ(successors(moved), (Lists{{3}, {}, {}, {4}, {}}));
}

}  // namespace
}  // namespace heddle
