// SPDX-License-Identifier: Apache-2.0
// What is a matter of the process (variables, limits, its end) is tested in another one of this
// executable.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

/// Runs the disabled test `Suite.DISABLED_Name` in a new process. `prepare()` sets up what it
/// inherits. Its exit code, or minus the signal that ended it.
template <class Prepare>
int RunInOwnProcess(const std::string& test, const Prepare& prepare) {
  const std::string filter = "--gtest_filter=" + test;
  const pid_t child = ::fork();
  if (child == 0) {
    prepare();
    ::execl("/proc/self/exe", "own_process", "--gtest_also_run_disabled_tests", filter.c_str(),
            "--gtest_brief=1", nullptr);
    std::_Exit(99);
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child) return 98;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
