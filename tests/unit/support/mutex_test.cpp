// SPDX-License-Identifier: Apache-2.0
#include "support/mutex.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace heddle {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct Counter {
  Mutex mutex;
  ConditionVariable changed;
  int value GUARDED_BY(mutex) = 0;
};

TEST(Mutex, ThreadsTakeTurns) {
  Counter counter;
  std::vector<std::jthread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&counter] {
      for (int n = 0; n < 10000; ++n) {
        Lock lock(counter.mutex);
        ++counter.value;
        if (n % 2 == 0) continue;
        lock.unlock();
        lock.lock();
      }
    });
  }
  threads.clear();
  const Lock lock(counter.mutex);
  EXPECT_EQ(counter.value, 40000);
}

TEST(Mutex, WaitsUntilItIsToldWithTheMutexHeld) {
  Counter counter;
  std::jthread other([&counter] {
    const Lock lock(counter.mutex);
    while (counter.value < 1) counter.changed.wait(counter.mutex);
    ++counter.value;
    counter.changed.notify_all();
  });
  const Lock lock(counter.mutex);
  counter.value = 1;
  counter.changed.notify_one();
  while (counter.value < 2) counter.changed.wait(counter.mutex);
  EXPECT_EQ(counter.value, 2);
}

TEST(Mutex, AWaitEndsWhenItsTimeHasCome) {
  Counter counter;
  const Lock lock(counter.mutex);
  const auto end = steady_clock::now() + milliseconds(20);
  while (counter.changed.wait_until(counter.mutex, end)) continue;
  EXPECT_GE(steady_clock::now(), end);
  // It holds the mutex again: nobody else gets it.
  std::atomic<bool> entered{false};
  std::thread other([&] {
    const Lock lock(counter.mutex);
    entered = true;
  });
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_FALSE(entered);
  counter.mutex.unlock();
  other.join();
  counter.mutex.lock();
  EXPECT_TRUE(entered);
}

TEST(Mutex, ReadersShareAndWritersDoNot) {
  SharedMutex mutex;
  int value = 0;
  std::atomic<int> read{-1};
  {
    const SharedLock lock(mutex);
    std::jthread([&] {
      const SharedLock lock(mutex);
      read = value;
    }).join();
    EXPECT_EQ(read, 0);
  }
  std::jthread reader;
  {
    const Lock lock(mutex);
    reader = std::jthread([&] {
      const SharedLock lock(mutex);
      read = value;
    });
    std::this_thread::sleep_for(milliseconds(20));
    value = 7;
  }
  reader.join();
  EXPECT_EQ(read, 7);
}

}  // namespace
}  // namespace heddle
