// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/copies.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

hd_check_site site(uint32_t kind) {
  hd_check_site made{};
  made.kind = kind;
  return made;
}

const hd_check_site kCopy = site(HD_SITE_COPY), kOther = site(HD_SITE_COPY),
                    kWait = site(HD_SITE_WAIT);

/// A group of two, whose work-items come to copies with one argument.
class CopiesTest : public testing::Test {
 protected:
  std::optional<CopyFault> come(uint64_t item, const hd_check_site& at, uint64_t argument,
                                uint64_t& event) {
    const uint64_t given = event;
    return copies_.come(item, {&at, {&argument, 1}, given}, event);
  }
  std::optional<CopyFault> wait(uint64_t item, uint64_t event) {
    return copies_.come(item, {&kWait, {}, event}, event);
  }

  Copies copies_{2};
};

TEST_F(CopiesTest, AreTheSame) {
  for (uint64_t item : {0, 1}) {
    uint64_t first = 0, second = 0;
    EXPECT_FALSE(come(item, kCopy, 5, first));
    EXPECT_FALSE(come(item, kOther, 6, second));
    EXPECT_NE(first, second);
    EXPECT_FALSE(come(item, kCopy, 7, second)) << "it joins an event";
    EXPECT_FALSE(wait(item, second));
    EXPECT_FALSE(wait(item, first));
    EXPECT_FALSE(wait(item, first));
    EXPECT_TRUE(copies_.meet(item, false).empty());
  }
  for (uint64_t item : {0, 1}) EXPECT_TRUE(copies_.meet(item, true).empty());
}

TEST_F(CopiesTest, DifferInArguments) {
  uint64_t event = 0;
  EXPECT_FALSE(come(0, kCopy, 5, event));
  uint64_t other = 0;
  const auto fault = come(1, kCopy, 6, other);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::DifferentCopies);
  EXPECT_EQ(fault->here, 6U);
  EXPECT_EQ(fault->there, 5U);
  EXPECT_EQ(event, other) << "they wait for the same event all the same";
  EXPECT_FALSE(come(1, kOther, 5, other));
  EXPECT_FALSE(come(0, kCopy, 5, event)) << "nothing is compared after the first difference";
}

TEST_F(CopiesTest, AreMissedBeforeABarrier) {
  uint64_t event = 0;
  EXPECT_FALSE(come(0, kCopy, 5, event));
  EXPECT_FALSE(wait(0, event));
  EXPECT_TRUE(copies_.meet(0, false).empty());
  const auto faults = copies_.meet(1, false);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].kind, FaultKind::MissedCopy);
  EXPECT_EQ(faults[0].site, &kCopy);
  EXPECT_FALSE(faults[0].comes);
  EXPECT_TRUE(copies_.meet(0, true).empty());
  EXPECT_TRUE(copies_.meet(1, true).empty()) << "it is told once";
}

TEST_F(CopiesTest, AreMissedByThoseAtTheBarrier) {
  EXPECT_TRUE(copies_.meet(0, false).empty());
  uint64_t event = 0;
  const auto fault = come(1, kCopy, 5, event);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::MissedCopy);
  EXPECT_TRUE(fault->comes);
}

TEST_F(CopiesTest, AreToldWhereTheOthersWait) {
  uint64_t first = 0, second = 0;
  EXPECT_FALSE(come(0, kCopy, 5, first));
  EXPECT_FALSE(come(0, kOther, 5, second));
  first = 0;
  EXPECT_FALSE(come(1, kCopy, 5, first));
  const auto fault = wait(1, first);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::MissedCopy);
  EXPECT_EQ(fault->site, &kOther);
  EXPECT_EQ(fault->other, &kWait);
  EXPECT_FALSE(fault->comes);
}

TEST_F(CopiesTest, AreWaitedForByTheirEvents) {
  ASSERT_TRUE(wait(0, 0));
  uint64_t event = 7;
  const auto invalid = come(0, kCopy, 5, event);
  ASSERT_TRUE(invalid);
  EXPECT_EQ(invalid->kind, FaultKind::InvalidEvent);
  EXPECT_NE(event, 7U);
  const auto faults = copies_.meet(0, true);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].kind, FaultKind::UnwaitedCopy);
  EXPECT_EQ(faults[0].site, &kCopy);
}

TEST_F(CopiesTest, ShareTheirEvents) {
  uint64_t first = 0, second = 0;
  EXPECT_FALSE(come(0, kCopy, 5, first));
  EXPECT_FALSE(come(0, kOther, 5, second));
  EXPECT_FALSE(wait(0, first));
  uint64_t again = 0, last = 0;
  EXPECT_FALSE(come(1, kCopy, 5, again));
  EXPECT_FALSE(come(1, kOther, 5, last));
  EXPECT_EQ(first, again);
  const auto fault = wait(1, last);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::DifferentEvents);
}

}  // namespace
}  // namespace heddle
