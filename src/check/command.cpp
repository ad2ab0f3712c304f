// SPDX-License-Identifier: Apache-2.0
#include "check/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

namespace heddle::check {
namespace {

namespace fs = std::filesystem;

/// Signals of the terminal are for the command. Its end is ours.
class IgnoredSignals {
 public:
  IgnoredSignals() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &interrupt_);
    sigaction(SIGQUIT, &ignore, &quit_);
  }
  ~IgnoredSignals() { restore(); }
  IgnoredSignals(const IgnoredSignals&) = delete;
  IgnoredSignals& operator=(const IgnoredSignals&) = delete;

  void restore() const {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGQUIT, &quit_, nullptr);
  }

 private:
  struct sigaction interrupt_ {
  }, quit_{};
};

}  // namespace

ReportFile::ReportFile() {
  path_ = (fs::temp_directory_path() / "heddle-check-XXXXXX").string();
  const int file = mkstemp(path_.data());
  if (file < 0) throw std::system_error(errno, std::generic_category(), path_);
  close(file);
}

ReportFile::~ReportFile() {
  unlink(path_.c_str());
}

void set_environment(const std::string& checks, const std::string& report, unsigned time_limit) {
  setenv("HEDDLE_CHECK", checks.c_str(), 1);
  setenv("HEDDLE_CHECK_FILE", report.c_str(), 1);
  if (time_limit != 0) setenv("HEDDLE_KERNEL_TIME_LIMIT", std::to_string(time_limit).c_str(), 1);
  std::error_code error;
  const fs::path driver = fs::read_symlink("/proc/self/exe", error).parent_path() / "libheddle.so";
  const bool is_named = getenv("OCL_ICD_VENDORS") || getenv("OCL_ICD_FILENAMES");
  if (error || is_named || !fs::exists(driver, error)) return;
  setenv("OCL_ICD_VENDORS", driver.c_str(), 1);    // Debian's loader
  setenv("OCL_ICD_FILENAMES", driver.c_str(), 1);  // Khronos's
}

int run(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  int failure[2];  // the child's error, if there is no such program
  if (pipe2(failure, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  const IgnoredSignals ignored;
  const pid_t child = fork();
  if (child == 0) {
    ignored.restore();
    execvp(arguments[0], arguments.data());
    const int error = errno;
    (void)!write(failure[1], &error, sizeof error);
    _exit(127);
  }
  const int fork_error = errno;
  close(failure[1]);
  int error = 0;
  const bool has_failed = child > 0 && read(failure[0], &error, sizeof error) == sizeof error;
  close(failure[0]);
  if (child < 0) throw std::system_error(fork_error, std::generic_category(), "fork");
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  if (has_failed) throw std::system_error(error, std::generic_category(), command.front());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace heddle::check
