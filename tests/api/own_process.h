// SPDX-License-Identifier: Apache-2.0
// What is a matter of the process (variables, limits, its end) is tested in another one of this
// executable.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
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

/// The exit code of a process, as RunInOwnProcess has it, and what it wrote to stderr.
struct Said {
  int code;
  std::string text;
};
template <class Prepare>
Said SaidInOwnProcess(const std::string& test, const Prepare& prepare) {
  std::FILE* const file = std::tmpfile();
  const int code = RunInOwnProcess(test, [&] {
    prepare();
    ::dup2(::fileno(file), STDERR_FILENO);
  });
  std::ifstream text("/proc/self/fd/" + std::to_string(::fileno(file)));
  Said said{code, {std::istreambuf_iterator<char>(text), {}}};
  std::fclose(file);
  return said;
}
