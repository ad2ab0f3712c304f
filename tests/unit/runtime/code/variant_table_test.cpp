// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/variant_table.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace heddle::test {
namespace {

TEST(VariantTableTest, KnowsItsModes) {
  using Mode = VariantTable::Mode;
  EXPECT_EQ(VariantTable::parse_mode("background"), Mode::Background);
  EXPECT_EQ(VariantTable::parse_mode("wait"), Mode::Wait);
  EXPECT_EQ(VariantTable::parse_mode("off"), Mode::Off);
  EXPECT_EQ(VariantTable::parse_mode("sometimes"), Mode::Off);
}

TEST(VariantTableTest, LongLaunchesOfFewWorkItemsNeedNotBeMany) {
  using Advice = VariantTable::Advice;
  VariantTable variants;
  const auto launched = [&](const std::array<uint64_t, 3>& size, uint64_t ns) {
    VariantKey key{.local_size = size};
    key.sub_group_size = 1;
    return variants.launched(*variants.get(key), {1, ns});
  };
  EXPECT_EQ(launched({}, 0), Advice::Look);  // nobody knows yet
  EXPECT_EQ(launched({}, 1'000'000), Advice::Nothing);
  EXPECT_EQ(launched({}, 10'000'000), Advice::Compile);
  EXPECT_EQ(launched({1, 1, 1}, 0), Advice::Look);
  int more = 0;
  while (launched({1, 1, 1}, 1'000'000) == Advice::Nothing) ++more;
  EXPECT_LT(more, 10);
}

VariantKey key_of(std::array<uint64_t, 3> size, std::vector<hd_argument_facts> facts = {}) {
  VariantKey key;
  key.local_size = size;
  key.arguments = std::move(facts);
  return key;
}

TEST(VariantTableTest, HasRoomForWhatLaunchesNeed) {
  VariantTable variants;
  EXPECT_EQ(&variants.get({})->variant, &variants.general());
  auto* first = variants.get(key_of({1, 2, 3}));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(variants.get(key_of({1, 2, 3})), first);
  for (uint64_t i = 1; i < VariantTable::kMostForSpeed; ++i)
    EXPECT_NE(variants.get(key_of({i, 1, 1})), nullptr);
  EXPECT_EQ(variants.get(key_of({99, 1, 1})), nullptr);
  EXPECT_EQ(variants.get(key_of({1, 2, 3})), first);
  std::set<VariantTable::Entry*> needed;
  for (unsigned bits = 0; bits < 16; ++bits) {
    VariantKey key;
    key.wide_ids = (bits & 1) != 0;
    key.linear_lanes = (bits & 2) != 0;
    key.sizes_only = (bits & 4) != 0;
    if ((bits & 8) != 0) key.arguments = overlapping_arguments(3);
    EXPECT_FALSE(is_for_speed(key));
    needed.insert(variants.get(key));
  }
  EXPECT_EQ(needed.size(), 16U);
  EXPECT_FALSE(needed.contains(nullptr));
}

TEST(VariantTableTest, FindsOnlyWhatWasAskedFor) {
  VariantTable variants;
  EXPECT_EQ(variants.find(key_of({1, 2, 3})), nullptr);
  auto* const entry = variants.get(key_of({1, 2, 3}));
  EXPECT_EQ(variants.find(key_of({1, 2, 3})), entry);
  EXPECT_EQ(variants.find(key_of({1, 2, 4})), nullptr);
}

TEST(VariantTableTest, TellsFactsApart) {
  const std::vector<hd_argument_facts> rgba8{{HD_FACTS_IMAGE, CL_RGBA, CL_UNORM_INT8, 4, 1, 0, 0}};
  const std::vector<hd_argument_facts> far{{HD_FACTS_IMAGE, CL_RGBA, CL_UNORM_INT8, 4, 0, 0, 0}};
  const std::vector<hd_argument_facts> sampler{{HD_FACTS_SAMPLER, 0, 0, 0, 0, 0, 0x10}};
  VariantTable variants;
  auto* plain = variants.get({});
  auto* image = variants.get(key_of({}, rgba8));
  EXPECT_NE(plain, image);
  EXPECT_NE(image, variants.get(key_of({}, far)));
  EXPECT_NE(image, variants.get(key_of({}, sampler)));
  EXPECT_NE(image, variants.get(key_of({8, 8, 1}, rgba8)));
  EXPECT_EQ(image, variants.get(key_of({}, rgba8)));
  EXPECT_EQ(plain, variants.get({}));
}

}  // namespace
}  // namespace heddle::test
