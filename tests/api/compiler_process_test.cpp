// SPDX-License-Identifier: Apache-2.0
// The compiler in a process of its own (HEDDLE_COMPILER_PROCESS): what ends it, what limits it, and
// who sees it; and forks while this process compiles.
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "../fork.h"
#include "command_test.h"
#include "own_process.h"

namespace {

bool HasLine(const std::string& file, const std::string& line) {
  std::ifstream in(file);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  return text.find(line) != std::string::npos;
}

/// A process that works on a request of a test with this mark in its environment, and has `line`
/// in its status.
bool IsThereAWorker(const std::string& mark, const std::string& line) {
  std::error_code gone;
  for (const auto& each : std::filesystem::directory_iterator("/proc", gone)) {
    const std::string folder = each.path();
    if (HasLine(folder + "/comm", "heddle-compile") && HasLine(folder + "/environ", mark) &&
        HasLine(folder + "/status", line))
      return true;
  }
  return false;
}

/// A kernel that no cache has.
std::string NewSource(const std::string& value) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return "kernel void k(global int* p) { p[get_global_id(0)] = " + value + "; } // " +
         std::to_string(now) + " " + std::to_string(::getpid());
}

// Run by the tests below in a process of its own.
class CompilerProcess : public ApiTest {
 protected:
  void TearDown() override {
    if (!HasFailure()) ExpectWorks();
    ApiTest::TearDown();
    if (HasFailure()) std::_Exit(1);
  }
  void ExpectWorks() {
    Program program = Build(NewSource("7"));
    Kernel kernel = MakeKernel(program, "k");
    Mem to = Buffer(64);
    SetArgs(kernel, static_cast<cl_mem>(to));
    Run(kernel, 16);
    EXPECT_EQ(Read<int>(to, 16)[15], 7);
  }
  void ExpectFails(const std::string& source, const std::string& why) {
    Program program = Source(source);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(BuildLog(program).find(why), std::string::npos) << BuildLog(program).substr(0, 500);
  }
};

TEST_F(CompilerProcess, DISABLED_Works) {
  ExpectWorks();
  std::ifstream maps("/proc/self/maps");
  const std::string text((std::istreambuf_iterator<char>(maps)), {});
  EXPECT_EQ(text.find("libheddle-compiler"), std::string::npos);
  siginfo_t info;
  EXPECT_EQ(waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT), -1);
  EXPECT_EQ(errno, ECHILD);
}

/// Who works on a source has given up what helper/cage.h says.
TEST_F(CompilerProcess, DISABLED_Caged) {
  const std::string mark = "HEDDLE_TEST_MARK=" + std::to_string(::getpid());
  ::setenv("HEDDLE_TEST_MARK", mark.substr(mark.find('=') + 1).c_str(), 1);
  ExpectWorks();
  std::string large = NewSource("1").append("\n");
  for (int i = 0; i < 200; ++i)
    large += "kernel void k" + std::to_string(i) + "(global float* p) { *p = pow(sin(*p), " +
             std::to_string(i) + ".5f); }\n";
  std::atomic<bool> built = false;
  std::thread builder([&] {
    EXPECT_TRUE(Build(large));
    built = true;
  });
  bool is_caged = false, has_no_new_rights = false;
  while (!built && !(is_caged && has_no_new_rights)) {
    is_caged = is_caged || IsThereAWorker(mark, "Seccomp:\t2");
    has_no_new_rights = has_no_new_rights || IsThereAWorker(mark, "NoNewPrivs:\t1");
  }
  builder.join();
  EXPECT_TRUE(is_caged);
  EXPECT_TRUE(has_no_new_rights);
}

TEST_F(CompilerProcess, DISABLED_Crash) {
  std::string minuses;
  for (int i = 0; i < 300000; ++i) minuses += "- ";
  ExpectFails(NewSource(minuses + "p[0]"), "signal 11");
}

TEST_F(CompilerProcess, DISABLED_Limits) {
  std::string bomb = "#define A0 1 +\n";
  for (int i = 1; i < 20; ++i) {
    const std::string before = " A" + std::to_string(i - 1);
    bomb += "#define A" + std::to_string(i) + before + before + before + before + "\n";
  }
  ExpectFails(bomb + NewSource("A19 1"), "HEDDLE_COMPILER_");
}

TEST_F(CompilerProcess, DISABLED_Killed) {
  ExpectWorks();
  ::kill(::getpid(), SIGKILL);
}

TEST_F(CompilerProcess, DISABLED_NoLibrary) {
  Program program = Source(NewSource("1"));
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_COMPILER_NOT_AVAILABLE);
  std::_Exit(HasFailure() ? 1 : 0);
}

