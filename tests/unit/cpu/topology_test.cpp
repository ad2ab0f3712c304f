// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/topology.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <numeric>
#include <string>
#include <thread>

namespace heddle::cpu {
namespace {

TEST(Topology, DescribesThisMachine) {
  const Topology& t = topology();
  cpu_set_t mask;
  ASSERT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
  ASSERT_FALSE(t.units.empty());
  EXPECT_LE(t.units.size(), static_cast<size_t>(CPU_COUNT(&mask)));
  for (const auto& unit : t.units) EXPECT_TRUE(CPU_ISSET(unit.os_index, &mask));
  EXPECT_GT(t.memory_bytes, uint64_t{1} << 20);
  EXPECT_GT(t.cache_bytes, 0u);
  EXPECT_GE(t.near_cache_bytes, t.units.size() << 10);
  EXPECT_GE(t.cache_line_bytes, 16u);
  EXPECT_GT(t.max_clock_mhz, 0u);
  EXPECT_FALSE(t.cpu_name.empty());
  EXPECT_GE(t.numa_nodes, 1u);
}

/// Runs `check` in a child, before which nothing has asked for the topology there: in a new process
/// of this program.
int run_self(const char* taskset, const char* variable) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string command = std::string(variable) + " " + taskset + " " + self +
                              " --gtest_also_run_disabled_tests --gtest_filter="
                              "TopologyChild.DISABLED_HasOneUnit >/dev/null";
  return WEXITSTATUS(system(command.c_str()));
}

TEST(TopologyChild, DISABLED_HasOneUnit) {
  EXPECT_EQ(topology().units.size(), 1u);
}

TEST(Topology, HonoursTheAffinityMaskOfTheProcess) {
  const uint32_t last = topology().units.back().os_index;
  EXPECT_EQ(run_self(("taskset -c " + std::to_string(last)).c_str(), ""), 0);
}

TEST(Topology, HonoursTheLimitOfWorkers) {
  EXPECT_EQ(run_self("", "HEDDLE_WORKERS=1"), 0);
}

TEST(Topology, AWorkerIsBoundToItsUnit) {
  const Topology& t = topology();
  std::thread([&] {
    bind_worker(t, 0);
    cpu_set_t mask;
    ASSERT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
    EXPECT_EQ(CPU_COUNT(&mask), t.bind ? 1 : static_cast<int>(t.allowed.size()));
    EXPECT_TRUE(CPU_ISSET(t.units[0].os_index, &mask));
  }).join();
}

TEST(Topology, AWorkerUnderAQuotaMayUseAllThatIsAllowed) {
  Topology t = topology();
  t.bind = false;
  std::thread([&] {
    bind_worker(t, 0);
    cpu_set_t mask;
    ASSERT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
    EXPECT_EQ(CPU_COUNT(&mask), static_cast<int>(t.allowed.size()));
  }).join();
}

TEST(Topology, AQuotaLimitsTheWorkersAndUnbindsThem) {
  Topology t;
  t.allowed = {3, 5, 8, 9};
  choose_units(t, 1.5, 0);
  EXPECT_EQ(t.units.size(), 2u);
  EXPECT_FALSE(t.bind);
  choose_units(t, 0.2, 0);
  EXPECT_EQ(t.units.size(), 1u);
}

TEST(Topology, ALimitOrAGenerousQuotaLeavesWorkersBound) {
  Topology t;
  t.allowed = {3, 5, 8, 9};
  choose_units(t, 0, 0);
  EXPECT_EQ(t.units.size(), 4u);
  choose_units(t, 7.5, 3);
  EXPECT_EQ(t.units.size(), 3u);
  EXPECT_EQ(t.units[2].os_index, 8u);
  EXPECT_TRUE(t.bind);
}

TEST(Topology, GroupsASubsetByDomain) {
  Topology t;
  for (uint32_t i = 0; i < 8; ++i) t.units.push_back({i});
  t.domain_of_unit[static_cast<size_t>(Domain::Numa)] = {0, 0, 0, 0, 1, 1, 1, 1};
  t.domain_of_unit[static_cast<size_t>(Domain::L2)] = {0, 0, 1, 1, 2, 2, 3, 3};
  std::vector<uint32_t> all(8);
  std::iota(all.begin(), all.end(), 0u);
  using Groups = std::vector<std::vector<uint32_t>>;
  EXPECT_EQ(t.groups(Domain::Numa, all), (Groups{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(t.groups(Domain::L2, {1, 2, 3, 7}), (Groups{{1}, {2, 3}, {7}}));
  EXPECT_TRUE(t.groups(Domain::L4, all).empty());
}

}  // namespace
}  // namespace heddle::cpu
