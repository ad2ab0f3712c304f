// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/nd_range.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

#include "devices/cpu/arena.h"
#include "support/clock.h"

namespace heddle::cpu {
namespace {

Grid grid_of(std::array<size_t, 3> groups, std::array<size_t, 3> local, size_t units,
             size_t lanes = 1, size_t lane_dimension = 0) {
  Grid grid;
  std::copy(groups.begin(), groups.end(), grid.num_groups);
  std::copy(local.begin(), local.end(), grid.local_size);
  grid.units = units;
  grid.lane_width = lanes;
  grid.lane_dimension = lane_dimension;
  return grid;
}

void expect_covers_every_group_once(const Grid& grid) {
  const Cut cut = cut_grid(grid);
  const size_t* groups = grid.num_groups;
  std::vector<int> seen(groups[0] * groups[1] * groups[2]);
  for (size_t chunk = 0; chunk < cut.chunks(); ++chunk) {
    const hd_group_range range = group_range_of(grid.num_groups, cut, chunk);
    for (size_t d = 0; d < 3; ++d) ASSERT_LT(range.begin[d], range.end[d]);
    for (size_t z = range.begin[2]; z < range.end[2]; ++z) {
      for (size_t y = range.begin[1]; y < range.end[1]; ++y) {
        for (size_t x = range.begin[0]; x < range.end[0]; ++x) {
          ++seen[(z * groups[1] + y) * groups[0] + x];
        }
      }
    }
  }
  for (int times : seen) ASSERT_EQ(times, 1);
}

TEST(NDRange, CoversEveryGroupOnce) {
  std::mt19937 random(1);
  for (int i = 0; i < 600; ++i) {
    const auto upto = [&](size_t limit) { return 1 + random() % limit; };
    expect_covers_every_group_once(grid_of({upto(60), upto(40), upto(20)},
                                           {upto(70), upto(9), upto(3)}, upto(70),
                                           size_t{1} << random() % 8, random() % 3));
  }
  for (size_t n : {1, 2, 3, 63, 64, 65, 1000}) {
    for (size_t units : {1, 2, 7, 64, 200}) {
      for (size_t lanes : {1, 16, 64}) {
        expect_covers_every_group_once(grid_of({n, 1, 1}, {1, 1, 1}, units, lanes));
        expect_covers_every_group_once(grid_of({1, n, 1}, {64, 1, 1}, units, lanes));
        expect_covers_every_group_once(grid_of({1, 1, n}, {1024, 1, 1}, units, lanes));
        expect_covers_every_group_once(grid_of({1, n, 1}, {1, 1, 1}, units, lanes, 1));
      }
    }
  }
}

TEST(NDRange, RangesHaveSeveralTiles) {
  Grid grid = grid_of({384, 384, 1}, {1, 1, 1}, 2, 64);
  grid.lane_rows = 6;
  expect_covers_every_group_once(grid);
  const Cut cut = cut_grid(grid);
  EXPECT_GE(cut.chunks(), 8);
  for (size_t chunk = 0; chunk < cut.chunks(); ++chunk) {
    const hd_group_range range = group_range_of(grid.num_groups, cut, chunk);
    EXPECT_GE(range.end[1] - range.begin[1], 24);
    EXPECT_EQ(range.begin[1] % 6, 0);
  }
  grid.units = 64;  // which have all something to do
  EXPECT_GE(cut_grid(grid).chunks(), 64);
}

TEST(NDRange, EveryShapeIsSplitOverAllUnits) {
  for (size_t units : {2, 8, 64}) {
    for (const auto& groups : {std::array<size_t, 3>{1000, 1, 1},
                               {1, 1000, 1},
                               {1, 1, 1000},
                               {10, 10, 10},
                               {1, 40, 25}}) {
      for (size_t items : {1, 64, 1024}) {
        const size_t chunks = cut_grid(grid_of(groups, {items, 1, 1}, units)).chunks();
        EXPECT_GE(chunks, units);
        EXPECT_LE(chunks, units * 25);
      }
    }
    // As many groups as units, of a single item each: it may be a heavy one.
    for (size_t dimension = 0; dimension < 3; ++dimension) {
      std::array<size_t, 3> groups{1, 1, 1};
      groups[dimension] = units;
      EXPECT_EQ(cut_grid(grid_of(groups, {1, 1, 1}, units)).chunks(), units);
    }
  }
}

TEST(NDRange, SmallGroupsMakeLargerRanges) {
  EXPECT_LT(cut_grid(grid_of({1000, 1, 1}, {1, 1, 1}, 8)).chunks(),
            cut_grid(grid_of({1000, 1, 1}, {1024, 1, 1}, 8)).chunks());
}

TEST(NDRange, LongRangesAreCutAtCacheLines) {
  for (size_t local : {1, 3, 16, 64, 256, 1000}) {
    for (size_t lanes : {1, 8, 16, 64}) {
      const size_t groups = (size_t{16} << 20) / local;
      const Grid grid = grid_of({groups, 1, 1}, {local, 1, 1}, 2, lanes);
      const Cut cut = cut_grid(grid);
      EXPECT_EQ(cut.chunks(), 24u);
      for (size_t chunk = 0; chunk < cut.chunks(); ++chunk) {
        const hd_group_range range = group_range_of(grid.num_groups, cut, chunk);
        EXPECT_EQ(range.begin[0] * local % 64, 0u);
        EXPECT_NEAR(static_cast<double>(range.end[0] - range.begin[0]),
                    static_cast<double>(groups) / 24, 140);
      }
    }
  }
}

TEST(NDRange, SharesOfTheUnitsAreOfOneSize) {
  for (size_t units : {2, 4, 8}) {
    for (size_t groups : {128, 256, 384, 1000}) {
      const Grid grid = grid_of({groups, 1, 1}, {4096, 1, 1}, units, 16);
      const Cut cut = cut_grid(grid);
      const size_t each = cut.chunks() / units;
      ASSERT_EQ(cut.chunks() % units, 0u);
      for (size_t unit = 0; unit < units; ++unit) {
        const size_t begin = group_range_of(grid.num_groups, cut, unit * each).begin[0];
        const size_t end = group_range_of(grid.num_groups, cut, (unit + 1) * each - 1).end[0];
        EXPECT_LE(end - begin, (groups - 1) / units + 1) << groups << " groups, unit " << unit;
      }
      const hd_group_range last = group_range_of(grid.num_groups, cut, cut.chunks() - 1);
      EXPECT_EQ(last.end[0] - last.begin[0], groups / cut.chunks());
    }
  }
}

TEST(NDRange, RangesAreAtLeastOneVectorWide) {
  for (size_t local : {1, 2, 3, 16, 17}) {
    for (size_t items : {16, 40, 100, 300, 5000}) {
      for (size_t units : {1, 2, 8, 64}) {
        const Grid grid = grid_of({items / local, 1, 1}, {local, 1, 1}, units, 16);
        const Cut cut = cut_grid(grid);
        for (size_t chunk = 0; cut.chunks() > 1 && chunk + 1 < cut.chunks(); ++chunk) {
          const hd_group_range range = group_range_of(grid.num_groups, cut, chunk);
          EXPECT_GE((range.end[0] - range.begin[0]) * local, 16u);
        }
      }
    }
  }
  // Four vectors, if all units have one range at least.
  EXPECT_EQ(cut_grid(grid_of({64, 64, 1}, {1, 1, 1}, 2, 16)).ranges[0], 1u);
  EXPECT_EQ(cut_grid(grid_of({64, 1, 1}, {1, 1, 1}, 4, 16)).ranges[0], 4u);
}

TEST(NDRange, FlatRangesOfTwoDimensionsAreHigh) {
  const Cut square = cut_grid(grid_of({1024, 1024, 1}, {1, 1, 1}, 2, 16));
  EXPECT_EQ(square.ranges[0], 1u);
  EXPECT_EQ(square.ranges[1], 24u);
  const Cut flat = cut_grid(grid_of({4096, 64, 1}, {1, 1, 1}, 2, 16));
  EXPECT_EQ(flat.ranges[1], 4u);  // of 16 rows
  EXPECT_EQ(flat.ranges[0], 6u);
  const Cut narrow = cut_grid(grid_of({16, 64, 1}, {1, 1, 1}, 16, 16));
  EXPECT_GE(narrow.chunks(), 16u);  // lower ranges rather than idle units
}

TEST(NDRange, ManyMoreGroupsThan32Bits) {
  for (size_t total : {(size_t{1} << 32) + 1, size_t{1} << 40, SIZE_MAX}) {
    const Grid grid = grid_of({total, 1, 1}, {1, 1, 1}, 16);
    const Cut cut = cut_grid(grid);
    size_t next = 0;
    for (size_t chunk = 0; chunk < cut.chunks(); ++chunk) {
      const hd_group_range range = group_range_of(grid.num_groups, cut, chunk);
      ASSERT_EQ(range.begin[0], next);
      ASSERT_GT(range.end[0], range.begin[0]);
      next = range.end[0];
    }
    EXPECT_EQ(next, total);
    EXPECT_LE(cut.chunks(), 16u * 16);
  }
  const size_t many = size_t{1} << 40;
  EXPECT_GE(cut_grid(grid_of({many, many, many}, {many, 1, 1}, 16)).chunks(), 16u);
  EXPECT_GE(cut_grid(grid_of({many, many, many}, {many, 1, 1}, 16, 64)).chunks(), 16u);
}

class TestKernel : public LoadedKernel {
 public:
  explicit TestKernel(hd_kernel_function function) {
    function_ = function;
    record_.emplace(KernelRecord(), reinterpret_cast<uint64_t>(function), 1,
                    std::vector<uint64_t>());
  }
};

class CountingJob : public NDRangeJob {
 public:
  using NDRangeJob::NDRangeJob;
  void finished() noexcept override { ended = true; }
  bool ended = false;
};

hd_launch launch_of(size_t groups, const void* args) {
  hd_launch launch{};
  launch.abi_version = HD_ABI_VERSION;
  launch.work_dim = 1;
  for (int d = 0; d < 3; ++d)
    launch.global_size[d] = launch.enqueued_local_size[d] = launch.num_groups[d] = 1;
  launch.global_size[0] = groups * 64;
  launch.enqueued_local_size[0] = 64;
  launch.num_groups[0] = groups;
  launch.args = static_cast<const unsigned char*>(args);
  return launch;
}

void mark_groups(const hd_launch* launch, const hd_group_range* range, hd_worker* worker) {
  int* out = *reinterpret_cast<int* const*>(launch->args);
  memset(worker->local_memory, 1, worker->local_memory_size);
  memset(worker->context, 2, worker->context_size);
  for (size_t g = range->begin[0]; g < range->end[0]; ++g) out[g] += 1;
}

TEST(NDRange, RunsItsKernelWithMemory) {
  std::vector<int> out(1000);
  const int* args = out.data();
  CountingJob job(std::make_shared<TestKernel>(mark_groups), launch_of(1000, &args), {1000, 5000},
                  4);
  EXPECT_EQ(job.work_items(), 64000u);
  Pool::instance().run_here(job);
  EXPECT_TRUE(job.ended);
  EXPECT_EQ(job.failure(), 0U);
  for (int n : out) ASSERT_EQ(n, 1);
}

TEST(NDRange, SaysThatMemoryRanOut) {
  CountingJob job(std::make_shared<TestKernel>(mark_groups), launch_of(10, nullptr),
                  {SIZE_MAX / 4, SIZE_MAX / 4}, 4);
  Pool::instance().run_here(job);
  EXPECT_TRUE(job.ended);
  EXPECT_EQ(job.failure(), HD_FAILURE_MEMORY);
}

TEST(NDRange, StopsBetweenChunks) {
  std::vector<int> out(1000);
  const int* args = out.data();
  hd_launch launch = launch_of(1000, &args);
  const uint32_t stop = 1;
  launch.stop = &stop;
  CountingJob job(std::make_shared<TestKernel>(mark_groups), launch, {16, 16}, 4);
  Pool::instance().run_here(job);
  EXPECT_TRUE(job.ended);
  for (int n : out) ASSERT_EQ(n, 0);
}

void note_record(const hd_launch* launch, const hd_group_range* range, hd_worker* worker) {
  mark_groups(launch, range, worker);
  const hd_thread_record* record = running_here();
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->launch.load(), launch);
  EXPECT_EQ(record->range, range);
  EXPECT_EQ(record->code, code_at(reinterpret_cast<uint64_t>(&note_record)));
}

TEST(NDRange, RecordsWhatAThreadRuns) {
  std::vector<int> out(1000);
  const int* args = out.data();
  const auto kernel = std::make_shared<TestKernel>(note_record);
  CountingJob job(kernel, launch_of(1000, &args), {16, 16}, 4);
  EXPECT_EQ(running_here(), nullptr);
  Pool::instance().run_here(job);
  EXPECT_EQ(running_here(), nullptr);
  for (int n : out) ASSERT_EQ(n, 1);
}

/// As a kernel that enqueues another one, which this thread runs at once.
void run_another(const hd_launch* launch, const hd_group_range*, hd_worker*) {
  auto& inner = **reinterpret_cast<CountingJob* const*>(launch->args);
  const hd_thread_record* mine = running_here();
  Pool::instance().run_here(inner);
  EXPECT_EQ(running_here(), mine);
  EXPECT_EQ(mine->launch.load(), launch);
}

TEST(NDRange, RecordsTheInnermostKernel) {
  std::vector<int> out(10);
  const int* args = out.data();
  CountingJob inner(std::make_shared<TestKernel>(note_record), launch_of(10, &args), {16, 16}, 4);
  CountingJob* const inner_args = &inner;
  CountingJob outer(std::make_shared<TestKernel>(run_another), launch_of(1, &inner_args), {16, 16},
                    4);
  Pool::instance().run_here(outer);
  EXPECT_TRUE(inner.ended);
}

TEST(NDRange, CallsWholeGroupsWhereFaultsAreCaught) {
  const auto groups = [](std::array<size_t, 3> num, std::array<size_t, 3> local, size_t lanes) {
    return groups_of_call(grid_of(num, local, 4, lanes));
  };
  using Three = std::array<size_t, 3>;
  EXPECT_EQ(groups({1000, 1, 1}, {256, 1, 1}, 1), (Three{1, 1, 1}));
  EXPECT_EQ(groups({1000, 1, 1}, {1, 1, 1}, 1), (Three{64, 1, 1}));
  EXPECT_EQ(groups({8, 1000, 1}, {1, 1, 1}, 1), (Three{8, 8, 1}));
  EXPECT_EQ(groups({1000, 1, 1}, {256, 1, 1}, 8), (Three{2, 1, 1}));
  EXPECT_EQ(groups({1000, 1, 1}, {4096, 1, 1}, 8), (Three{1, 1, 1}));
  EXPECT_EQ(groups({1000, 1, 1}, {64, 1, 1}, 64), (Three{32, 1, 1}));
  EXPECT_EQ(groups({1000, 1, 1}, {3, 1, 1}, 8), (Three{176, 1, 1}));  // whole vectors
}

/// As mark_groups, and takes its time for each group.
void mark_slowly(const hd_launch* launch, const hd_group_range* range, hd_worker* worker) {
  mark_groups(launch, range, worker);
  const uint64_t end = thread_ns() + 5000 * (range->end[0] - range->begin[0]);
  while (thread_ns() < end) {
  }
}

class WorkerOfOneThread : public Worker {
 public:
  hd_worker* arena(size_t local_memory, size_t context, uint64_t owner) override {
    return arena_.reserve(local_memory, context, owner);
  }