class CompilerProcessTest : public testing::Test {
 protected:
  int RunAlone(const char* test, std::initializer_list<std::pair<const char*, const char*>> more) {
    return RunInOwnProcess(std::string("CompilerProcess.DISABLED_") + test, [&] {
      ::setenv("HEDDLE_COMPILER_PROCESS", "always", 1);
      for (const auto& [name, value] : more) ::setenv(name, value, 1);
    });
  }
};

TEST_F(CompilerProcessTest, BuildsAndIsNotSeen) {
  EXPECT_EQ(RunAlone("Works", {}), 0);
}

TEST_F(CompilerProcessTest, IsInACage) {
  EXPECT_EQ(RunAlone("Caged", {}), 0);
}

TEST_F(CompilerProcessTest, MayCrash) {
  EXPECT_EQ(RunAlone("Crash", {}), 0);
}

TEST_F(CompilerProcessTest, HasLimits) {
  EXPECT_EQ(RunAlone("Limits", {{"HEDDLE_COMPILER_SECONDS", "1"}}), 0);
  EXPECT_EQ(RunAlone("Limits", {{"HEDDLE_COMPILER_MEMORY", "300"}}), 0);
}

TEST_F(CompilerProcessTest, IsNoneWhereThereIsNoLibrary) {
  EXPECT_EQ(RunAlone("NoLibrary", {{"HEDDLE_COMPILER", "/nowhere/libheddle-compiler.so"}}), 0);
}

TEST_F(CompilerProcessTest, EndsWithWhoeverStartedIt) {
  // What was left to init comes to this process.
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  EXPECT_EQ(RunAlone("Killed", {}), -SIGKILL);
  int status = -1;
  EXPECT_GT(::waitpid(-1, &status, 0), 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(::waitpid(-1, &status, 0), -1);
}

/// Takes a second or two to compile; no cache has it.
std::string LargeSource() {
  std::string large;
  for (int i = 0; i < 12; ++i) {
    large += "kernel void k" + std::to_string(i) + "(global float* p) { float x = p[0];";
    for (int j = 0; j < 60; ++j)
      large += "x = sin(x) + pow(x, " + std::to_string(i * 100 + j) + ".5f);";
    large += "p[get_global_id(0)] = x; }\n";
  }
  return large + NewSource("1");
}

class ForkInBuildTest : public ApiTest {
 protected:
  /// Says in a child whether a new program computes the right thing.
  bool Works() {
    Program program = Build(NewSource("7"));
    Kernel kernel = MakeKernel(program, "k");
    cl_int error = 0;
    Queue own = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    Mem to = Buffer(64);
    SetArgs(kernel, static_cast<cl_mem>(to));
    const size_t size = 16;
    int found[16] = {};
    return clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr) ==
               CL_SUCCESS &&
           clEnqueueReadBuffer(own, to, CL_TRUE, 0, sizeof(found), found, 0, nullptr, nullptr) ==
               CL_SUCCESS &&
           found[15] == 7;
  }
};

/// HEDDLE_TEST_FORKS=1000 forks as often, at random moments of one build after the other, and
/// prints how long the parent's forks took.
TEST_F(ForkInBuildTest, WaitsForNoCompilation) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP() << "ThreadSanitizer cannot follow a fork";
#endif
  const char* const given = std::getenv("HEDDLE_TEST_FORKS");
  const int forks = given ? std::atoi(given) : 12;
  std::atomic<bool> built = false, ended = false;
  std::thread builder([&] {
    do {
      built = false;
      EXPECT_TRUE(Build(LargeSource()));
      built = true;
    } while (given && !ended && !HasFailure());
  });
  std::mt19937 random(1);
  std::vector<double> times, children;  // in ms
  int during = 0;
  for (int i = 0; i < forks; ++i) {
    if (given) ::usleep(random() % 50'000);
    const bool was_built = built;
    const auto begin = std::chrono::steady_clock::now();
    const auto since = [&] {
      return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
          .count();
    };
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(60);
      std::_Exit(Works() ? 0 : 1);
    }
    times.push_back(since());
    during += !was_built && !built;  // the fork did not wait for the build
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    children.push_back(since());
  }
  ended = true;
  builder.join();
  EXPECT_GT(during, 0);
  if (!given) return;
  for (auto [what, all] : {std::pair("the parent's fork", times), {"the child", children}}) {
    std::ranges::sort(all);
    std::printf("%s: median %.2f ms, 99 of 100 below %.2f ms, longest %.2f ms\n", what,
                all[all.size() / 2], all[all.size() * 99 / 100], all.back());
  }
}

}  // namespace
