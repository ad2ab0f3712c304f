// SPDX-License-Identifier: Apache-2.0
// How a library starts a program without being noticed: no signal handler, no thread, no lock.
// Input and complaints are files in memory, so nothing is written into a pipe that may have no
// reader (SIGPIPE) and nothing blocks; output is a pipe, whose end says that the helper is gone.
#include "compiler/spirv/helper.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "compiler/interface.h"
#include "compiler/spirv/helper_limits.h"
#include "support/file.h"

namespace heddle::compiler::spirv {
namespace {

using Bytes = std::vector<unsigned char>;

Error failure(std::string why) {
  return {HDC_FAILURE, std::move(why)};
}
Error broken(const std::string& what) {
  return {HDC_INTERNAL_ERROR, "heddle-spirv: " + what + ": " + std::strerror(errno)};
}

/// A file in memory that holds `bytes`, at its begin.
Result<File> memory_file(const char* name, std::span<const unsigned char> bytes) {
  File file(::memfd_create(name, MFD_CLOEXEC));
  if (!file) return broken("memfd_create");
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t n =
        ::pwrite(file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return broken("no memory for the module");
    done += static_cast<size_t>(n);
  }
  return file;
}

/// The last lines that the helper wrote.
std::string text_of(const File& file) {
  char buffer[4096];
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  const off_t begin = size > static_cast<off_t>(sizeof(buffer)) ? size - sizeof(buffer) : 0;
  const ssize_t n = ::pread(file.get(), buffer, sizeof(buffer), begin);
  return n > 0 ? std::string(buffer, static_cast<size_t>(n)) : std::string();
}

/// Beside this library, as it was opened and where symbolic links lead.
std::string helper_path() {
  static const char here = 0;
  Dl_info self{};
  if (!::dladdr(&here, &self) || !self.dli_fname) return {};
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(self.dli_fname, nullptr),
                                                         &std::free);
  for (const char* file : {self.dli_fname, static_cast<const char*>(real.get())}) {
    const char* slash = file ? std::strrchr(file, '/') : nullptr;
    if (!slash) continue;
    auto path = std::string(file, slash + 1) + "heddle-spirv";
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

/// As the helper is started: with no environment, no other files, no signal blocked, ignored or
/// handled.
class SpawnSetup {
 public:
  SpawnSetup(int in, int out, int err) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, in, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, err, STDERR_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  Result<pid_t> start(const std::string& path, const char* mode) const {
    std::string name = "heddle-spirv", argument = mode;
    char* arguments[] = {name.data(), argument.data(), nullptr};
    char* environment[] = {nullptr};
    pid_t pid = -1;
    errno = ::posix_spawn(&pid, path.c_str(), &actions_, &attributes_, arguments, environment);
    if (errno != 0) return broken("it cannot be started");
    return pid;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

int64_t milliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

/// All that comes through the pipe until its other end is closed. False if that takes too long, or
/// it is too much.
bool read_all(const File& pipe, Bytes& out) {
  constexpr size_t kPiece = size_t{1} << 16;
  const int64_t deadline = milliseconds() + kWallSeconds * 1000;
  for (;;) {
    const int64_t left = deadline - milliseconds();
    pollfd wait{pipe.get(), POLLIN, 0};
    if (left <= 0 || out.size() > kMaxBitcode) return false;
    const int ready = ::poll(&wait, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const size_t size = out.size();
    out.resize(size + kPiece);
    const ssize_t n = ::read(pipe.get(), out.data() + size, kPiece);
    out.resize(size + (n > 0 ? static_cast<size_t>(n) : 0));
    if (n == 0) return true;
    if (n < 0 && errno != EINTR) return false;
  }
}

/// The helper's end. If the application waits for all children, or ignores SIGCHLD, its status is
/// lost to us: what counts is that the output is whole.
int reap(pid_t pid) {
  int status = 0;
  pid_t got = -1;
  do got = ::waitpid(pid, &status, 0);
  while (got < 0 && errno == EINTR);
  return got == pid ? status : 0;
}

bool take_trailer(Bytes& out) {
  constexpr size_t kSize = sizeof(kTrailer);
  if (out.size() <= kSize || std::memcmp(&out[out.size() - kSize], kTrailer, kSize) != 0)
    return false;
  out.resize(out.size() - kSize);
  return true;
}

std::string how_it_ended(int status, bool in_time, const File& complaints) {
  std::string why = text_of(complaints);
  while (why.ends_with('\n')) why.pop_back();
  if (!in_time || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
    return "the module takes too long to translate";
  if (why.empty()) why = "the translator ended without a word";
  return "the module cannot be translated: " + why;
}

}  // namespace

Result<Bytes> run_helper(HelperMode mode, std::span<const unsigned char> input) {
  const std::string path = helper_path();
  if (path.empty())
    return Error{HDC_INTERNAL_ERROR, "heddle-spirv was not found beside the compiler library"};
  const File in = TRY(memory_file("heddle-module", input));
  const File complaints = TRY(memory_file("heddle-log", {}));
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return broken("pipe");
  const File from(ends[0]);
  File to(ends[1]);
  if (!from || !to) return broken("pipe");
  const SpawnSetup setup(in.get(), to.get(), complaints.get());
  const pid_t pid = TRY(setup.start(path, mode == HelperMode::Translate ? "spirv" : "spir"));
  to.close();

  Bytes out;
  const bool in_time = read_all(from, out);
  if (!in_time) ::kill(pid, SIGKILL);
  const int status = reap(pid);
  if (in_time && take_trailer(out)) return out;
  return failure(how_it_ended(status, in_time, complaints));
}

}  // namespace heddle::compiler::spirv
