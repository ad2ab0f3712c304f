// SPDX-License-Identifier: Apache-2.0
#include "compiler/jobs.h"

#include <llvm/Support/ErrorHandling.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>

namespace heddle::compiler {
namespace {

/// A sum of 60,000 terms overflows 8 MiB in Clang.
constexpr size_t kStackSize = size_t{64} << 20;

struct Job {
  Work work;
  std::mutex mutex;  // guards the rest
  std::condition_variable changed;
  bool done = false;
  std::optional<std::string> failure;

  void finish(std::optional<std::string> why) {
    const std::scoped_lock lock(mutex);
    failure = std::move(why);
    done = true;
    changed.notify_all();
  }
  std::optional<std::string> wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return done; });
    return failure;
  }
};

thread_local Job* current_job = nullptr;

/// Counts the outermost jobs, so that fork() can wait for none.
struct Gate {
  std::mutex mutex;  // guards the rest
  std::condition_variable changed;
  unsigned running = 0;
  unsigned held = 0;

  void enter() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return held == 0; });
    ++running;
  }
  void leave() {
    const std::scoped_lock lock(mutex);
    --running;
    changed.notify_all();
  }
};

// No static destructor: a job may still run when the process exits.
alignas(Gate) unsigned char gate_memory[sizeof(Gate)];
Gate& gate() {
  static Gate* const gate = new (gate_memory) Gate;
  return *gate;
}

[[noreturn]] void park() {
  for (;;) pause();
}

[[noreturn]] void on_fatal_error(void*, const char* reason, bool) {
  if (current_job) {
    current_job->finish(std::string("the compiler failed: ") + reason);
    park();
  }
  // Not on a job's thread: nothing of ours is to blame, and nobody waits.
  abort();
}

[[noreturn]] void on_bad_alloc(void*, const char*, bool) {
  if (current_job) {
    current_job->finish("the compiler ran out of memory");
    park();
  }
  abort();
}

void* thread_main(void* argument) {
  // Shared with the waiter, and kept by a parked thread.
  const std::unique_ptr<std::shared_ptr<Job>> job(static_cast<std::shared_ptr<Job>*>(argument));
  current_job = job->get();
  (*job)->work();
  current_job = nullptr;
  (*job)->finish(std::nullopt);
  return nullptr;
}

std::shared_ptr<Job> start(Work work) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(on_fatal_error);
    llvm::install_bad_alloc_error_handler(on_bad_alloc);
  });
  auto job = std::make_shared<Job>();
  job->work = std::move(work);
  auto argument = std::make_unique<std::shared_ptr<Job>>(job);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackSize);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // Signals are the application's: its handlers must not run on our threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, thread_main, argument.get());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (error == 0)
    argument.release();
  else
    job->finish("no thread could be made for the compiler");
  return job;
}

size_t usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const bool known = sched_getaffinity(0, sizeof(set), &set) == 0;
  return known ? std::max(CPU_COUNT(&set), 1) : 1;
}

}  // namespace

std::optional<std::string> run_job(Work work) {
  gate().enter();
  auto failure = start(std::move(work))->wait();
  gate().leave();
  return failure;
}

std::vector<std::optional<std::string>> run_jobs(std::vector<Work> works) {
  std::vector<std::optional<std::string>> failures(works.size());
  std::atomic<size_t> next = 0;
  // One waiter for each CPU, each with a fresh job for each piece: a parked thread takes no other
  // work with it.
  const auto drain = [&] {
    for (size_t i; (i = next++) < works.size();) failures[i] = start(std::move(works[i]))->wait();
  };
  const size_t lanes = std::min(usable_cpus(), works.size());
  std::vector<std::shared_ptr<Job>> others;
  for (size_t i = 1; i < lanes; ++i) others.push_back(start(drain));
  drain();
  for (const auto& job : others) job->wait();
  return failures;
}

void hold_jobs() {
  std::unique_lock lock(gate().mutex);
  ++gate().held;
  gate().changed.wait(lock, [] { return gate().running == 0; });
}

void release_jobs(bool in_child) {
  if (in_child) {
    // Threads that waited at the gate do not exist here, and the state of its primitives counts
    // them.
    new (gate_memory) Gate;
    return;
  }
  const std::scoped_lock lock(gate().mutex);
  --gate().held;
  gate().changed.notify_all();
}

}  // namespace heddle::compiler
