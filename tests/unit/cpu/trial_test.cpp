// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/trial.h"

#include <gtest/gtest.h>

namespace heddle::cpu {
namespace {

using Choice = Trial::Choice;

/// Adds samples whose times are `first` and `rival` microseconds, until the trial decides. Returns
/// how many that took, at most 1000.
int AddUntilDecided(Trial& trial, uint64_t first, uint64_t rival) {
  int count = 0;
  for (; trial.choice() == Choice::Open && count < 1000; ++count)
    trial.add(first * 1000, rival * 1000);
  return count;
}

TEST(Trial, TheFasterOneWins) {
  Trial faster, slower;
  EXPECT_LE(AddUntilDecided(faster, 100, 80), 12);
  EXPECT_EQ(faster.choice(), Choice::Rival);
  EXPECT_LE(AddUntilDecided(slower, 80, 100), 12);
  EXPECT_EQ(slower.choice(), Choice::First);
}

TEST(Trial, ALargeFactorEndsItAtOnce) {
  Trial faster, slower;
  EXPECT_EQ(AddUntilDecided(faster, 1000, 100), 4);
  EXPECT_EQ(faster.choice(), Choice::Rival);
  EXPECT_EQ(AddUntilDecided(slower, 100, 1000), 4);
  EXPECT_EQ(slower.choice(), Choice::First);
}

TEST(Trial, OneDisturbanceDecidesNothing) {
  Trial trial;
  for (int i = 0; i < 6; ++i) trial.add(100'000, 90'000);
  trial.add(100'000, 9'000'000);
  EXPECT_EQ(trial.choice(), Choice::Open);
}

TEST(Trial, TheFirstStaysIfNeitherIsFaster) {
  Trial trial;
  int count = 0;
  for (; trial.choice() == Choice::Open && count < 1000; ++count)
    trial.add(100'000, count % 2 ? 99'000 : 101'000);
  EXPECT_EQ(trial.choice(), Choice::First);
  EXPECT_LE(count, 100);
}

TEST(Trial, ShortTimesDoNotCount) {
  Trial trial;
  for (int i = 0; i < 1000; ++i) trial.add(5000, 10);
  EXPECT_EQ(trial.choice(), Choice::Open);
  EXPECT_EQ(trial.tally().samples, 0u);
}

TEST(Trial, SignTest) {
  EXPECT_DOUBLE_EQ(sign_test(4, 0), 1);
  EXPECT_DOUBLE_EQ(sign_test(4, 4), 1.0 / 16);
  EXPECT_DOUBLE_EQ(sign_test(4, 3), 5.0 / 16);
  EXPECT_NEAR(sign_test(48, 24), 0.557, 0.001);
}

}  // namespace
}  // namespace heddle::cpu
