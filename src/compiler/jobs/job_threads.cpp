// SPDX-License-Identifier: Apache-2.0
#include "compiler/jobs/job_threads.h"

#include <llvm/Support/ErrorHandling.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "support/mutex.h"

namespace heddle::compiler {
namespace {

/// A sum of 60,000 terms overflows 8 MiB in Clang.
constexpr size_t kStackSize = size_t{64} << 20;
/// The time after which an idle thread ends. Its stack and malloc arena are worth keeping between
/// two builds at a program's start, not for its whole run.
constexpr auto kIdleTime = std::chrono::seconds(2);

thread_local Job* current_job = nullptr;

// ---- State. There are no static destructors: a job may still run when the process exits. A forked
// child makes a state of its own: threads that waited do not exist there, but the primitives count
// them.

/// Has exit() wait for other jobs before it destroys what LLVM made during this one. A shared
/// LLVM's objects are destroyed in the reverse order of their making, so that one handler is not
/// enough; after so many jobs all have been made.
void precede_destructors() {
  constexpr int kMost = 256;
  static std::atomic<int> count;
  if (HEDDLE_SHARED_LLVM && count.fetch_add(1, std::memory_order_relaxed) < kMost)
    std::atexit(hold_jobs);
}

/// A count of the outermost jobs, for fork() and exit().
struct Gate {
  Mutex mutex;
  ConditionVariable changed;
  unsigned running GUARDED_BY(mutex) = 0;
  unsigned ending GUARDED_BY(mutex) = 0;  // `done`s of background jobs that run
  unsigned held GUARDED_BY(mutex) = 0;

  void enter() {
    const Lock lock(mutex);
    while (held > 0) changed.wait(mutex);
    ++running;
  }
  void leave() {
    precede_destructors();
    const Lock lock(mutex);
    --running;
    changed.notify_all();
  }
  /// Runs a `done`, which may take locks of the runtime's: fork() waits for it, which is short.
  void end(Job& job, std::optional<std::string> failure) {
    {
      const Lock lock(mutex);
      ++ending;
    }
    job.done(std::move(failure));
    precede_destructors();
    const Lock lock(mutex);
    --ending;
    --running;
    changed.notify_all();
  }
};

/// A list of jobs, the oldest first. No operation takes memory: the list is used when there is
/// none.
class JobList {
 public:
  size_t size() const noexcept { return size_; }
  void push(std::shared_ptr<Job> job) noexcept {
    Job* const added = job.get();
    (size_++ ? last_->next : first_) = std::move(job);
    last_ = added;
  }
  std::shared_ptr<Job> pop() noexcept {
    std::shared_ptr<Job> job = std::move(first_);
    first_ = std::move(job->next);
    --size_;
    return job;
  }
  JobList take_all() noexcept { return std::exchange(*this, JobList()); }

 private:
  std::shared_ptr<Job> first_;
  Job* last_ = nullptr;
  size_t size_ = 0;
};

struct Threads {
  Mutex mutex;
  ConditionVariable wake;
  JobList queue GUARDED_BY(mutex);  // for idle threads; more only if no more can be made
  size_t idle GUARDED_BY(mutex) = 0;
  size_t count GUARDED_BY(mutex) = 0;         // without those that are parked
  JobList later GUARDED_BY(mutex);            // from start_job, while enough others run
  size_t background GUARDED_BY(mutex) = 0;    // from start_job, that run
  void (*end)() GUARDED_BY(mutex) = nullptr;  // when_threads_end
};

struct State {
  Gate gate;
  Threads threads;
};
alignas(State) unsigned char state_memory[sizeof(State)];
State& state() {
  static State* const state = new (state_memory) State;
  return *state;
}

// ---- Threads.

void finish(Job& job, std::optional<std::string> failure);

/// Counts a thread that takes no more jobs, or could not be made. Jobs that wait for the last one
/// need another.
void leave() noexcept {
  Threads& threads = state().threads;
  JobList left;
  {
    const Lock lock(threads.mutex);
    if (--threads.count == 0) left = threads.queue.take_all();
  }
  while (left.size() > 0) submit(left.pop());
}

/// Fails the job and parks its thread for ever. LLVM was left in the middle of its work, so the
/// thread must not go on.
[[noreturn]] void give_up(Job& job, std::string why) {
  leave();
  finish(job, std::move(why));
  for (;;) pause();
}

void run(Job& job) {
  if (job.background) state().gate.enter();
  current_job = &job;
  try {
    job.work();
  } catch (...) {
    // A std::bad_alloc from the standard library. It came through LLVM, which knows no exceptions.
    current_job = nullptr;
    give_up(job, kOutOfMemory);
  }
  current_job = nullptr;
  finish(job, std::nullopt);
}

/// Returns the next job; null when there was nothing to do for a while.
std::shared_ptr<Job> next_job() {
  Threads& threads = state().threads;
  Lock lock(threads.mutex);
  const auto end_of_wait = std::chrono::steady_clock::now() + kIdleTime;
  ++threads.idle;
  while (threads.queue.size() == 0 && threads.wake.wait_until(threads.mutex, end_of_wait)) continue;
  --threads.idle;
  if (threads.queue.size() == 0) {
    const auto end = --threads.count == 0 ? std::exchange(threads.end, nullptr) : nullptr;
    lock.unlock();
    if (end) end();
    return nullptr;
  }
  return threads.queue.pop();
}

void* thread_main(void* argument) {
  // Shared with the waiter, and kept by a parked thread.
  std::shared_ptr<Job> job;
  {
    const std::unique_ptr<std::shared_ptr<Job>> first(static_cast<std::shared_ptr<Job>*>(argument));
    job = std::move(*first);
  }
  for (; job; job = next_job()) {
    run(*job);
    job.reset();
  }
  return nullptr;
}

bool start_thread(const std::shared_ptr<Job>& job) {
  auto argument = std::make_unique<std::shared_ptr<Job>>(job);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackSize);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // Signals are the application's: its handlers must not run on our threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  {
    const Lock lock(state().threads.mutex);
    ++state().threads.count;
  }
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, thread_main, argument.get());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    leave();
    return false;
  }
  (void)argument.release();  // NOLINT(bugprone-unused-return-value): it is the thread's now
  return true;
}

