// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/trial.h"

#include <gtest/gtest.h>

namespace heddle::cpu {
namespace {

using Choice = Trial::Choice;

class NoWorker : public Worker {
 public:
  hd_worker* arena(size_t, size_t, uint64_t) override { return nullptr; }
};

/// Runs `items` work-items four times on a worker. `first` and `rival` are the nanoseconds of each
/// version's two runs.
void RunFourTimes(Trial& trial, uint64_t first, uint64_t rival, size_t items = 1) {
  static const NoWorker worker;
  for (int i = 0; i < 4; ++i) {
    const auto place = trial.next(worker, items);
    if (place) trial.add(worker, items, *place, (Trial::is_rivals(*place) ? rival : first) / 2);
  }
}

/// Does so until the trial decides. Returns how often that was, at most 1000.
int RunUntilDecided(Trial& trial, uint64_t first, uint64_t rival) {
  int count = 0;
  for (; trial.choice() == Choice::Open && count < 1000; ++count) RunFourTimes(trial, first, rival);
  return count;
}

TEST(Trial, TheFasterOneWins) {
  Trial faster, slower;
  EXPECT_LE(RunUntilDecided(faster, 100'000, 80'000), 12);
  EXPECT_EQ(faster.choice(), Choice::Rival);
  EXPECT_LE(RunUntilDecided(slower, 80'000, 100'000), 12);
  EXPECT_EQ(slower.choice(), Choice::First);
}

TEST(Trial, ASmallGainChangesNothing) {
  Trial trial;
  EXPECT_LE(RunUntilDecided(trial, 105'000, 100'000), 12);
  EXPECT_EQ(trial.choice(), Choice::First);
  EXPECT_EQ(trial.outcome().won, trial.outcome().samples);
}

TEST(Trial, ALargeFactorEndsItAtOnce) {
  Trial faster, slower;
  EXPECT_EQ(RunUntilDecided(faster, 1'000'000, 100'000), 3);
  EXPECT_EQ(faster.choice(), Choice::Rival);
  EXPECT_EQ(RunUntilDecided(slower, 100'000, 1'000'000), 3);
  EXPECT_EQ(slower.choice(), Choice::First);
}

TEST(Trial, TheOutcomeHasTheMedian) {
  Trial trial;
  for (int i = 0; trial.choice() == Choice::Open; ++i)
    RunFourTimes(trial, 100'000, i % 6 == 1 ? 1'000'000 : 50'000);
  EXPECT_EQ(trial.outcome().ratio, 2);
  EXPECT_GT(trial.outcome().samples, trial.outcome().won);
  const Trial known(trial.outcome());
  EXPECT_EQ(known.choice(), Choice::Rival);
  EXPECT_EQ(known.outcome().ratio, 2);
}

TEST(Trial, OneDisturbanceDecidesNothing) {
  Trial trial;
  for (int i = 0; i < 6; ++i) RunFourTimes(trial, 100'000, 90'000);
  RunFourTimes(trial, 100'000, 9'000'000);
  EXPECT_EQ(trial.choice(), Choice::Open);
}

TEST(Trial, TheFirstStaysIfNeitherIsFaster) {
  Trial trial;
  int count = 0;
  for (; trial.choice() == Choice::Open && count < 1000; ++count)
    RunFourTimes(trial, 100'000, count % 2 ? 99'000 : 101'000);
  EXPECT_EQ(trial.choice(), Choice::First);
  EXPECT_LE(count, 100);
}

TEST(Trial, FirstRunsDoNotCount) {
  Trial trial;
  RunFourTimes(trial, 100'000'000, 1000, 1);
  RunFourTimes(trial, 100'000'000, 1000, 2);
  EXPECT_EQ(trial.outcome().samples, 0u);
  RunFourTimes(trial, 100'000, 80'000, 1);
  EXPECT_EQ(trial.outcome().samples, 1u);
}

TEST(Trial, ShortRunsAddUp) {
  Trial trial;
  RunFourTimes(trial, 100'000, 80'000);  // the first ones
  for (int i = 0; i < 9; ++i) RunFourTimes(trial, 600, 400);
  EXPECT_EQ(trial.outcome().samples, 0u);
  RunFourTimes(trial, 600, 400);
  EXPECT_EQ(trial.outcome().samples, 1u);
  EXPECT_EQ(trial.outcome().won, 1u);
}

TEST(Trial, OnlyRunsOfAsMuchOnOneWorkerArePaired) {
  Trial trial;
  const NoWorker one, other;
  const auto run = [&](const Worker& worker, size_t items) {
    const Trial::Place place = trial.next(worker, items).value_or(9);
    trial.add(worker, items, place, 1000);
    return place;
  };
  for (Trial::Place place = 0; place < 3; ++place) EXPECT_EQ(run(one, 64), place);
  EXPECT_EQ(run(one, 32), 0u);
  EXPECT_EQ(run(other, 64), 0u);
  EXPECT_EQ(run(one, 64), 3u);
  EXPECT_EQ(run(one, 64), 0u);
}

TEST(Trial, ARunThatWasNotAddedIsRepeated) {
  Trial trial;
  const NoWorker worker;
  EXPECT_EQ(trial.next(worker, 64), 0u);
  EXPECT_EQ(trial.next(worker, 64), 0u);
  trial.add(worker, 64, 0, 1000);
  trial.add(worker, 64, 3, 1000);  // not its turn
  EXPECT_EQ(trial.next(worker, 64), 1u);
}

TEST(Trial, SomeNeverDecide) {
  Trial trial(/*decides=*/false);
  EXPECT_EQ(RunUntilDecided(trial, 1'000'000, 10'000), 1000);
}

TEST(Trial, SignTest) {
  EXPECT_DOUBLE_EQ(sign_test(4, 0), 1);
  EXPECT_DOUBLE_EQ(sign_test(4, 4), 1.0 / 16);
  EXPECT_DOUBLE_EQ(sign_test(4, 3), 5.0 / 16);
  EXPECT_NEAR(sign_test(48, 24), 0.557, 0.001);
}

}  // namespace
}  // namespace heddle::cpu
