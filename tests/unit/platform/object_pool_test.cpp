// SPDX-License-Identifier: Apache-2.0
#include "platform/object_pool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "../../fork.h"

namespace heddle {
namespace {

void* made_in(ObjectPool& pool) {
  void* const object = pool.allocate();
  ObjectPool::publish(object);
  return object;
}

bool alive(const ObjectPool& pool, const void* object) {
  return pool.alive(const_cast<void*>(object));
}

TEST(ObjectPool, StorageIsAlignedAndSeparate) {
  ObjectPool pool(100);
  std::set<char*> objects;
  for (int i = 0; i < 5000; ++i) {  // more than one step of growth
    auto* object = static_cast<char*>(made_in(pool));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(object) % 64, 0u);
    std::memset(object, 0xff, 100);
    EXPECT_TRUE(objects.insert(object).second);
  }
  char* before = nullptr;
  for (char* object : objects) {
    EXPECT_TRUE(alive(pool, object));
    if (before) EXPECT_GE(object - before, 100);
    before = object;
  }
}

TEST(ObjectPool, OnlyExactAddressesOfLivingObjectsAreAlive) {
  ObjectPool pool(64), other(64);
  EXPECT_FALSE(alive(pool, nullptr));
  auto* object = static_cast<char*>(made_in(pool));
  EXPECT_TRUE(alive(pool, object));
  for (int offset : {-64, -8, -1, 1, 8, 64, 128, 1 << 20})
    EXPECT_FALSE(alive(pool, object + offset)) << offset;
  EXPECT_FALSE(alive(other, object));
  int on_the_stack = 0;
  EXPECT_FALSE(alive(pool, &on_the_stack));
  EXPECT_FALSE(alive(pool, reinterpret_cast<void*>(UINTPTR_MAX)));
  EXPECT_FALSE(alive(pool, reinterpret_cast<void*>(1)));
  pool.deallocate(object);
  EXPECT_FALSE(alive(pool, object));
}

TEST(ObjectPool, ReusesStorage) {
  ObjectPool pool(64);
  void* first = made_in(pool);
  pool.deallocate(first);
  EXPECT_EQ(made_in(pool), first);
  EXPECT_TRUE(alive(pool, first));
}

TEST(ObjectPool, ThreadsAllocateAndAskAtOnce) {
  ObjectPool pool(64);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      std::vector<void*> mine;
      for (int i = 0; i < 2000; ++i) {
        mine.push_back(made_in(pool));
        if (i % 3 == 0) {
          pool.deallocate(mine.back());
          mine.pop_back();
        }
        for (size_t k = 0; k < mine.size(); k += 97) EXPECT_TRUE(alive(pool, mine[k]));
      }
      for (void* object : mine) pool.deallocate(object);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(ObjectPool, AChildForkedWhileOthersAllocateGoesOn) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP();
#endif
  ObjectPool first(64), second(128);
  void* const kept = made_in(first);
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (ObjectPool* pool : {&first, &second}) {
    threads.emplace_back([&stop, pool] {
      while (!stop) pool->deallocate(pool->allocate());
    });
  }
  for (int i = 0; i < 200; ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(10);
      bool well = alive(first, kept);
      for (ObjectPool* pool : {&first, &second}) {
        void* object = made_in(*pool);
        well = well && alive(*pool, object);
        pool->deallocate(object);
        well = well && !alive(*pool, object);
      }
      ObjectPool third(64);
      well = well && alive(third, made_in(third));
      _exit(well ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace heddle
