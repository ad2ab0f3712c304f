// SPDX-License-Identifier: Apache-2.0
// Starts a program without the application noticing: no signal handler, no thread. A child of
// nobody's is started by a process that ends at once, so that init becomes its parent. Each ends
// when our end of its socket is closed, which the system does for a process that is killed.
#include "helper/process.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "abi/compiler_interface.h"
#include "support/beside.h"
#include "support/mutex.h"

namespace heddle::helper {
namespace {

/// Returns the path of the program, or an empty string.
std::string path_of(const std::string& name) {
  for (const std::string& path : beside_this_library(name)) {
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

/// The task of the two processes between us and the program. They share our memory, and we wait.
struct Start {
  const char* path;
  char** arguments;
  char** environment;
  int in, error;
  int failure = 0;  // errno
};

int run_program(void* argument) {
  auto& start = *static_cast<Start*>(argument);
  // No signal is blocked, ignored or handled, and no other file is open.
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &usual, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY);  // as a process in a cage may open it
  if (::dup2(start.in, STDIN_FILENO) >= 0 && ::dup2(nothing, STDOUT_FILENO) >= 0 &&
      ::dup2(start.error, STDERR_FILENO) >= 0) {
    ::closefrom(STDERR_FILENO + 1);
    ::execve(start.path, start.arguments, start.environment);
  }
  start.failure = errno;
  ::_exit(127);
}

constexpr size_t kStack = size_t{64} << 10;
// These processes run with our signal handlers until the program replaces them: no handler may run
// there.
constexpr int kSharing = CLONE_VM | CLONE_VFORK;

struct Intermediate {
  Start& start;
  char* stack;
};

int run_intermediate(void* argument) {
  const auto& own = *static_cast<Intermediate*>(argument);
  if (::clone(run_program, own.stack + kStack, kSharing | SIGCHLD, &own.start) < 0)
    own.start.failure = errno;
  ::_exit(0);
}

/// Starts the program. Returns a descriptor of it if it is our child. The errno is in `start`.
File start_program(Start& start, Kin kin) {
  const auto stacks = std::make_unique<char[]>(2 * kStack);
  Intermediate own{start, stacks.get()};
  char* const top = stacks.get() + 2 * kStack;
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  // Without a signal at its end, only a wait with __WALL finds the intermediate process.
  const bool ours = kin == Kin::Ours;
  const pid_t pid = ours ? ::clone(run_program, top, kSharing | SIGCHLD, &start)
                         : ::clone(run_intermediate, top, kSharing, &own);
  if (pid < 0) start.failure = errno;
  if (pid > 0 && (!ours || start.failure != 0)) {
    while (::waitpid(pid, nullptr, __WALL) < 0 && errno == EINTR) continue;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!ours || start.failure != 0) return File();
  return File(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

}  // namespace

// A forked child has processes of its own: the parent's may end with the parent.
struct Program::Forks {
  static inline constinit Mutex mutex;
  static inline Program* programs GUARDED_BY(mutex) = nullptr;

  static void add(Program& program) {
    const Lock lock(mutex);
    program.next_ = programs;
    programs = &program;
  }
  // The handlers keep the locks of the list and of all programs from the first to the second.
  static void prepare() NO_THREAD_SAFETY_ANALYSIS {
    mutex.lock();
    for (Program* program = programs; program; program = program->next_) program->mutex_.lock();
  }
  static void in_parent() NO_THREAD_SAFETY_ANALYSIS {
    for (Program* program = programs; program; program = program->next_) program->mutex_.unlock();
    mutex.unlock();
  }
  static void in_child() NO_THREAD_SAFETY_ANALYSIS {
    for (Program* program = programs; program; program = program->next_) {
      program->socket_.close();
      program->process_.close();
    }
    in_parent();
  }
  // While the library is loaded, and before the handlers of those who start programs with locks of
  // their own: theirs are the first to be taken.
  [[gnu::constructor(102)]] static void register_handlers();
  /// Ends all programs at exit: one that is left to init may stay for ever.
  static void end() {
    const Lock lock(mutex);
    for (Program* program = programs; program; program = program->next_) program->end();
  }
};

void Program::Forks::register_handlers() {
  ::pthread_atfork(prepare, in_parent, in_child);
}

Error broken(const Program& program, const char* what) {
  return {HDC_INTERNAL_ERROR, program.name() + ": " + what + ": " + std::strerror(errno)};
}

// Ends all at exit. Destructors of objects do not run in the compiler's library (library/exit.cpp).
[[gnu::destructor]] void Program::end_all() {
  Forks::end();
}

Program::Program(std::string name, Kin kin) : name_(std::move(name)), kin_(kin) {
  Forks::add(*this);
}

void Program::start_with(std::vector<std::string> arguments, std::vector<std::string> environment) {
  const Lock lock(mutex_);
  arguments_ = std::move(arguments);
  environment_ = std::move(environment);
}

Status Program::start(const File& complaints) {
  const std::string path = path_of(name_);
  if (path.empty())
    return Error{HDC_INTERNAL_ERROR, name_ + " was not found beside the compiler library"};
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return broken(*this, "socketpair");
  File ours(ends[0]);
  const File theirs(ends[1]);
  if (!ours || !theirs) return broken(*this, "socketpair");
  std::vector<std::string> arguments = arguments_, environment = environment_;
  arguments.insert(arguments.begin(), name_);
  std::vector<char*> argument_list = pointers(arguments), variables = pointers(environment);
  Start start{path.c_str(), argument_list.data(), variables.data(), theirs.get(), complaints.get()};
  process_ = start_program(start, kin_);
  errno = start.failure;
  if (errno != 0) return broken(*this, "it cannot be started");
  socket_ = std::move(ours);
  return {};
}

void Program::end_process() {
  socket_.close();
  if (!process_) return;
  ::syscall(SYS_pidfd_send_signal, process_.get(), SIGKILL, nullptr, 0);
  siginfo_t info;
  while (::waitid(P_PIDFD, static_cast<id_t>(process_.get()), &info, WEXITED) < 0 && errno == EINTR)
    continue;
  process_.close();
}

Status Program::send(const Call& call, const File (&files)[kFiles]) {
  Request request{call};
  std::ranges::transform(files, request.files, &File::get);
  const Lock lock(mutex_);
  if (socket_ && helper::send(socket_.get(), request)) return {};
  end_process();
  TRY(start(files[kComplaints]));
  if (!helper::send(socket_.get(), request)) return broken(*this, "it takes no request");
  return {};
}

void Program::end() {
  const Lock lock(mutex_);
  end_process();
}

}  // namespace heddle::helper
