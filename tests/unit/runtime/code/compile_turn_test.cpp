// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/compile_turn.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "../../../fork.h"
#include "../fake/fixture.h"
#include "support/cancellation.h"

namespace heddle::test {
namespace {

using State = CompileTurn::State;

class CompileTurnTest : public FakeCompilerTest {
 protected:
  /// Returns a key that no other test has.
  static CacheKey key() {
    static int count = 0;
    return CacheKey().add("turn").add(std::to_string(++count));
  }
  static State now(const CacheKey& key) { return CompileTurn(key).state(); }

  static void store(const CacheKey& key) {
    const std::array<unsigned char, 1> value{1};
    KernelCache::instance().store(key, value);
  }

  /// Returns a process that has the turn for `key`.
  static pid_t holder(const CacheKey& key) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const CompileTurn turn(key);
      const bool is_mine = turn.state() == State::Mine;
      (void)!::write(ends[1], &is_mine, 1);
      while (true) ::pause();
    }
    bool is_theirs = false;
    EXPECT_EQ(::read(ends[0], &is_theirs, 1), 1);
    EXPECT_TRUE(is_theirs);
    ::close(ends[0]);
    ::close(ends[1]);
    return child;
  }
};

TEST_F(CompileTurnTest, OneHasIt) {
  const CacheKey one = key(), other = key();
  {
    const CompileTurn turn(one);
    EXPECT_EQ(turn.state(), State::Mine);
    EXPECT_FALSE(turn.is_stored());
    EXPECT_EQ(now(one), State::Others);
    EXPECT_EQ(now(other), State::Mine);
  }
  EXPECT_EQ(now(one), State::Mine);
}

TEST_F(CompileTurnTest, OthersWaitUntilItIsStored) {
  const CacheKey wanted = key();
  auto turn = std::make_unique<const CompileTurn>(wanted);
  std::atomic<bool> done{false};
  std::thread waiter([&] {
    const CompileTurn waited(wanted, size_t{1});
    EXPECT_TRUE(waited.is_stored());
    done = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(done);
  store(wanted);  // enough: the holder may have more to do
  waiter.join();
  turn.reset();
  EXPECT_TRUE(CompileTurn(wanted).is_stored());
  KernelCache::instance().remove(wanted);
  EXPECT_FALSE(CompileTurn(wanted).is_stored());
}

TEST_F(CompileTurnTest, AfterAFailureTheNextOneHasIt) {
  const CacheKey wanted = key();
  auto turn = std::make_unique<const CompileTurn>(wanted);
  std::thread waiter([&] {
    const CompileTurn waited(wanted, size_t{1});
    EXPECT_EQ(waited.state(), State::Mine);
    EXPECT_FALSE(waited.is_stored());
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  turn.reset();
  waiter.join();
}

TEST_F(CompileTurnTest, ACancelledWaitEnds) {
  const CacheKey wanted = key();
  const CompileTurn turn(wanted);
  Cancellation cancellation;
  std::thread waiter([&] {
    const Cancellation::Scope scope(&cancellation);
    const CompileTurn waited(wanted, size_t{1} << 40);
    EXPECT_EQ(waited.state(), State::Others);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  cancellation.cancel();
  waiter.join();
}

TEST_F(CompileTurnTest, NobodyWaitsForEver) {
  EXPECT_EQ(CompileTurn::first_wait(0), 10'000u);
  EXPECT_EQ(CompileTurn::first_wait(1 << 20), 10'000u + (1 << 20) / 20);
  EXPECT_EQ(CompileTurn::first_wait(~size_t{0}), 600'000u);
}

#ifndef HEDDLE_NO_FORK
TEST_F(CompileTurnTest, ADeadHoldersTurnIsFree) {
  const CacheKey wanted = key();
  const pid_t child = holder(wanted);
  EXPECT_EQ(now(wanted), State::Others);
  std::thread waiter([&] { EXPECT_EQ(CompileTurn(wanted, size_t{1}).state(), State::Mine); });
  ::kill(child, SIGKILL);
  waiter.join();
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
}

TEST_F(CompileTurnTest, OneOfThoseWhoWaitForASuspendedHolderCompilesAfterAWhile) {
  const CacheKey wanted = key();
  const pid_t child = holder(wanted);
  ::kill(child, SIGSTOP);
  const auto begin = std::chrono::steady_clock::now();
  std::atomic<int> compiled{0}, found{0};
  {
    std::array<std::jthread, 4> waiters;
    for (std::jthread& waiter : waiters) {
      waiter = std::jthread([&] {
        const CompileTurn waited(wanted, size_t{1});
        if (waited.is_stored()) return void(++found);
        EXPECT_EQ(waited.state(), State::Mine);
        ++compiled;
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        store(wanted);
      });
    }
  }
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(10'000));
  EXPECT_EQ(compiled, 1);
  EXPECT_EQ(found, 3);
  ::kill(child, SIGKILL);
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
}

TEST_F(CompileTurnTest, AChildHasNoneOfItsParents) {
  const CacheKey wanted = key();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    const CompileTurn turn(wanted);
    const bool is_mine = turn.state() == State::Mine;
    if (::fork() == 0) {  // a child that outlives its parent
      const bool is_free = turn.state() == State::None;
      const bool is_right = is_mine && is_free && now(wanted) == State::Others;
      const pid_t self = is_right ? ::getpid() : -::getpid();
      (void)!::write(ends[1], &self, sizeof(self));
    }
    while (true) ::pause();
  }
  pid_t child = 0;  // negative: it saw something wrong
  ASSERT_EQ(::read(ends[0], &child, sizeof(child)), static_cast<ssize_t>(sizeof(child)));
  EXPECT_GT(child, 0);
  ::kill(parent, SIGKILL);
  EXPECT_EQ(::waitpid(parent, nullptr, 0), parent);
  EXPECT_EQ(now(wanted), State::Mine);
  ::kill(std::abs(child), SIGKILL);
  ::close(ends[0]);
  ::close(ends[1]);
}
#endif

}  // namespace
}  // namespace heddle::test
