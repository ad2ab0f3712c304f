// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/nd_range.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

#include "devices/cpu/arena.h"

namespace heddle::cpu {
namespace {

struct Grid {
  size_t groups[3];
  size_t items;
  size_t units;
};

size_t chunk_count(const size_t boxes[3]) {
  return boxes[0] * boxes[1] * boxes[2];
}

void expect_covers_every_group_once(const Grid& grid) {
  size_t boxes[3];
  cut_grid(grid.groups, grid.items, grid.units, boxes);
  std::vector<int> seen(grid.groups[0] * grid.groups[1] * grid.groups[2]);
  for (size_t chunk = 0; chunk < chunk_count(boxes); ++chunk) {
    const hd_group_range range = box_of(grid.groups, boxes, chunk);
    for (size_t z = range.begin[2]; z < range.end[2]; ++z) {
      for (size_t y = range.begin[1]; y < range.end[1]; ++y) {
        for (size_t x = range.begin[0]; x < range.end[0]; ++x) {
          ++seen[(z * grid.groups[1] + y) * grid.groups[0] + x];
        }
      }
    }
  }
  for (int times : seen) ASSERT_EQ(times, 1);
}

TEST(NDRange, CoversEveryGroupOnce) {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const auto upto = [&](size_t limit) { return 1 + random() % limit; };
    const Grid grid{{upto(60), upto(40), upto(20)}, upto(300), upto(70)};
    expect_covers_every_group_once(grid);
  }
  for (size_t n : {1, 2, 3, 63, 64, 65, 1000}) {
    for (size_t units : {1, 2, 7, 64, 200}) {
      expect_covers_every_group_once({{n, 1, 1}, 1, units});
      expect_covers_every_group_once({{1, n, 1}, 64, units});
      expect_covers_every_group_once({{1, 1, n}, 1024, units});
    }
  }
}

TEST(NDRange, EveryShapeIsSplitOverAllUnits) {
  for (size_t units : {2, 8, 64}) {
    for (const auto& groups : {std::array<size_t, 3>{1000, 1, 1},
                               {1, 1000, 1},
                               {1, 1, 1000},
                               {10, 10, 10},
                               {1, 40, 25}}) {
      for (size_t items : {1, 64, 1024}) {
        size_t boxes[3];
        cut_grid(groups.data(), items, units, boxes);
        EXPECT_GE(chunk_count(boxes), units);
        EXPECT_LE(chunk_count(boxes), units * 25);
      }
    }
    // As many groups as units, of a single item each: it may be a heavy one.
    for (int dimension = 0; dimension < 3; ++dimension) {
      size_t groups[3] = {1, 1, 1}, boxes[3];
      groups[dimension] = units;
      cut_grid(groups, 1, units, boxes);
      EXPECT_EQ(chunk_count(boxes), units);
    }
  }
}

TEST(NDRange, SmallGroupsMakeLargerBoxes) {
  const size_t groups[3] = {1000, 1, 1};
  size_t tiny[3], large[3];
  cut_grid(groups, 1, 8, tiny);
  cut_grid(groups, 1024, 8, large);
  EXPECT_LT(chunk_count(tiny), chunk_count(large));
}

TEST(NDRange, ManyMoreGroupsThan32Bits) {
  for (size_t total : {(size_t{1} << 32) + 1, size_t{1} << 40, SIZE_MAX}) {
    const size_t groups[3] = {total, 1, 1};
    size_t boxes[3];
    cut_grid(groups, 1, 16, boxes);
    size_t next = 0;
    for (size_t chunk = 0; chunk < chunk_count(boxes); ++chunk) {
      const hd_group_range range = box_of(groups, boxes, chunk);
      ASSERT_EQ(range.begin[0], next);
      ASSERT_GT(range.end[0], range.begin[0]);
      next = range.end[0];
    }
    EXPECT_EQ(next, total);
    EXPECT_LE(chunk_count(boxes), 16u * 16);
  }
  const size_t wide[3] = {size_t{1} << 40, size_t{1} << 40, size_t{1} << 40};
  size_t boxes[3];
  cut_grid(wide, SIZE_MAX, 16, boxes);
  EXPECT_GE(chunk_count(boxes), 16u);
}

class TestKernel : public LoadedKernel {
 public:
  explicit TestKernel(hd_kernel_function function) { function_ = function; }
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
  EXPECT_FALSE(job.out_of_memory());
  for (int n : out) ASSERT_EQ(n, 1);
}

TEST(NDRange, SaysThatMemoryRanOut) {
  CountingJob job(std::make_shared<TestKernel>(mark_groups), launch_of(10, nullptr),
                  {SIZE_MAX / 4, SIZE_MAX / 4}, 4);
  Pool::instance().run_here(job);
  EXPECT_TRUE(job.ended);
  EXPECT_TRUE(job.out_of_memory());
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
      hd_worker* memory = arena.reserve(local, context);
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory->local_memory) % 128, 0u);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory->context) % 128, 0u);
      EXPECT_GE(memory->local_memory_size, local);
      EXPECT_GE(memory->context_size, context);
      memset(memory->local_memory, 1, local);
      memset(memory->context, 2, context);
    }
  }
  EXPECT_EQ(arena.reserve(SIZE_MAX, 1), nullptr);
  EXPECT_EQ(arena.reserve(SIZE_MAX / 2, SIZE_MAX / 2), nullptr);
  EXPECT_NE(arena.reserve(1, 1), nullptr);
}

}  // namespace
}  // namespace heddle::cpu
