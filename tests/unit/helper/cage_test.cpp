// SPDX-License-Identifier: Apache-2.0
#include "helper/cage.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

namespace heddle::helper {
namespace {

/// Whether `work` is true of a process in the cage.
template <class Work>
bool in_cage(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    enter_cage();
    ::_exit(work() ? 0 : 1);
  }
  int status = -1;
  return ::waitpid(child, &status, 0) == child && status == 0;
}

bool refuses(long result, int error = EPERM) {
  return result == -1 && errno == error;
}

bool has_landlock() {
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, /*LANDLOCK_CREATE_RULESET_VERSION*/ 1) >
         0;
}

TEST(Cage, RefusesOtherProcessesAndTheNetwork) {
  EXPECT_TRUE(in_cage([] { return refuses(::socket(AF_UNIX, SOCK_STREAM, 0)); }));
  EXPECT_TRUE(in_cage([] { return refuses(::socket(AF_INET, SOCK_STREAM, 0)); }));
  EXPECT_TRUE(in_cage([] { return refuses(::kill(::getppid(), 0)); }));
  EXPECT_TRUE(in_cage([] { return refuses(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)); }));
  EXPECT_TRUE(in_cage([] { return refuses(::syscall(SYS_unshare, 0)); }));
  EXPECT_TRUE(in_cage([] { return refuses(::syscall(0x40000000 | SYS_getpid)); }));  // of x32
  EXPECT_TRUE(in_cage([] { return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1; }));
}

TEST(Cage, RefusesChangesOfFiles) {
  if (!has_landlock()) GTEST_SKIP() << "this kernel has no Landlock";
  char name[] = "/tmp/heddle-cage-test-XXXXXX";
  const int file = ::mkstemp(name);
  ASSERT_GE(file, 0);
  const std::string other = std::string(name) + ".other";
  EXPECT_TRUE(in_cage([&] { return refuses(::open(name, O_WRONLY), EACCES); }));
  EXPECT_TRUE(in_cage([&] { return refuses(::open(name, O_RDWR), EACCES); }));
  EXPECT_TRUE(
      in_cage([&] { return refuses(::open(other.c_str(), O_CREAT | O_RDONLY, 0600), EACCES); }));
  EXPECT_TRUE(in_cage([&] { return refuses(::mkdir(other.c_str(), 0700), EACCES); }));
  EXPECT_TRUE(in_cage([&] { return refuses(::unlink(name), EACCES); }));
  EXPECT_TRUE(in_cage([&] { return ::write(file, "x", 1) == 1; }));  // it was open
  ::close(file);
  EXPECT_EQ(::unlink(name), 0);
}

TEST(Cage, LetsCompile) {
  EXPECT_TRUE(in_cage([] { return ::open("/etc/passwd", O_RDONLY) >= 0; }));
  EXPECT_TRUE(in_cage([] { return ::open("/dev/null", O_RDONLY) >= 0; }));
  EXPECT_TRUE(in_cage([] {
    const pid_t child = ::fork();
    if (child == 0) {
      ::execl("/bin/true", "true", nullptr);
      ::_exit(1);
    }
    int status = -1;
    return ::waitpid(child, &status, 0) == child && status == 0;
  }));
  EXPECT_TRUE(in_cage([] {  // an assertion ends the process by its signal
    const pid_t child = ::fork();
    if (child == 0) ::abort();
    int status = -1;
    return ::waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT;
  }));
}

}  // namespace
}  // namespace heddle::helper
