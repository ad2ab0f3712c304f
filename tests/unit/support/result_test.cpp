// SPDX-License-Identifier: Apache-2.0
#include "support/result.h"

#include <gtest/gtest.h>

#include <memory>

#include "support/ref.h"

namespace heddle {
namespace {

Result<int> half(int value) {
  TRY(require(value % 2 == 0, -7, "odd"));
  return value / 2;
}

Result<int> quarter(int value) {
  return TRY(half(TRY(half(value))));
}

TEST(Result, ValueOrError) {
  EXPECT_EQ(quarter(8).value(), 2);
  const Result<int> failed = quarter(6);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, -7);
  EXPECT_EQ(failed.error().why, "odd");
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 3);
}

struct Counted {
  int count = 1;
  void retain() { ++count; }
  void release() { --count; }
};

TEST(Ref, CountsReferences) {
  Counted object;
  {
    Ref<Counted> own = Ref<Counted>::adopt(&object);
    Ref<Counted> copy = own;
    EXPECT_EQ(object.count, 2);
    Ref<Counted> moved = std::move(copy);
    EXPECT_EQ(object.count, 2);
    EXPECT_FALSE(copy);
    moved = nullptr;
    EXPECT_EQ(object.count, 1);
    own = Ref<Counted>(*own);
    EXPECT_EQ(object.count, 1);
  }
  EXPECT_EQ(object.count, 0);
}

TEST(Ref, LeakGivesTheReferenceUp) {
  Counted object;
  EXPECT_EQ(Ref<Counted>::adopt(&object).leak(), &object);
  EXPECT_EQ(object.count, 1);
}

}  // namespace
}  // namespace heddle
