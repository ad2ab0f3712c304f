// SPDX-License-Identifier: Apache-2.0
// Statics of functions: initialised once, by one thread, and in a child of a fork during it, too.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "../../fork.h"

namespace {

std::atomic<int> runs{0}, tries{0};
std::atomic<bool> go_on{false};

int HeldUp() {
  ++runs;
  while (!go_on) std::this_thread::yield();
  return 7;
}

int SlowStatic() {
  static const int value = HeldUp();
  return value;
}

TEST(StaticGuards, AreFreeInAForkedChild) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP() << "ThreadSanitizer cannot follow a fork";
#endif
  std::vector<std::thread> threads;
  threads.emplace_back([] { EXPECT_EQ(SlowStatic(), 7); });
  while (runs == 0) std::this_thread::yield();
  for (int i = 0; i < 3; ++i) threads.emplace_back([] { EXPECT_EQ(SlowStatic(), 7); });
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    go_on = true;
    ::_exit(SlowStatic() == 7 && runs == 2 ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  go_on = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(runs, 1);
}

int ThrowsOnce() {
  if (++tries == 1) throw std::runtime_error("the first try");
  return 3;
}

int ThrowingStatic() {
  static const int value = ThrowsOnce();
  return value;
}

TEST(StaticGuards, TryAgainAfterAnException) {
  EXPECT_THROW(ThrowingStatic(), std::runtime_error);
  EXPECT_EQ(ThrowingStatic(), 3);
  EXPECT_EQ(ThrowingStatic(), 3);
  EXPECT_EQ(tries, 2);
}

}  // namespace
