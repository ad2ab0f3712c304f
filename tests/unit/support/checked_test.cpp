// SPDX-License-Identifier: Apache-2.0
#include "support/checked.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Checked, InRangeDoesNotWrap) {
  EXPECT_TRUE(in_range(0, 0, 0));
  EXPECT_TRUE(in_range(0, 16, 16));
  EXPECT_TRUE(in_range(16, 0, 16));
  EXPECT_FALSE(in_range(17, 0, 16));
  EXPECT_FALSE(in_range(1, 16, 16));
  EXPECT_FALSE(in_range(SIZE_MAX, 16, 16));
  EXPECT_FALSE(in_range(16, SIZE_MAX, 16));
  EXPECT_FALSE(in_range(SIZE_MAX, SIZE_MAX, SIZE_MAX));
  EXPECT_TRUE(in_range(0, SIZE_MAX, SIZE_MAX));
}

TEST(Checked, RangesOverlap) {
  EXPECT_TRUE(ranges_overlap(0, 4, 3, 4));
  EXPECT_TRUE(ranges_overlap(3, 4, 0, 4));
  EXPECT_FALSE(ranges_overlap(0, 4, 4, 4));
  EXPECT_FALSE(ranges_overlap(4, 4, 0, 4));
  EXPECT_TRUE(ranges_overlap(2, 1, 0, 4));
  EXPECT_FALSE(ranges_overlap(2, 0, 0, 4));
  EXPECT_TRUE(ranges_overlap(SIZE_MAX - 4, 4, SIZE_MAX - 1, 1));
}

TEST(Checked, AddAndMultiply) {
  EXPECT_EQ(checked_add<size_t>(1, size_t{2}, size_t{3}), 6u);
  EXPECT_EQ(checked_add<size_t>(SIZE_MAX, size_t{1}), std::nullopt);
  EXPECT_EQ(checked_add<uint32_t>(UINT32_MAX, uint32_t{0}), UINT32_MAX);
  EXPECT_EQ(checked_mul<size_t>(2, size_t{3}, size_t{4}), 24u);
  EXPECT_EQ(checked_mul<size_t>(size_t{1} << 32, size_t{1} << 32), std::nullopt);
  EXPECT_EQ(checked_mul<size_t>(size_t{1} << 32, size_t{1} << 32, size_t{0}), 0u);
  EXPECT_EQ(checked_mul<size_t>(0, size_t{1} << 32, size_t{1} << 32), 0u);
}

TEST(Checked, AlignUp) {
  EXPECT_EQ(align_up<size_t>(1, 128), 128u);
  EXPECT_EQ(align_up<size_t>(128, 128), 128u);
  EXPECT_EQ(checked_align_up<size_t>(129, 128), 256u);
  EXPECT_EQ(checked_align_up<size_t>(SIZE_MAX, 128), std::nullopt);
  EXPECT_TRUE(is_power_of_two(1));
  EXPECT_TRUE(is_power_of_two(128));
  EXPECT_FALSE(is_power_of_two(0));
  EXPECT_FALSE(is_power_of_two(96));
}

}  // namespace
}  // namespace heddle
