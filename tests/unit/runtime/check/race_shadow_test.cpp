// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/race_shadow.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

#include "runtime/check/race_order.h"

namespace heddle {
namespace {

constexpr RaceRules kGlobal{.sub_group_size = 16, .is_local = false};
constexpr RaceRules kLocal{.sub_group_size = 16, .is_local = true};

struct Item {
  uint32_t group, local, epoch = 0, sub_group_epoch = 0;
};

RaceAccess access(Item item, bool is_write, uint8_t bytes = 15,
                  RaceScope scope = RaceScope::NotAtomic) {
  return {.group = item.group,
          .local = item.local,
          .epoch = item.epoch,
          .sub_group_epoch = item.sub_group_epoch,
          .launch = 1,
          .site = is_write ? -7 : 7,
          .bytes = bytes,
          .is_write = is_write,
          .scope = scope};
}
RaceAccess read(Item item, uint8_t bytes = 15) {
  return access(item, false, bytes);
}
RaceAccess write(Item item, uint8_t bytes = 15) {
  return access(item, true, bytes);
}
RaceAccess update(Item item, RaceScope scope) {
  return access(item, true, 15, scope);
}

/// Tells whether two accesses race, and checks that it is the same in both orders.
bool race(const RaceAccess& one, const RaceAccess& two, const RaceRules& rules = kGlobal) {
  RaceAccess other{};
  bool found[2];
  for (const bool swapped : {false, true}) {
    RaceCell cell;
    EXPECT_FALSE(cell.add(swapped ? two : one, rules, other));
    found[swapped] = cell.add(swapped ? one : two, rules, other);
    const RaceAccess& first = swapped ? two : one;
    if (!found[swapped]) continue;
    EXPECT_EQ(other.group, first.group);
    EXPECT_EQ(other.local, first.local);
    EXPECT_EQ(other.site, first.site);
    EXPECT_EQ(other.is_write, first.is_write);
  }
  EXPECT_EQ(found[0], found[1]);
  return found[0];
}

TEST(RaceShadow, TwoRaceIfOneWritesAndNothingIsBetween) {
  EXPECT_FALSE(race(read({0, 1}), read({0, 2})));
  EXPECT_FALSE(race(write({0, 1}), read({0, 1})));
  EXPECT_TRUE(race(write({0, 1}), read({0, 2})));
  EXPECT_TRUE(race(write({0, 1}), write({0, 4095})));
  EXPECT_FALSE(race(write({0, 1}, 3), write({0, 2}, 12)));
  EXPECT_TRUE(race(write({0, 1}, 6), write({0, 2}, 12)));
}

TEST(RaceShadow, BarriersOrderTheirGroup) {
  EXPECT_FALSE(race(write({0, 1, 0}), read({0, 2, 1})));
  EXPECT_TRUE(race(write({0, 1, 0}), read({1, 2, 1})));
  EXPECT_TRUE(race(write({0xffffffff, 1, 0}), read({1, 2, 0})));
}

// The four places are full of writes when the barrier comes.
TEST(RaceShadow, WhatIsBehindABarrierMakesWayInLocalMemory) {
  RaceCell cell;
  RaceAccess other{};
  for (uint32_t local = 0; local < 4; ++local)
    EXPECT_FALSE(cell.add(write({0, local}, static_cast<uint8_t>(1 << local)), kLocal, other));
  EXPECT_FALSE(cell.add(read({0, 5, 1}), kLocal, other));
  EXPECT_FALSE(cell.add(read({0, 6, 1}), kLocal, other));
  EXPECT_TRUE(cell.add(write({0, 6, 1}), kLocal, other));
  EXPECT_EQ(other.local, 5U);
}

TEST(RaceShadow, BarriersOfASubGroupOrderIt) {
  EXPECT_FALSE(race(write({0, 1, 0, 0}), read({0, 2, 0, 1})));
  EXPECT_TRUE(race(write({0, 1, 0, 0}), read({0, 16, 0, 1})));
  EXPECT_TRUE(race(write({0, 1, 0, 0}), read({1, 1, 0, 1})));
}

TEST(RaceShadow, AtomicOperationsDoNotRace) {
  const auto group = RaceScope::WorkGroup, device = RaceScope::Device;
  EXPECT_FALSE(race(update({0, 1}, group), update({0, 2}, device)));
  EXPECT_TRUE(race(update({0, 1}, group), update({1, 2}, device)));
  EXPECT_FALSE(race(update({0, 1}, device), update({1, 2}, RaceScope::AllDevices)));
  EXPECT_TRUE(race(update({0, 1}, device), write({1, 2})));
  EXPECT_TRUE(race(update({0, 1}, device), read({0, 2})));
  EXPECT_FALSE(race(update({0, 1}, RaceScope::SubGroup), update({0, 2}, RaceScope::SubGroup)));
  EXPECT_TRUE(race(update({0, 1}, RaceScope::SubGroup), update({0, 16}, RaceScope::SubGroup)));
}

TEST(RaceShadow, LocalMemoryIsEachGroupsOwn) {
  EXPECT_FALSE(race(write({0, 1}), write({1, 2}), kLocal));
  EXPECT_TRUE(race(write({1, 1}), write({1, 2}), kLocal));
}

TEST(RaceShadow, AnEarlierLaunchIsForgotten) {
  RaceCell cell;
  RaceAccess other{}, later = write({0, 2});
  later.launch = 2;
  EXPECT_FALSE(cell.add(write({0, 1}), kGlobal, other));
  EXPECT_FALSE(cell.add(later, kGlobal, other));
}

TEST(RaceShadow, OneOfManyReadersIsFound) {
  RaceAccess other{};
  for (const Item& writer : {Item{0, 3}, Item{0, 500}, Item{9, 0}}) {
    RaceCell cell;
    for (uint32_t local = 0; local < 100; ++local)
      EXPECT_FALSE(cell.add(read({0, local}), kGlobal, other));
    EXPECT_TRUE(cell.add(write(writer), kGlobal, other));
    EXPECT_FALSE(other.group == writer.group && other.local == writer.local);
  }
}

TEST(RaceShadow, FourWritersOfOneByteEachAreKept) {
  for (uint32_t byte = 0; byte < 4; ++byte) {
    RaceCell cell;
    RaceAccess other{};
    for (uint32_t local = 0; local < 4; ++local)
      EXPECT_FALSE(cell.add(write({0, local}, static_cast<uint8_t>(1 << local)), kGlobal, other));
    EXPECT_TRUE(cell.add(read({1, 0}, static_cast<uint8_t>(1 << byte)), kGlobal, other));
    EXPECT_EQ(other.local, byte);
  }
}

TEST(RaceShadow, AReaderOfALoopMakesRoomForTheNext) {
  RaceCell cell;
  RaceAccess other{};
  for (uint32_t epoch = 0; epoch < 1000; epoch += 2) {
    EXPECT_FALSE(cell.add(write({0, epoch % 64, epoch}), kGlobal, other));
    for (uint32_t local = 0; local < 64; ++local)
      EXPECT_FALSE(cell.add(read({0, local, epoch + 1}), kGlobal, other));
  }
  EXPECT_TRUE(cell.add(write({0, 70, 999}), kGlobal, other));
}

TEST(RaceShadow, EveryPairOfThreadsIsFound) {
  // Two threads access many words: one of the two comes second, whichever it is.
  constexpr size_t kWords = 20'000;
  const auto words = std::make_unique<uint32_t[]>(kWords);
  RaceShadow& shadow = RaceShadow::instance();
  std::vector<uint8_t> found[2];
  std::vector<std::thread> threads;
  for (const uint32_t group : {0u, 1u}) {
    found[group].resize(kWords);
    threads.emplace_back([&, group] {
      for (size_t i = 0; i < kWords; ++i) {
        RaceAccess other{};
        RaceCell* cell = shadow.cell(reinterpret_cast<uint64_t>(&words[i]));
        found[group][i] = cell->add(group == 0 ? write({0, 0}) : read({1, 0}), kGlobal, other);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < kWords; ++i) EXPECT_EQ(found[0][i] + found[1][i], 1) << i;
}

TEST(RaceShadow, ThereIsNoMemoryBeyondTheAddresses) {
  EXPECT_EQ(RaceShadow::instance().cell(uint64_t{1} << 47), nullptr);
}

TEST(RaceShadow, LaunchesHaveNumbers) {
  const uint32_t one = RaceShadow::instance().begin_launch();
  const uint32_t two = RaceShadow::instance().begin_launch();
  EXPECT_NE(one, two);
  RaceShadow::instance().end_launch(one);
  RaceShadow::instance().end_launch(two);
}

using Answer = RaceOrder::Answer;

hd_race_item item(uint32_t group, uint32_t local, uint32_t epoch = 0) {
  return {.group = group,
          .local = local,
          .local_epoch = epoch,
          .global_epoch = epoch,
          .sub_group_epoch = 0,
          .told = 0,
          .fence = {},
          .written = 0,
          .quiet = 0};
}
RaceAccess first(uint32_t group, uint32_t local, uint32_t epoch = 0) {
  return write({group, local, epoch});
}

constexpr uint32_t kBoth = RaceOrder::kLocal | RaceOrder::kGlobal;

TEST(RaceOrder, AcquisitionsAreAfterReleases) {
  RaceOrder order(16);
  order.release(100, item(1, 2, 5), RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(1, 2, 5), item(3, 4), false), Answer::Unordered);
  order.acquire(104, item(3, 4), RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(1, 2, 5), item(3, 4), false), Answer::Unordered);
  order.acquire(100, item(3, 4, 7), RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(1, 2, 5), item(3, 4, 7), false), Answer::Ordered);
  EXPECT_EQ(order.of(first(1, 2, 5), item(3, 5, 7), false), Answer::Unordered);  // no barrier
  EXPECT_EQ(order.of(first(1, 2, 5), item(3, 5, 8), false), Answer::Ordered);
  EXPECT_EQ(order.of(first(1, 3, 4), item(3, 4, 7), false), Answer::Ordered);
  EXPECT_EQ(order.of(first(1, 3, 5), item(3, 4, 7), false), Answer::Unordered);  // no barrier
  EXPECT_EQ(order.of(first(1, 2, 5), item(4, 4, 7), false), Answer::Unordered);
}

TEST(RaceOrder, IsTransitive) {
  RaceOrder order(16);
  order.release(100, item(1, 0), RaceScope::Device, kBoth);
  order.acquire(100, item(2, 0), RaceScope::Device, kBoth);
  order.release(200, item(2, 0), RaceScope::Device, kBoth);
  order.acquire(200, item(3, 0), RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(1, 0), item(3, 0), false), Answer::Ordered);
  order.release(300, item(2, 1), RaceScope::Device, kBoth);  // it has acquired nothing
  order.acquire(300, item(4, 0), RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(1, 0), item(4, 0), false), Answer::Unordered);
}

