// SPDX-License-Identifier: Apache-2.0
// Mutexes that are held during forks: a child finds them free, and what they guard whole.
#include "support/fork_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "../../fork.h"

namespace heddle {
namespace {

template <class M>
class ForkLockTest : public testing::Test {
 protected:
  void SetUp() override {
#ifdef HEDDLE_NO_FORK
    GTEST_SKIP() << "ThreadSanitizer cannot follow a fork";
#endif
  }
  template <class Check>
  static bool is_well_in_child(const Check& check) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(20);
      ::_exit(check() ? 0 : 1);
    }
    int status = -1;
    return ::waitpid(child, &status, 0) == child && status == 0;
  }
};
using Mutexes = testing::Types<Mutex, SharedMutex>;
TYPED_TEST_SUITE(ForkLockTest, Mutexes);

TYPED_TEST(ForkLockTest, ChildrenFindWhatItGuardsWhole) {
  HeldAtFork<TypeParam> mutex;
  long one = 0, other = 0;  // equal but for the time in which the mutex is held
  std::atomic<bool> stop{false}, runs{false};
  std::thread busy([&] {
    while (!stop) {
      const Lock lock(mutex);
      ++one;
      runs = true;
      std::this_thread::yield();
      ++other;
    }
  });
  while (!runs) std::this_thread::yield();
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(this->is_well_in_child([&] {
      const Lock lock(mutex);
      return one == other;
    }));
  }
  stop = true;
  busy.join();
  const Lock lock(mutex);
  EXPECT_EQ(one, other);
}

TYPED_TEST(ForkLockTest, ItWorksOnInParentAndChildren) {
  HeldAtFork<TypeParam> first;
  std::optional<HeldAtFork<TypeParam>> gone(std::in_place);
  HeldAtFork<TypeParam> last;
  gone.reset();
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(this->is_well_in_child([&] {
      const Lock lock(first), other(last);
      return true;
    }));
    EXPECT_TRUE(this->is_well_in_child([&] {  // a child of a child
      return this->is_well_in_child([&] {
        const Lock lock(first);
        return true;
      });
    }));
    const Lock lock(first), other(last);
  }
}

TEST(SharedForkLockTest, HasOneWriterOnlyInAChild) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP() << "ThreadSanitizer cannot follow a fork";
#endif
  HeldAtFork<SharedMutex> mutex;
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    int inside = 0;
    bool alone = true;
    const auto write = [&] {
      for (int i = 0; i < 100; ++i) {
        const Lock lock(mutex);
        alone &= ++inside == 1;
        std::this_thread::yield();
        --inside;
      }
    };
    std::thread thread(write);
    write();
    thread.join();
    ::_exit(alone ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace heddle
