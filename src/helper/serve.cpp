// SPDX-License-Identifier: Apache-2.0
// A process that has loaded what it needs and forks for each request: a request that ends its
// process, or leaves something in it, harms no other one. Forking takes 1 ms, loading 20. But a
// fork of a large process takes 4 ms more to touch its pages, so a program may keep its forks: one
// that is done takes the next request.
#include "helper/serve.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
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

/// A fork and what it works on. The request's pipe stays open here until all complaints are
/// written.
struct Worker {
  pid_t pid;
  int socket;       // the way to its next request; -1: it gets none
  int output = -1;  // its request's, as complaints; -1: it has none
  int complaints = -1;

  bool is_idle() const { return output < 0; }
};

constexpr int kServer = STDERR_FILENO + 1;  // a worker's socket
constexpr size_t kMostIdle = 4;             // workers that are kept without a request
constexpr rlim_t kMostKept = 1U << 30;      // bytes that a worker may have used

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

void set_limits(const Limits& limits) {
  // Not RLIMIT_CPU, which counts from a process's beginning.
  const itimerval of_processor{{}, {static_cast<time_t>(limits.cpu_seconds), 0}};
  ::setitimer(ITIMER_PROF, &of_processor, nullptr);
  ::alarm(static_cast<unsigned>(limits.wall_seconds));
  limit(RLIMIT_AS, limits.address_bytes);
  limit(RLIMIT_DATA, limits.data_bytes);
  limit(RLIMIT_FSIZE, kMostOutput);
  limit(RLIMIT_NOFILE, kMostFiles);
  const rlimit no_core{};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

/// Makes the files of a request this process's, and sets its limits.
void take_on(const Request& request) {
  if (::fchdir(request.files[kFolder]) != 0) std::_Exit(EXIT_FAILURE);
  for (const RequestFile file : {kInput, kOutput, kComplaints})
    ::dup2(request.files[file], static_cast<int>(file));
  for (const int file : request.files) ::close(file);
  ::lseek(STDIN_FILENO, 0, SEEK_SET);
  set_limits(request.call.limits);
  end_with_reader(STDOUT_FILENO);
}

/// Closes the files of a request and lifts its limits of time.
void leave_request() {
  const itimerval none{};
  ::setitimer(ITIMER_PROF, &none, nullptr);
  ::alarm(0);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  for (const RequestFile file : {kInput, kOutput, kComplaints})
    ::dup2(nothing, static_cast<int>(file));
  ::close(nothing);
  if (::chdir("/") != 0) std::_Exit(EXIT_FAILURE);
}

/// Tells whether this process has used too much memory to be kept: what is left of it would count
/// in the next request's limit.
bool is_large() {
  rusage used{};
  rlimit data{};
  ::getrusage(RUSAGE_SELF, &used);
  ::getrlimit(RLIMIT_DATA, &data);
  return static_cast<rlim_t>(used.ru_maxrss) << 10 > std::min(kMostKept, data.rlim_cur / 2);
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
      std::vector<pollfd> wait{{STDIN_FILENO, POLLIN, 0}, {ended_, POLLIN, 0}};
      for (const Worker& worker : workers_) wait.push_back({worker.socket, POLLIN, 0});
      if (::poll(wait.data(), wait.size(), -1) < 0) continue;
      for (size_t i = 0; i < workers_.size(); ++i)
        if (wait[i + 2].revents) hear(workers_[i]);
      if (wait[1].revents) reap();
      if (!wait[0].revents) continue;
      const std::optional<Request> request = receive(STDIN_FILENO, MSG_DONTWAIT);
      if (!request) leave();
      if (!give_to_idle(*request) && fork_for(*request)) return request->call.mode;
      if (const auto idle = std::exchange(hooks_.idle, nullptr)) idle();
    }
  }

 private:
  /// Ends this process after its workers, so that none is left to init. Those that wait for a
  /// request see that none comes, the others that nobody reads their output.
  [[noreturn]] void leave() {
    ::alarm(1);  // if one does not end by itself, it ends with this process
    for (Worker& worker : workers_) close(worker.socket);
    while (::waitpid(-1, nullptr, 0) > 0) continue;
    std::_Exit(EXIT_SUCCESS);
  }

  /// Gives a request to a worker that has none. Returns false if there is no such worker.
  bool give_to_idle(const Request& request) {
    for (Worker& worker : workers_) {
      if (!worker.is_idle() || worker.socket < 0) continue;
      if (send(worker.socket, request)) {
        assign(worker, request);
        return true;
      }
      close(worker.socket);
    }
    return false;
  }

  /// Forks for a request. Returns true in the fork.
  bool fork_for(const Request& request) {
    const pid_t server = ::getpid();
    int ends[2] = {-1, -1};
    if (hooks_.keeps_forks)
      static_cast<void>(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends));
    if (hooks_.before_fork) hooks_.before_fork();
    const pid_t pid = ::fork();
    if (hooks_.after_fork) hooks_.after_fork(pid == 0);
    if (pid == 0) {
      become_worker(request, server, ends[1]);
      return true;
    }
    const std::string failure = pid < 0 ? std::strerror(errno) : "";
    close(ends[1]);
    workers_.push_back({pid, ends[0]});
    assign(workers_.back(), request);
    if (pid < 0) end(workers_.end() - 1, failure);
    return false;
  }

  static void become_worker(const Request& request, pid_t server, int socket) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != server) std::_Exit(EXIT_FAILURE);
    // The number is that of a file of the server's, or of ended_: none of the request's.
    if (socket >= 0 && ::dup3(socket, kServer, O_CLOEXEC) < 0) std::_Exit(EXIT_FAILURE);
    take_on(request);
    ::closefrom(socket >= 0 ? kServer + 1 : kServer);  // other requests' pipes among them
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
  }

  static void assign(Worker& worker, const Request& request) {
    ::close(request.files[kInput]);
    ::close(request.files[kFolder]);
    worker.output = request.files[kOutput];
    worker.complaints = request.files[kComplaints];
  }

  /// A worker says that it is done with its request, or is about to end.
  void hear(Worker& worker) {
    char done = 0;
    if (::recv(worker.socket, &done, sizeof(done), MSG_DONTWAIT) != sizeof(done))
      return close(worker.socket);
    finish(worker, {});
    const auto waits = [](const Worker& each) { return each.is_idle() && each.socket >= 0; };
    if (std::ranges::count_if(workers_, waits) > static_cast<ptrdiff_t>(kMostIdle))
      close(worker.socket);  // it ends
  }

  void reap() {
    signalfd_siginfo ignored;
    while (::read(ended_, &ignored, sizeof(ignored)) > 0) continue;
    int status = 0;
    for (pid_t pid = ::waitpid(-1, &status, WNOHANG); pid > 0;
         pid = ::waitpid(-1, &status, WNOHANG)) {
      const auto found = std::ranges::find(workers_, pid, &Worker::pid);
      if (found != workers_.end()) end(found, how_it_ended(status));
    }
  }

  void end(std::vector<Worker>::iterator worker, const std::string& why) {
    finish(*worker, why);
    close(worker->socket);
    workers_.erase(worker);
  }

  static std::string how_it_ended(int status) {
    if (!WIFSIGNALED(status)) return {};
    const int signal = WTERMSIG(status);
    if (signal == SIGPROF || signal == SIGXCPU || signal == SIGALRM) return kTooLong;
    return std::string("it was ended by signal ") + std::to_string(signal) + " (" +
           ::sigabbrev_np(signal) + ")";
  }

  /// Ends a worker's request, if it has one.
  static void finish(Worker& worker, const std::string& why) {
    if (worker.is_idle()) return;
    complain(worker.complaints, why);
    close(worker.complaints);
    close(worker.output);
  }

  static void close(int& file) {
    if (file >= 0) ::close(file);
    file = -1;
  }

  Hooks hooks_;
  int ended_ = -1;
  std::vector<Worker> workers_;
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

uint32_t next_request() {
  leave_request();
  constexpr char kDone = 1;
  if (is_large() || ::send(kServer, &kDone, sizeof(kDone), MSG_NOSIGNAL) < 0)
    std::_Exit(EXIT_SUCCESS);
  const std::optional<Request> request = receive(kServer);
  if (!request) std::_Exit(EXIT_SUCCESS);
  take_on(*request);
  return request->call.mode;
}

}  // namespace heddle::helper
