// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch/local_size.h"

#include <gtest/gtest.h>

#include <random>

namespace heddle {
namespace {

LocalSizeRequest request(Sizes3 global, bool uniform = true, size_t units = 2) {
  LocalSizeRequest request;
  request.global = global;
  request.max_items = 4096;
  request.max_sizes = {4096, 4096, 4096};
  request.uniform = uniform;
  request.compute_units = units;
  return request;
}

TEST(LocalSize, IsWideAlongTheFirstDimension) {
  EXPECT_EQ(choose_local_size(request({1 << 20, 1, 1})), (Sizes3{1024, 1, 1}));
  EXPECT_EQ(choose_local_size(request({1024, 1024, 1})), (Sizes3{1024, 1, 1}));
  EXPECT_EQ(choose_local_size(request({64, 1024, 1})), (Sizes3{64, 16, 1}));
  EXPECT_EQ(choose_local_size(request({1920, 1080, 1}))[0] % 16, 0u);
  EXPECT_EQ(choose_local_size(request({1, 1, 4096})), (Sizes3{1, 1, 512}));
}

TEST(LocalSize, LeavesEnoughGroupsForAllUnits) {
  const Sizes3 local = choose_local_size(request({4096, 1, 1}, true, 8));
  EXPECT_EQ(local, (Sizes3{128, 1, 1}));
}

TEST(LocalSize, IsWholeVectorsAlongTheirDimension) {
  auto r = request({960, 960, 1});
  r.lane_width = 64;
  EXPECT_EQ(choose_local_size(r)[0] % 64, 0u);
  r.lane_width = 8;
  EXPECT_EQ(choose_local_size(r)[0] % 8, 0u);
  r.lane_dimension = 1;
  r.lane_width = 16;
  r.global = {1024, 1024, 1};
  EXPECT_EQ(choose_local_size(r), (Sizes3{1, 1024, 1}));
  r.global = {1024, 64, 4};
  EXPECT_EQ(choose_local_size(r), (Sizes3{16, 64, 1}));
  r.lane_dimension = 2;
  r.global = {1024, 64, 32};
  EXPECT_EQ(choose_local_size(r), (Sizes3{32, 1, 32}));
}

TEST(LocalSize, RowsWithoutBarriersMayBeLonger) {
  auto r = request({1 << 20, 1, 1});
  r.barriers = false;
  r.lane_width = 16;
  EXPECT_EQ(choose_local_size(r), (Sizes3{4096, 1, 1}));
}

TEST(LocalSize, ObeysARequiredSize) {
  auto r = request({1024, 1024, 1});
  r.required = {8, 8, 1};
  EXPECT_EQ(choose_local_size(r), (Sizes3{8, 8, 1}));
}

TEST(LocalSize, DoesWhatIsPossibleForAwkwardSizes) {
  EXPECT_EQ(choose_local_size(request({2018, 1, 1}))[0], 1009u);  // 2 * prime
  EXPECT_EQ(choose_local_size(request({1000003, 1, 1}))[0], 1u);  // a prime beyond every limit
  EXPECT_EQ(choose_local_size(request({1000003, 1, 1}, false))[0], 1024u);
  EXPECT_GE(choose_local_size(request({1000000, 1, 1}))[0], 64u);
  EXPECT_EQ(choose_local_size(request({~size_t{0}, ~size_t{0}, ~size_t{0}}, false))[0], 1024u);
}

TEST(LocalSize, AlwaysGivesALegalSize) {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    LocalSizeRequest r = request({1 + random() % 5000, 1 + random() % 300, 1 + random() % 40},
                                 random() % 2 == 0, 1 + random() % 64);
    r.max_items = 1 + random() % 4096;
    r.max_sizes = {1 + random() % 4096, 1 + random() % 4096, 1 + random() % 4096};
    r.lane_width = size_t{1} << random() % 9;
    r.lane_dimension = random() % 3;
    r.barriers = random() % 2 == 0;
    const Sizes3 local = choose_local_size(r);
    EXPECT_LE(local[0] * local[1] * local[2], r.max_items);
    for (size_t d = 0; d < 3; ++d) {
      EXPECT_GE(local[d], 1u);
      EXPECT_LE(local[d], std::min(r.max_sizes[d], r.global[d]));
      if (r.uniform) {
        EXPECT_EQ(r.global[d] % local[d], 0u);
      }
    }
  }
}

}  // namespace
}  // namespace heddle