TEST(RaceOrder, KnowsBarriersOfSubGroups) {
  RaceOrder order(16);
  hd_race_item leader = item(1, 0), reader = item(1, 32);
  leader.sub_group_epoch = 1;
  order.release(100, leader, RaceScope::Device, kBoth);
  order.acquire(100, reader, RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(1, 5), reader, true), Answer::Ordered);
  EXPECT_EQ(order.of(first(1, 17), reader, true), Answer::Unordered);
  hd_race_item beside = item(1, 33);
  EXPECT_EQ(order.of(first(1, 5), beside, true), Answer::Unordered);
  beside.sub_group_epoch = 1;
  EXPECT_EQ(order.of(first(1, 5), beside, true), Answer::Ordered);
}

TEST(RaceOrder, DoesNotAnswerBeyondItsMemory) {
  RaceOrder order(16);
  for (uint32_t group = 0; group < 2 * RaceOrder::kMost; ++group)
    order.release(100, item(group, 0), RaceScope::Device, kBoth);
  order.acquire(100, item(1000, 0), RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(0, 0), item(1000, 0), false), Answer::Ordered);
  EXPECT_EQ(order.of(first(2 * RaceOrder::kMost - 1, 0), item(1000, 0), false),
            Answer::MayBeOrdered);
}

