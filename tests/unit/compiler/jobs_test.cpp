// SPDX-License-Identifier: Apache-2.0
#include "compiler/jobs.h"

#include <llvm/Support/ErrorHandling.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "compiler_fixture.h"

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
    hdc->after_fork(child == 0);
    if (child == 0) _exit(builds() ? 0 : 1);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  stop = true;
  busy.join();
}

}  // namespace
}  // namespace heddle::compiler
