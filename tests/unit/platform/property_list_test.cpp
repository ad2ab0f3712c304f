// SPDX-License-Identifier: Apache-2.0
#include "platform/property_list.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle {
namespace {

using Words = std::vector<cl_ulong>;

constexpr KnownProperty kKnown[] = {{7}, {8}, {9, true}};

Result<PropertyList> Read(const cl_ulong* list) {
  return PropertyList::read(list, kKnown, CL_INVALID_PROPERTY, "a test");
}

Words ListOf(const PropertyList& given, cl_ulong name) {
  const auto words = given.list(name).value();
  return Words(words.begin(), words.end());
}

TEST(PropertyList, WithoutAListNothingIsGiven) {
  const auto given = Read(nullptr);
  ASSERT_TRUE(given);
  EXPECT_EQ(given.value().value(7), std::nullopt);
  EXPECT_EQ(given.value().list(9), std::nullopt);
  EXPECT_TRUE(given.value().words().empty());
  const cl_ulong empty[] = {0};
  EXPECT_EQ(Read(empty).value().words(), Words{0});
}

TEST(PropertyList, ValuesAreOneWordOrWordsUpToA0) {
  // A value may be 0, or look like a name; so may the words of a list.
  const Words list{9, 7, 8, 0, 7, 0, 8, 9, 0};
  const PropertyList given = Read(list.data()).value();
  EXPECT_EQ(given.value(7), cl_ulong{0});
  EXPECT_EQ(given.value(8), cl_ulong{9});
  EXPECT_EQ(ListOf(given, 9), (Words{7, 8}));
  EXPECT_EQ(given.words(), list);

  const cl_ulong none[] = {9, 0, 8, 1, 0};
  EXPECT_EQ(ListOf(Read(none).value(), 9), Words{});
  EXPECT_EQ(Read(none).value().value(8), cl_ulong{1});
  EXPECT_EQ(Read(none).value().value(7), std::nullopt);
}

TEST(PropertyList, NamesAreKnownAndGivenOnce) {
  const cl_ulong unknown[] = {7, 1, 6, 1, 0}, twice[] = {8, 1, 7, 1, 8, 1, 0},
                 lists[] = {9, 1, 0, 9, 0, 0};
  for (const auto& [list, why] : {std::pair<const cl_ulong*, const char*>{unknown, "unknown"},
                                  {twice, "twice"},
                                  {lists, "twice"}}) {
    const auto given = Read(list);
    ASSERT_FALSE(given);
    EXPECT_EQ(given.error().code, CL_INVALID_PROPERTY);
    EXPECT_NE(given.error().why.find(why), std::string::npos) << given.error().why;
    EXPECT_NE(given.error().why.find("a test"), std::string::npos) << given.error().why;
  }
}

}  // namespace
}  // namespace heddle