[[noreturn]] void on_fatal_error(void*, const char* reason, bool) {
  if (current_job) {
    std::string why = kOutOfMemory;  // if memory does not suffice for the words
    try {
      why = std::string("the compiler failed: ") + reason;
    } catch (...) {  // NOLINT(bugprone-empty-catch): `why` says it
    }
    give_up(*std::exchange(current_job, nullptr), std::move(why));
  }
  // Not on a job's thread: no work of ours failed, and nobody waits.
  abort();
}

[[noreturn]] void on_bad_alloc(void*, const char*, bool) {
  end_job_out_of_memory();
  abort();
}

/// Queues the job for an existing thread, if there is one.
bool leave_to_others(const std::shared_ptr<Job>& job) {
  Threads& threads = state().threads;
  const Lock lock(threads.mutex);
  if (job->is_lane || threads.count == 0) return false;
  threads.queue.push(job);
  threads.wake.notify_one();
  return true;
}

/// True if LLVM's handlers are ours to set: an application may have set those of a shared LLVM.
bool sets_handlers = !HEDDLE_SHARED_LLVM;

/// Gives the job to an idle thread, or to a new one; if none can be made, to the next that is free.
void hand_over(const std::shared_ptr<Job>& job) {
  static std::once_flag once;
  std::call_once(once, [] {
    if (!sets_handlers) return;
    llvm::install_fatal_error_handler(on_fatal_error);
    llvm::install_bad_alloc_error_handler(on_bad_alloc);
  });
  Threads& threads = state().threads;
  {
    const Lock lock(threads.mutex);
    if (threads.idle > threads.queue.size()) {
      threads.queue.push(job);
      threads.wake.notify_one();
      return;
    }
  }
  if (start_thread(job) || leave_to_others(job)) return;
  std::string why = "no thread could be made for the compiler";
  if (job->background) state().gate.enter();
  finish(*job, std::move(why));
}

/// Gives the place of a background job that has ended to the next one.
void end_background() {
  Threads& threads = state().threads;
  std::shared_ptr<Job> next;
  {
    const Lock lock(threads.mutex);
    if (threads.later.size() == 0) {
      --threads.background;
    } else {
      next = threads.later.pop();
    }
  }
  if (next) submit(next);
}

void finish(Job& job, std::optional<std::string> failure) {
  if (!job.background) return job.done(std::move(failure));
  state().gate.end(job, std::move(failure));
  end_background();
}

}  // namespace

size_t usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const bool known = sched_getaffinity(0, sizeof(set), &set) == 0;
  return known ? std::max(CPU_COUNT(&set), 1) : 1;
}

bool is_in_job() {
  return current_job != nullptr;
}

void when_threads_end(void (*end)()) {
  Threads& threads = state().threads;
  const Lock lock(threads.mutex);
  threads.end = end;
}

void enter_gate() {
  state().gate.enter();
}

void leave_gate() {
  state().gate.leave();
}

void submit(const std::shared_ptr<Job>& job) noexcept {
  try {
    return hand_over(job);
  } catch (...) {  // NOLINT(bugprone-empty-catch): what follows
  }
  if (job->background) state().gate.enter();
  finish(*job, kOutOfMemory);
}

void start_background(std::shared_ptr<Job> job) {
  Threads& threads = state().threads;
  {
    const Lock lock(threads.mutex);
    if (threads.background >= usable_cpus()) {
      threads.later.push(std::move(job));
      return;
    }
    ++threads.background;
  }
  submit(job);
}

void end_job_out_of_memory() {
  if (!current_job) return;
  give_up(*std::exchange(current_job, nullptr), kOutOfMemory);
}

void hold_jobs() {
  Gate& gate = state().gate;
  const Lock lock(gate.mutex);
  ++gate.held;
  while (gate.running > 0) gate.changed.wait(gate.mutex);
}

// The lock is kept from here until after the fork, which the analysis cannot follow.
void before_fork_of_jobs() NO_THREAD_SAFETY_ANALYSIS {
  Gate& gate = state().gate;
  gate.mutex.lock();
  while (gate.ending > 0) gate.changed.wait(gate.mutex);
}

bool after_fork_of_jobs(bool in_child) NO_THREAD_SAFETY_ANALYSIS {
  Gate& gate = state().gate;
  const bool is_usable = !in_child || gate.running == 0;
  gate.mutex.unlock();
  if (in_child) new (state_memory) State;
  return is_usable;
}

}  // namespace heddle::compiler

extern "C" {
__attribute__((visibility("default"))) void heddle_compiler_own_process();
}

void heddle_compiler_own_process() {
  heddle::compiler::sets_handlers = true;
}
