// SPDX-License-Identifier: Apache-2.0
#include "compiler/jobs/jobs.h"

#include <llvm/Support/ErrorHandling.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "../compiler_fixture.h"

namespace heddle::compiler {
namespace {

class Jobs : public CompilerTest {
 protected:
  bool builds() { return build("kernel void k(global int* p) { *p = 1; }").status == HDC_SUCCESS; }
};

/// Uses about `depth` KiB of stack.
int deep(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  return depth == 0 ? 0 : deep(depth - 1) + frame[0];
}

TEST_F(Jobs, StacksAreLarge) {
  EXPECT_FALSE(run_job([] { deep(32 * 1024); }));
}

TEST_F(Jobs, AFatalErrorFailsOneJobOnly) {
  const auto failure = run_job([] { llvm::report_fatal_error("as asked for"); });
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->find("as asked for"), std::string::npos);
  EXPECT_TRUE(builds());
}

TEST_F(Jobs, BatchesReportEachFailure) {
  std::optional<std::string> outer;
  std::vector<std::optional<std::string>> failures;
  std::atomic<int> done = 0;
  outer = run_job([&] {
    std::vector<Work> works;
    for (int i = 0; i < 9; ++i) {
      works.push_back([&, i] {
        if (i == 4) llvm::report_fatal_error("the fifth");
        ++done;
      });
    }
    failures = run_jobs(std::move(works));
  });
  EXPECT_FALSE(outer);
  EXPECT_EQ(done, 8);
  ASSERT_EQ(failures.size(), 9u);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(failures[i].has_value(), i == 4) << i;
}

TEST_F(Jobs, EveryPieceMayFail) {
  std::vector<std::optional<std::string>> failures;
  EXPECT_FALSE(run_job([&] {
    failures = run_jobs(std::vector<Work>(5, [] { llvm::report_fatal_error("all of them"); }));
  }));
  for (const auto& failure : failures) EXPECT_TRUE(failure);
  EXPECT_TRUE(builds());
}

/// The threads of this process that can still run something.
size_t threads() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& task : std::filesystem::directory_iterator("/proc/self/task"))
    ++count;
  return count;
}

template <class Condition>
bool eventually(Condition&& condition) {
  for (int i = 0; i < 2000 && !condition(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return condition();
}

TEST_F(Jobs, ThreadsAreUsedAgainAndEnd) {
  std::thread::id failed;
  EXPECT_TRUE(run_job([&] {
    failed = std::this_thread::get_id();
    llvm::report_fatal_error("as asked for");
  }));
  std::set<std::thread::id> used;
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(run_job([&] { used.insert(std::this_thread::get_id()); }));
  }
  EXPECT_LT(used.size(), 20u);
  EXPECT_FALSE(used.contains(failed));
  const size_t before = threads();
  EXPECT_TRUE(eventually([&] { return threads() < before; }));
}

TEST_F(Jobs, LaterMeansWithoutWaiting) {
  std::atomic<int> good = 0, bad = 0, running = 0, most = 0;
  std::atomic<bool> go = false;
  const auto done = [&](const std::optional<std::string>& failure) { ++(failure ? bad : good); };
  for (int i = 0; i < 20; ++i) {
    start_job(
        [&, i] {
          most = std::max<int>(most, ++running);
          while (!go) std::this_thread::yield();
          --running;
          if (i % 5 == 4) llvm::report_fatal_error("as asked for");
        },
        done);
  }
  EXPECT_EQ(good + bad, 0);
  EXPECT_TRUE(builds());  // who waits does not wait for these
  go = true;
  EXPECT_TRUE(eventually([&] { return good == 16 && bad == 4; }));
  EXPECT_LE(most, static_cast<int>(std::thread::hardware_concurrency()));
}

TEST_F(Jobs, LaterMayBeAfterAFork) {
  std::atomic<int> done = 0;
  constexpr int kJobs = 40;
  for (int i = 0; i < kJobs; ++i) {
    start_job([] { std::this_thread::sleep_for(std::chrono::milliseconds(3)); },
              [&](const std::optional<std::string>&) { ++done; });
  }
  for (int i = 0; i < 5; ++i) {
    hdc->before_fork();
    const int before = done;
    const pid_t child = fork();
    const bool is_usable = hdc->after_fork(child == 0);
    if (child == 0) {
      alarm(30);
      if (!is_usable) _exit(done == before ? 0 : 1);
      std::atomic<bool> mine = false;
      start_job([] {}, [&](const std::optional<std::string>&) { mine = true; });
      // Nothing of the parent's goes on here.
      _exit(eventually([&] { return mine.load(); }) && builds() && done == before ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  EXPECT_TRUE(eventually([&] { return done == kJobs; }));
}

TEST_F(Jobs, AForkWaitsForNone) {
  std::atomic<bool> has_begun = false, may_end = false, has_ended = false;
  start_job(
      [&] {
        has_begun = true;
        while (!may_end) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      },
      [&](const std::optional<std::string>&) { has_ended = true; });
  ASSERT_TRUE(eventually([&] { return has_begun.load(); }));
  hdc->before_fork();
  const pid_t child = fork();
  const bool is_usable = hdc->after_fork(child == 0);
  if (child == 0) _exit(is_usable ? 1 : 0);
  EXPECT_TRUE(is_usable);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "locks of a thread that is not there may be held";
  EXPECT_FALSE(has_ended);
  may_end = true;
  EXPECT_TRUE(eventually([&] { return has_ended.load(); }));
  EXPECT_TRUE(builds());
}

TEST_F(Jobs, ManyBuildsAtTheSameTime) {
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { good += builds(); });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(good, 8);
}

TEST_F(Jobs, ChildOfForkCompiles) {
  std::atomic<bool> stop = false;
  std::thread busy([&] {
    while (!stop) builds();
  });
  for (int i = 0; i < 5; ++i) {
    hdc->before_fork();
    const pid_t child = fork();
    const bool is_usable = hdc->after_fork(child == 0);
    if (child == 0) _exit(!is_usable || builds() ? 0 : 1);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  stop = true;
  busy.join();
}

}  // namespace
}  // namespace heddle::compiler
