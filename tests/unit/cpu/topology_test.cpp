// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/topology.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
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

/// Runs a test of TopologyChild in a child, before which nothing has asked for the topology there:
/// in a new process of this program.
int run_self(const char* taskset, const char* variable, const char* test = "HasOneUnit") {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string command = std::string(variable) + " " + taskset + " " + self +
                              " --gtest_also_run_disabled_tests --gtest_filter="
                              "TopologyChild.DISABLED_" +
                              test + " >/dev/null";
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

/// Two nodes of a machine that is not this one.
constexpr const char* kTwoNodes =
    "HWLOC_SYNTHETIC='pack:2 [numa(memory=1073741824)] core:1 pu:1' HWLOC_THISSYSTEM=1";

TEST(TopologyChild, DISABLED_HasTheMemoryOfBothNodes) {
  EXPECT_EQ(topology().memory_bytes, uint64_t{2} << 30);
}

TEST(TopologyChild, DISABLED_HasTheMemoryOfItsNode) {
  constexpr int kBind = 2;  // MPOL_BIND
  unsigned long first = 1;
  ASSERT_EQ(syscall(SYS_set_mempolicy, kBind, &first, 8 * sizeof first), 0);
  EXPECT_EQ(topology().memory_bytes, uint64_t{1} << 30);
}

TEST(Topology, CountsTheMemoryOfTheNodesThatMayBeUsed) {
  EXPECT_EQ(run_self("", kTwoNodes, "HasTheMemoryOfBothNodes"), 0);
  EXPECT_EQ(run_self("", kTwoNodes, "HasTheMemoryOfItsNode"), 0);
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
  EXPECT_FALSE(t.spin);
  choose_units(t, 0.2, 0);
  EXPECT_EQ(t.units.size(), 1u);
}

TEST(Topology, ALimitLeavesWorkersUnboundAndSpinning) {
  Topology t;
  t.allowed = {3, 5, 8, 9};
  choose_units(t, 7.5, 3);
  EXPECT_EQ(t.units.size(), 3u);
  EXPECT_EQ(t.units[2].os_index, 8u);
  EXPECT_FALSE(t.bind);
  EXPECT_TRUE(t.spin);
}

TEST(Topology, AGenerousLimitOrQuotaLeavesWorkersBound) {
  Topology t;
  t.allowed = {3, 5, 8, 9};
  choose_units(t, 0, 0);
  EXPECT_EQ(t.units.size(), 4u);
  choose_units(t, 7.5, 4);
  EXPECT_EQ(t.units.size(), 4u);
  EXPECT_TRUE(t.bind);
  EXPECT_TRUE(t.spin);
}

TEST(Topology, KnowsTheNodeOfUnits) {
  Topology t;
  for (uint32_t i = 0; i < 4; ++i) t.units.push_back({i});
  t.domain_of_unit[static_cast<size_t>(Domain::Numa)] = {0, 0, 1, 1};
  t.numa_nodes = 2;
  EXPECT_EQ(t.node_of({0, 1}), 0u);
  EXPECT_EQ(t.node_of({3}), 1u);
  EXPECT_EQ(t.node_of({1, 2}), kNoNode);
  t.numa_nodes = 1;
  EXPECT_EQ(t.node_of({0, 1}), kNoNode);
  t.numa_nodes = 2;
  t.domain_of_unit[static_cast<size_t>(Domain::Numa)].clear();  // under a quota
  EXPECT_EQ(t.node_of({0, 1}), kNoNode);
}

const auto kPageSize = static_cast<size_t>(sysconf(_SC_PAGESIZE));

/// Some pages of this process, each of which has been written.
struct Pages {
  explicit Pages(size_t count) : size(count * kPageSize) {
    void* all = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) std::abort();
    data = static_cast<std::byte*>(all);
    std::fill_n(data, size, std::byte{7});
  }
  ~Pages() { munmap(data, size); }

  std::byte* data;
  size_t size;
};

TEST(Placement, TakesWholePages) {
  Pages pages(4);
  const auto inside = [&](size_t from, size_t size) {
    const auto found = whole_pages({pages.data + from, size});
    return std::pair(found.empty() ? 0 : found.data() - pages.data, found.size() / kPageSize);
  };
  const auto page = static_cast<ptrdiff_t>(kPageSize);
  using Found = std::pair<ptrdiff_t, size_t>;
  EXPECT_EQ(inside(0, 4 * kPageSize), (Found{0, 4}));
  EXPECT_EQ(inside(1, 3 * kPageSize), (Found{page, 2}));
  EXPECT_EQ(inside(kPageSize, kPageSize + 1), (Found{page, 1}));
  EXPECT_EQ(inside(1, 2 * kPageSize - 2), (Found{0, 0}));
  EXPECT_EQ(inside(5, 10), (Found{0, 0}));
  EXPECT_EQ(inside(0, 0), (Found{0, 0}));
}

/// What the system does with the page at `page`: how /proc/self/numa_maps begins, `default` or
/// `prefer` (of one node or of several).
std::string policy_of(const std::byte* page) {
  std::ifstream maps("/proc/self/numa_maps");
  std::string policy;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    uintptr_t begin = 0;
    std::string here;
    words >> std::hex >> begin >> here;
    here = here.substr(0, here.find(':'));
    if (begin > reinterpret_cast<uintptr_t>(page)) break;
    policy = here;
  }
  return policy;
}

// On any machine: node 0 is there. Containers may forbid it.
TEST(Placement, NothingOutsideIsPlaced) {
  Pages pages(8);
  constexpr int kDefault = 0;
  const bool may = syscall(SYS_mbind, pages.data, kPageSize, kDefault, nullptr, 0, 0) == 0;
  std::byte* const first = pages.data + 3 * kPageSize;
  const auto part = whole_pages({first - 100, 2 * kPageSize + 200});
  ASSERT_EQ(part.data(), first);
  EXPECT_EQ(place_pages(part, 0), may);
  for (size_t i = 0; i < 8; ++i) {
    const bool is_inside = i == 3 || i == 4;
    EXPECT_EQ(policy_of(pages.data + i * kPageSize), may && is_inside ? "prefer" : "default") << i;
  }
  EXPECT_EQ(place_pages(part, kNoNode), may);
  EXPECT_EQ(policy_of(first), "default");
  EXPECT_FALSE(place_pages(part, 12345));  // there is no such node
  EXPECT_FALSE(place_pages({}, 0));
  for (size_t i = 0; i < pages.size; ++i) ASSERT_EQ(pages.data[i], std::byte{7});
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
