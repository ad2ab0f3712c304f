// SPDX-License-Identifier: Apache-2.0
// How a library starts a program without being noticed: no signal handler, no thread, and no child
// that outlives the compiler's threads, as the application may wait for all of its children.
#include "compiler/spirv/helper_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include "abi/compiler_interface.h"
#include "compiler/jobs/job_threads.h"

namespace heddle::compiler::spirv {
namespace {

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
  SpawnSetup(int in, int err) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, in, STDIN_FILENO);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
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

  Result<pid_t> start(const std::string& path) const {
    std::string name = "heddle-spirv";
    char* arguments[] = {name.data(), nullptr};
    char* environment[] = {nullptr};
    pid_t pid = -1;
    errno = ::posix_spawn(&pid, path.c_str(), &actions_, &attributes_, arguments, environment);
    if (errno != 0) return helper_broken("it cannot be started");
    return pid;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Whether it went into the socket. Not if there is no process at the other end.
bool send_message(const File& socket, HelperMode mode, const File (&files)[kFiles]) {
  RequestMessage message;
  message.mode = static_cast<unsigned char>(mode);
  cmsghdr* rights = CMSG_FIRSTHDR(&message.header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = RequestMessage::kRightsLength;
  for (size_t i = 0; i < kFiles; i++) {
    const int fd = files[i].get();
    std::memcpy(CMSG_DATA(rights) + i * sizeof(fd), &fd, sizeof(fd));
  }
  ssize_t sent = -1;
  do sent = ::sendmsg(socket.get(), &message.header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == sizeof(message.mode);
}

/// The process that runs, if there is one.
struct Helper {
  File socket;   ///< our end
  File process;  ///< a descriptor of it, as the application may reap what has a number only
  pid_t parent = -1;

  /// `complaints` gets what keeps it from starting: a library that is missing, for example.
  static Result<Helper> start(const File& complaints) {
    const std::string path = helper_path();
    if (path.empty())
      return Error{HDC_INTERNAL_ERROR, "heddle-spirv was not found beside the compiler library"};
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
      return helper_broken("socketpair");
    Helper helper;
    helper.socket = File(ends[0]);
    const File theirs(ends[1]);
    if (!helper.socket || !theirs) return helper_broken("socketpair");
    const pid_t pid = TRY(SpawnSetup(theirs.get(), complaints.get()).start(path));
    helper.process = File(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    helper.parent = ::getpid();
    return helper;
  }

  /// Not if there is none, or it is the one of the process that this one was forked from.
  bool send(HelperMode mode, const File (&files)[kFiles]) const {
    return socket && parent == ::getpid() && send_message(socket, mode, files);
  }

  /// It stays nobody's child.
  void end() {
    socket.close();
    if (!process || parent != ::getpid()) return;
    ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
    siginfo_t info;
    while (::waitid(P_PIDFD, static_cast<id_t>(process.get()), &info, WEXITED) < 0 &&
           errno == EINTR)
      continue;
    process.close();
  }
};

struct Shared {
  std::mutex mutex;  // guards the rest
  Helper helper;
};

/// Never destroyed: a job may still run when the process exits.
Shared& shared() {
  static auto* const one = new Shared;
  return *one;
}

void end_helper() {
  Shared& to = shared();
  const std::scoped_lock lock(to.mutex);
  to.helper.end();
}

/// At exit, for what is left to init may be left for ever: containers often have none that reaps.
/// No destructor of an object's: this library has none that is called (library/exit.cpp).
[[gnu::destructor]] void at_exit() {
  end_helper();
}

}  // namespace

Error helper_broken(const char* what) {
  return {HDC_INTERNAL_ERROR, std::string("heddle-spirv: ") + what + ": " + std::strerror(errno)};
}

Status send_to_helper(HelperMode mode, const File (&files)[kFiles]) {
  when_threads_end(end_helper);
  Shared& to = shared();
  const std::scoped_lock lock(to.mutex);
  if (to.helper.send(mode, files)) return {};
  to.helper.end();
  to.helper = TRY(Helper::start(files[kComplaints]));
  if (!to.helper.send(mode, files)) return helper_broken("it takes no module");
  return {};
}

}  // namespace heddle::compiler::spirv
