// SPDX-License-Identifier: Apache-2.0
// The process that translates SPIR-V, heddle-spirv, as a child of this one: also where LLVM is
// shared, and programs are compiled in a process of their own (compiler_worker_test.cpp).
#include <signal.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "../fork.h"
#include "il_fixture.h"

namespace {

// Before main: the driver reads it once.
[[maybe_unused]] const int here = ::setenv("HEDDLE_COMPILER_PROCESS", "never", 1);

using IlHelperTest = IlTest;

/// Options that no build had before, so that the cache has nothing.
std::string NewOptions() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return "-cl-mad-enable -D T" + std::to_string(now);
}

/// The process that translates, kept by this one; or -1.
pid_t Helper() {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stat(entry.path() / "stat");
    pid_t pid = -1, parent = -1;
    std::string name, state;
    if (stat >> pid >> name >> state >> parent && parent == getpid() && name == "(heddle-spirv)" &&
        state != "Z")
      return pid;
  }
  return -1;
}

TEST_F(IlHelperTest, OneProcessTranslatesManyModules) {
  ASSERT_TRUE(Built(WithIL(PlainKernel()), NewOptions().c_str()));
  const pid_t first = Helper();
  ASSERT_NE(first, -1);
  EXPECT_NE(clBuildProgram(WithIL(kNotTranslated), 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  ASSERT_TRUE(Built(WithIL(PlainKernel()), NewOptions().c_str()));
  EXPECT_EQ(Helper(), first);

  // Somebody else ends it: another one is started.
  ASSERT_EQ(kill(first, SIGKILL), 0);
  Program program = WithIL(PlainKernel());
  ASSERT_TRUE(Built(program, NewOptions().c_str()));
  EXPECT_EQ(Result(program), Counted(2));
  EXPECT_NE(Helper(), first);
}

TEST_F(IlHelperTest, AForkTranslatesByItself) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP() << "ThreadSanitizer cannot follow a fork";
#endif
  ASSERT_TRUE(Built(WithIL(PlainKernel()), NewOptions().c_str()));
  const pid_t before = Helper();
  const pid_t child = fork();
  if (child == 0) {
    const bool built = Built(WithIL(PlainKernel()), NewOptions().c_str());
    exit(built && Helper() != -1 ? 0 : 1);  // ends its own
  }
  // Ours does not end while it has work, however long the fork takes.
  int status = -1;
  pid_t ended = 0;
  while ((ended = waitpid(child, &status, WNOHANG)) == 0)
    ASSERT_TRUE(Built(WithIL(PlainKernel()), NewOptions().c_str()));
  ASSERT_EQ(ended, child);
  EXPECT_EQ(status, 0);
  ASSERT_TRUE(Built(WithIL(PlainKernel()), NewOptions().c_str()));
  EXPECT_EQ(Helper(), before);
}

/// The process ends with the compiler's threads, and nobody has to wait for it, whatever the
/// application does about SIGCHLD.
TEST_F(IlHelperTest, LeavesNoChildBehind) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "the sanitizer has a child of its own, which looks up names";
#endif
#endif
  for (const auto disposition : {SIG_DFL, SIG_IGN}) {
    const auto before = signal(SIGCHLD, disposition);
    Program program = WithIL(PlainKernel());
    EXPECT_TRUE(Built(program, NewOptions().c_str()));
    EXPECT_NE(Helper(), -1);
    EXPECT_EQ(Result(program), Counted(2));
    siginfo_t info;
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(errno, ECHILD);
    signal(SIGCHLD, before);
  }
}

}  // namespace
