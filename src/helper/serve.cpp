// SPDX-License-Identifier: Apache-2.0
// A process that has loaded what it needs and forks for each request: a request that ends its
// process, or leaves something behind in it, harms no other one. Forking takes 1 ms, loading 20.
#include "helper/serve.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "helper/cage.h"

namespace heddle::helper {
namespace {

struct Request {
  Call call{};
  int files[kFiles];
};

/// A request that a fork works on. Its pipe stays open here until all complaints are written.
struct Work {
  pid_t pid;
  int output;
  int complaints;
};

void limit(int resource, rlim_t value) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) return;
  if (value == 0) return;
  now.rlim_cur = now.rlim_max == RLIM_INFINITY ? value : std::min(now.rlim_max, value);
  ::setrlimit(static_cast<__rlimit_resource>(resource), &now);
}

/// Ends this process (SIGIO) when the pipe loses its reader: the request is cancelled. The process
/// that serves cannot end it, as the cage refuses signals.
void end_with_reader(int pipe) {
  ::fcntl(pipe, F_SETOWN, ::getpid());
  ::fcntl(pipe, F_SETFL, O_WRONLY | O_ASYNC);
  pollfd reader{pipe, 0, 0};
  if (::poll(&reader, 1, 0) == 1) std::_Exit(EXIT_FAILURE);  // the reader left earlier
}

void complain(int file, const std::string& what) {
  ::lseek(file, 0, SEEK_END);
  if (::write(file, what.data(), what.size()) < 0) return;  // nobody is left to be told
}

class Server {
 public:
  explicit Server(const Hooks& hooks) : hooks_(hooks) {
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &child, nullptr);
    ended_ = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  }

  uint32_t run() {
    for (;;) {
      pollfd wait[] = {{STDIN_FILENO, POLLIN, 0}, {ended_, POLLIN, 0}};
      if (::poll(wait, 2, -1) < 0) continue;
      if (wait[1].revents) reap();
      if (!wait[0].revents) continue;
      const std::optional<Request> request = receive();
      if (!request) std::_Exit(EXIT_SUCCESS);  // forks end with this process
      if (fork_for(*request)) return request->call.mode;
      if (const auto idle = std::exchange(hooks_.idle, nullptr)) idle();
    }
  }

 private:
  /// Receives a request, or nothing if the other end is closed.
  static std::optional<Request> receive() {
    RequestMessage message;
    if (::recvmsg(STDIN_FILENO, &message.header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT) !=
        sizeof(message.call))
      return std::nullopt;
    const cmsghdr* rights = CMSG_FIRSTHDR(&message.header);
    if (!rights || rights->cmsg_len != RequestMessage::kRightsLength) return std::nullopt;
    Request request{message.call, {}};
    std::memcpy(request.files, CMSG_DATA(rights), sizeof(request.files));
    return request;
  }

  /// Forks for a request. Returns true in the fork.
  bool fork_for(const Request& request) {
    const pid_t server = ::getpid();
    if (hooks_.before_fork) hooks_.before_fork();
    const pid_t pid = ::fork();
    if (hooks_.after_fork) hooks_.after_fork(pid == 0);
    if (pid == 0) {
      become_worker(request, server);
      return true;
    }
    ::close(request.files[kInput]);
    ::close(request.files[kFolder]);
    work_.push_back({pid, request.files[kOutput], request.files[kComplaints]});
    if (pid < 0) finish(work_.size() - 1, std::strerror(errno));
    return false;
  }

  static void become_worker(const Request& request, pid_t server) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != server) std::_Exit(EXIT_FAILURE);
    if (::fchdir(request.files[kFolder]) != 0) std::_Exit(EXIT_FAILURE);
    for (const RequestFile file : {kInput, kOutput, kComplaints})
      ::dup2(request.files[file], static_cast<int>(file));
    ::closefrom(STDERR_FILENO + 1);  // other requests' pipes among them
    ::lseek(STDIN_FILENO, 0, SEEK_SET);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const Limits& limits = request.call.limits;
    limit(RLIMIT_CPU, limits.cpu_seconds);
    limit(RLIMIT_AS, limits.address_bytes);
    limit(RLIMIT_DATA, limits.data_bytes);
    limit(RLIMIT_FSIZE, kMostOutput);
    limit(RLIMIT_NOFILE, kMostFiles);
    const rlimit no_core{};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::alarm(static_cast<unsigned>(limits.wall_seconds));
    end_with_reader(STDOUT_FILENO);
  }

  void reap() {
    signalfd_siginfo ignored;
    while (::read(ended_, &ignored, sizeof(ignored)) > 0) continue;
    int status = 0;
    for (pid_t pid = ::waitpid(-1, &status, WNOHANG); pid > 0;
         pid = ::waitpid(-1, &status, WNOHANG)) {
      const auto found = std::ranges::find(work_, pid, &Work::pid);
      if (found != work_.end()) finish(found - work_.begin(), how_it_ended(status));
    }
  }

  static std::string how_it_ended(int status) {
    if (!WIFSIGNALED(status)) return {};
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGALRM) return kTooLong;
    return std::string("it was ended by signal ") + std::to_string(signal) + " (" +
           ::sigabbrev_np(signal) + ")";
  }

  void finish(size_t which, const std::string& why) {
    complain(work_[which].complaints, why);
    ::close(work_[which].complaints);
    ::close(work_[which].output);
    work_.erase(work_.begin() + static_cast<ptrdiff_t>(which));
  }

  Hooks hooks_;
  int ended_ = -1;
  std::vector<Work> work_;
};

}  // namespace

// Turns the signals off that the pipe sends (O_ASYNC), as it would when the reader makes room.
void begin_output() {
  ::fcntl(STDOUT_FILENO, F_SETFL, O_WRONLY);
}

uint32_t serve(const Hooks& hooks) {
  // A signal for the foreground job of a terminal need not end the application.
  ::setsid();
  if (::chdir("/") != 0) std::_Exit(EXIT_FAILURE);
  // The cage comes before any fork, so that the system translates the filter once.
  enter_cage();
  return Server(hooks).run();
}

}  // namespace heddle::helper