 private:
  Arena arena_;
};

TEST(NDRange, TriesARivalWithinALaunch) {
  const auto fast = std::make_shared<TestKernel>(mark_groups);
  const auto slow = std::make_shared<TestKernel>(mark_slowly);
  for (const bool is_rival_slow : {true, false}) {
    Trial trial;
    int launches = 0;
    for (; trial.choice() == Trial::Choice::Open && launches < 100; ++launches) {
      std::vector<int> out(1000);
      const int* args = out.data();
      CountingJob job(is_rival_slow ? fast : slow, launch_of(1000, &args), {16, 16}, 4,
                      {is_rival_slow ? slow : fast, &trial});
      WorkerOfOneThread worker;
      for (size_t chunk = 0, count = job.chunks(); chunk < count; ++chunk) job.run(chunk, worker);
      for (int n : out) ASSERT_EQ(n, 1);
    }
    EXPECT_EQ(trial.choice(), is_rival_slow ? Trial::Choice::First : Trial::Choice::Rival);
    EXPECT_LE(launches, 3);
  }
}

/// With a group for each unit none can be cut: launches run one version each.
TEST(NDRange, TriesARivalInSeveralLaunches) {
  const auto fast = std::make_shared<TestKernel>(mark_groups);
  const auto slow = std::make_shared<TestKernel>(mark_slowly);
  Trial trial;
  WorkerOfOneThread workers[2];
  int launches = 0;
  for (; trial.choice() == Trial::Choice::Open && launches < 100; ++launches) {
    std::vector<int> out(2);
    const int* args = out.data();
    CountingJob job(slow, launch_of(2, &args), {16, 16}, 2, {fast, &trial});
    ASSERT_EQ(job.chunks(), 2u);
    for (size_t chunk : {0, 1}) job.run(chunk, workers[chunk]);
    for (int n : out) ASSERT_EQ(n, 1);
  }
  EXPECT_EQ(trial.choice(), Trial::Choice::Rival);
  EXPECT_LE(launches, 8);
}

TEST(NDRange, FourPartsAndTheRestAreTheRange) {
  std::mt19937 random(7);
  for (int i = 0; i < 1000; ++i) {
    hd_group_range range, parts[4], rest;
    size_t step[3];
    for (size_t d = 0; d < 3; ++d) {
      range.begin[d] = random() % 5;
      range.end[d] = range.begin[d] + 1 + random() % 40;
      step[d] = 1 + random() % 12;
    }
    if (!cut_in_four(range, step, parts, rest)) continue;
    for (size_t d = 0; d < 3; ++d) {
      size_t next = range.begin[d];
      if (parts[0].end[d] == range.end[d]) {  // not cut along this dimension
        ASSERT_EQ(rest.begin[d], range.begin[d]);
        continue;
      }
      for (const hd_group_range& part : parts) {
        ASSERT_EQ(part.begin[d], next);
        ASSERT_EQ((part.end[d] - part.begin[d]) % step[d], 0u);
        ASSERT_EQ(part.end[d] - part.begin[d], parts[0].end[d] - parts[0].begin[d]);
        next = part.end[d];
      }
      ASSERT_EQ(rest.begin[d], next);
      ASSERT_LE(rest.end[d] - rest.begin[d], range.end[d] - range.begin[d]);
    }
  }
}

void print_groups(const hd_launch* launch, const hd_group_range* range, hd_worker*) {
  for (size_t g = range->begin[0]; g < range->end[0]; ++g) {
    const int number = static_cast<int>(g);
    launch->services->printf(launch, "group %d\n", "i1",
                             reinterpret_cast<const unsigned char*>(&number));
  }
}

TEST(NDRange, PrintsBeforeItIsComplete) {
  CountingJob job(std::make_shared<TestKernel>(print_groups), launch_of(3, nullptr), {0, 0}, 1);
  testing::internal::CaptureStdout();
  Pool::instance().run_here(job);
  job.flush_printf();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "group 0\ngroup 1\ngroup 2\n");
}

