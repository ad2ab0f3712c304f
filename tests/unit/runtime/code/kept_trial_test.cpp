// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/kept_trial.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heddle {
namespace {

using Outcome = cpu::Trial::Outcome;
using Choice = cpu::Trial::Choice;

TEST(KeptTrial, OutcomesAreRead) {
  for (const Choice choice : {Choice::First, Choice::Rival}) {
    const auto read =
        unpack_outcome(pack_outcome({.choice = choice, .samples = 9, .won = 8, .ratio = 2.5F}));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->choice, choice);
    EXPECT_EQ(read->samples, 9u);
    EXPECT_EQ(read->won, 8u);
    EXPECT_EQ(read->ratio, 2.5F);
  }
}

TEST(KeptTrial, OtherBytesAreAMiss) {
  const Outcome sound{.choice = Choice::Rival, .samples = 9, .won = 8, .ratio = 2.5F};
  const auto is_missed = [](const Outcome& outcome) {
    return !unpack_outcome(pack_outcome(outcome));
  };
  auto bytes = pack_outcome(sound);
  bytes.push_back(0);
  EXPECT_FALSE(unpack_outcome(bytes));
  bytes.resize(bytes.size() - 2);
  EXPECT_FALSE(unpack_outcome(bytes));
  EXPECT_FALSE(unpack_outcome({}));
  for (const unsigned choice : {0U, 3U, 200U}) {
    Outcome other = sound;
    other.choice = static_cast<Choice>(choice);
    EXPECT_TRUE(is_missed(other)) << choice;
  }
  Outcome other = sound;
  other.won = 10;
  EXPECT_TRUE(is_missed(other));
  for (const float ratio : {0.0F, -1.0F, INFINITY, NAN}) {
    other = sound;
    other.ratio = ratio;
    EXPECT_TRUE(is_missed(other)) << ratio;
  }
}

TEST(KeptTrial, LaunchesOfAboutASizeShareATrial) {
  EXPECT_EQ(TrialClass::of(2, 4096, 0, 16), TrialClass::of(2, 32767, 0, 16));
  EXPECT_NE(TrialClass::of(2, 2047, 0, 16), TrialClass::of(2, 2048, 0, 16));
  EXPECT_NE(TrialClass::of(2, 4096, 0, 16), TrialClass::of(1, 4096, 0, 16));
  EXPECT_NE(TrialClass::of(2, 4096, 0, 16), TrialClass::of(2, 4096, 1, 16));
  EXPECT_NE(TrialClass::of(2, 4096, 0, 16), TrialClass::of(2, 4096, 0, 1));
}

TEST(KeptTrial, TheReportNamesTheFasterVersion) {
  EXPECT_EQ(describe_outcome({Choice::Rival, 9, 8, 2.5F}, 16, 1),
            "scalar code, 2.50 times as fast as vectors of 16; 8 of 9 samples");
  EXPECT_EQ(describe_outcome({Choice::First, 10, 1, 0.5F}, 16, 1),
            "vectors of 16, 2.00 times as fast as scalar code; 9 of 10 samples");
}

}  // namespace
}  // namespace heddle
