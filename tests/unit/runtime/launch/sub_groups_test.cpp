// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch/sub_groups.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

KernelRecord kernel_with(uint32_t size) {
  KernelRecord kernel;
  kernel.uses_sub_groups = true;
  kernel.sub_group_size = size;
  return kernel;
}

NDRange range_of(Sizes3 global, Sizes3 local) {
  NDRange range;
  range.global = global;
  range.local = local;
  return range;
}

TEST(SubGroups, TheLastOneHasWhatIsLeft) {
  const KernelRecord kernel = kernel_with(16);
  EXPECT_EQ(max_sub_group_size(kernel, 100), 16u);
  EXPECT_EQ(num_sub_groups(kernel, 100), 7u);
  EXPECT_EQ(max_sub_group_size(kernel, 5), 5u);
  EXPECT_EQ(num_sub_groups(kernel, 5), 1u);
  EXPECT_EQ(num_sub_groups(kernel, 0), 0u);
}

TEST(SubGroups, GroupsForANumber) {
  KernelRecord kernel = kernel_with(16);
  EXPECT_EQ(items_for_sub_groups(kernel, 3, 4096), 48u);
  EXPECT_EQ(items_for_sub_groups(kernel, 256, 4096), 4096u);
  EXPECT_EQ(items_for_sub_groups(kernel, 257, 4096), 0u);
  EXPECT_EQ(items_for_sub_groups(kernel, SIZE_MAX, 4096), 0u);
  EXPECT_EQ(items_for_sub_groups(kernel, 0, 4096), 0u);
  kernel.required_group_size = {48, 1, 1};
  EXPECT_EQ(items_for_sub_groups(kernel, 3, 4096), 48u);
  EXPECT_EQ(items_for_sub_groups(kernel, 2, 4096), 0u);
  kernel.required_group_size = {40, 1, 1};  // the last one would be smaller
  EXPECT_EQ(items_for_sub_groups(kernel, 3, 4096), 0u);
  kernel.required_group_size = {16, 3, 1};
  EXPECT_EQ(items_for_sub_groups(kernel, 3, 4096), 0u);
}

TEST(SubGroups, VectorsAlongRows) {
  KernelRecord kernel = kernel_with(16);
  EXPECT_TRUE(fits_sub_groups(kernel, range_of({100, 1, 1}, {7, 1, 1})));
  EXPECT_TRUE(fits_sub_groups(kernel, range_of({64, 9, 1}, {32, 3, 1})));
  EXPECT_TRUE(fits_sub_groups(kernel, range_of({48, 10, 1}, {32, 3, 1})));
  EXPECT_FALSE(
      fits_sub_groups(kernel, range_of({40, 10, 1}, {32, 3, 1})));  // the last has rows of 8
  EXPECT_FALSE(fits_sub_groups(kernel, range_of({64, 64, 1}, {8, 8, 1})));
  EXPECT_FALSE(fits_sub_groups(kernel, range_of({8, 1, 8}, {8, 1, 8})));
  EXPECT_TRUE(fits_sub_groups(kernel_with(1), range_of({64, 64, 1}, {8, 8, 1})));
  kernel.linear_lanes = true;
  EXPECT_TRUE(fits_sub_groups(kernel, range_of({64, 64, 1}, {8, 8, 1})));
  kernel = kernel_with(16);
  kernel.uses_sub_groups = false;
  EXPECT_TRUE(fits_sub_groups(kernel, range_of({64, 64, 1}, {8, 8, 1})));
}

}  // namespace
}  // namespace heddle