TEST(RaceOrder, ScopesIncludeBothWorkItems) {
  RaceOrder order(16);
  order.release(100, item(1, 0), RaceScope::WorkGroup, kBoth);
  order.acquire(100, item(2, 0), RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(1, 0), item(2, 0), false), Answer::Unordered);
  order.acquire(100, item(1, 20), RaceScope::SubGroup, kBoth);
  EXPECT_EQ(order.of(first(1, 0), item(1, 20), false), Answer::Unordered);
  order.acquire(100, item(1, 20), RaceScope::WorkGroup, kBoth);
  EXPECT_EQ(order.of(first(1, 0), item(1, 20), false), Answer::Ordered);
  order.acquire(100, item(1, 5), RaceScope::SubGroup, kBoth);
  EXPECT_EQ(order.of(first(1, 0), item(1, 5), false), Answer::Ordered);
}

TEST(RaceOrder, FencesAreForTheirMemory) {
  RaceOrder order(16);
  order.release(100, item(1, 0), RaceScope::Device, RaceOrder::kLocal);
  order.acquire(100, item(1, 20), RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(1, 0), item(1, 20), true), Answer::Ordered);
  EXPECT_EQ(order.of(first(1, 0), item(1, 20), false), Answer::Unordered);
}

TEST(RaceOrder, AFenceAcquiresWhatWasReadBefore) {
  RaceOrder order(16);
  order.release(100, item(1, 0), RaceScope::Device, kBoth);
  order.fence(item(2, 0), RaceScope::Device, kBoth);
  EXPECT_EQ(order.of(first(1, 0), item(2, 0), false), Answer::Unordered);
  order.acquire_later(100, item(2, 0), RaceScope::Device);
  EXPECT_EQ(order.of(first(1, 0), item(2, 0), false), Answer::Unordered);
  order.fence(item(2, 0), RaceScope::WorkGroup, kBoth);
  EXPECT_EQ(order.of(first(1, 0), item(2, 0), false), Answer::Unordered);
  order.fence(item(2, 1), RaceScope::Device, kBoth);  // it has read nothing
  EXPECT_EQ(order.of(first(1, 0), item(2, 1), false), Answer::Unordered);
  order.fence(item(2, 0), RaceScope::Device, RaceOrder::kGlobal);
  EXPECT_EQ(order.of(first(1, 0), item(2, 0), false), Answer::Ordered);
  EXPECT_EQ(order.of(first(1, 0), item(2, 0), true), Answer::Unordered);
}

}  // namespace
}  // namespace heddle
