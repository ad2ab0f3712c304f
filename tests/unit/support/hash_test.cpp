// SPDX-License-Identifier: Apache-2.0
#include "support/hash.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "support/build_id.h"

namespace heddle {
namespace {

TEST(Hash, IsXxh3Of128Bits) {
  // The value that the algorithm's own test vectors give for the empty input: cache files of other
  // builds must agree.
  EXPECT_EQ(hash128(std::string_view()).hex(), "99aa06d3014798d86001c324468d497f");
  EXPECT_NE(hash128("a"), hash128("b"));
}

TEST(Hash, FieldsAreDelimited) {
  const Hash128 first = Hasher().field("ab").field("c").digest();
  EXPECT_EQ(first, Hasher().field("ab").field("c").digest());
  EXPECT_NE(first, Hasher().field("a").field("bc").digest());
  EXPECT_NE(first, Hasher().field("abc").digest());
  EXPECT_NE(Hasher().field("x").digest(), Hasher().field("x").field("").digest());
  EXPECT_NE(Hasher().field(uint32_t{1}).digest(), Hasher().field(uint64_t{1}).digest());
}

TEST(Hash, DigestMayBeTakenMidway) {
  Hasher hasher;
  hasher.field("one");
  const Hash128 early = hasher.digest();
  EXPECT_EQ(early, hasher.digest());
  hasher.field("two");
  EXPECT_NE(early, hasher.digest());
}

TEST(BuildId, HasVersionAndHash) {
  const std::string id = build_id();
  EXPECT_TRUE(std::regex_match(id, std::regex("[0-9]+\\.[0-9]+\\.[0-9]+-[0-9a-f]{16}"))) << id;
}

}  // namespace
}  // namespace heddle
