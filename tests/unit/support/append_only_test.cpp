// SPDX-License-Identifier: Apache-2.0
#include "support/append_only.h"

#include <gtest/gtest.h>

#include <barrier>
#include <thread>
#include <utility>
#include <vector>

namespace heddle {
namespace {

using Numbers = AppendOnly<const int, 8>;

const int* get(Numbers& numbers, int wanted) {
  return numbers.get([&](int number) { return number == wanted; },
                     [&] { return std::make_unique<const int>(wanted); });
}

const int* find(Numbers& numbers, int wanted) {
  return numbers.find([&](int number) { return number == wanted; });
}

TEST(AppendOnly, MakesEachOnce) {
  Numbers numbers;
  EXPECT_EQ(find(numbers, 3), nullptr);
  const int* const three = get(numbers, 3);
  ASSERT_NE(three, nullptr);
  EXPECT_EQ(*three, 3);
  const int* const four = get(numbers, 4);
  EXPECT_NE(four, three);
  EXPECT_EQ(get(numbers, 3), three);
  EXPECT_EQ(find(numbers, 4), four);
  EXPECT_EQ(find(numbers, 5), nullptr);
}

TEST(AppendOnly, IsFullAtItsLimit) {
  Numbers numbers;
  for (int i = 0; i < 8; ++i) ASSERT_NE(get(numbers, i), nullptr);
  EXPECT_EQ(get(numbers, 8), nullptr);
  EXPECT_NE(get(numbers, 7), nullptr);
}

/// Each thread makes an object before any of them has put one into the place.
TEST(AppendOnly, ThreadsFindWhatOthersMade) {
  constexpr int kThreads = 4;
  for (int round = 0; round < 20; ++round) {
    Numbers numbers;
    std::barrier<> all(kThreads);
    std::vector<const int*> found(kThreads);
    {
      std::vector<std::jthread> threads;
      for (const int*& mine : found)
        threads.emplace_back([&] {
          bool has_waited = false;
          const auto make = [&] {
            if (!std::exchange(has_waited, true)) all.arrive_and_wait();
            return std::make_unique<const int>(1);
          };
          mine = numbers.get([](int) { return true; }, make);
        });
    }
    ASSERT_NE(found[0], nullptr);
    for (const int* each : found) EXPECT_EQ(each, found[0]);
  }
}

}  // namespace
}  // namespace heddle