TEST(Arena, GrowsAndIsAligned) {
  Arena arena;
  for (size_t local : {size_t{0}, size_t{1}, size_t{1000}, size_t{1} << 20}) {
    for (size_t context : {size_t{0}, size_t{129}, size_t{3} << 20}) {
      hd_worker* memory = arena.reserve(local, context, 1);
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory->local_memory) % 128, 0u);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory->context) % 128, 0u);
      EXPECT_GE(memory->local_memory_size, local);
      EXPECT_GE(memory->context_size, context);
      memset(memory->local_memory, 1, local);
      memset(memory->context, 2, context);
    }
  }
  // A vector that reaches beyond the memory on either side, behind a mask, meets a page there.
  Arena fresh;
  volatile unsigned char* first = fresh.reserve(4096, (256 << 10) - 8192, 1)->local_memory;
  EXPECT_EQ(first[-64], 0);
  EXPECT_EQ(first[(256 << 10) - 4096 + 63], 0);
  EXPECT_EQ(arena.reserve(SIZE_MAX, 1, 1), nullptr);
  EXPECT_EQ(arena.reserve(SIZE_MAX / 2, SIZE_MAX / 2, 1), nullptr);
  EXPECT_NE(arena.reserve(1, 1, 1), nullptr);
}

TEST(Arena, ShowsNoOwnerWhatAnotherLeft) {
  Arena arena;
  const auto fill = [&](uint64_t owner, size_t local, size_t context) {
    hd_worker* const memory = arena.reserve(local, context, owner);
    memset(memory->local_memory, 7, local);
    memset(memory->context, 7, context);
  };
  const auto zeros = [&](uint64_t owner) {
    const hd_worker* const memory = arena.reserve(64 << 10, 64 << 10, owner);
    const unsigned char* const local = memory->local_memory;
    return static_cast<size_t>(std::count(local, local + (128 << 10), 0));
  };
  fill(1, 1 << 10, 0);
  fill(1, 30 << 10, 50 << 10);
  fill(1, 0, 128);
  EXPECT_EQ(zeros(1), size_t{48 << 10});  // its own
  EXPECT_EQ(zeros(2), size_t{128 << 10});
  fill(2, 128, 128);
  EXPECT_EQ(zeros(1), size_t{128 << 10});
}

}  // namespace
}  // namespace heddle::cpu
