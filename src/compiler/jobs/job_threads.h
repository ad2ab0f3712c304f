// SPDX-License-Identifier: Apache-2.0
// Threads for LLVM: the compiler's own, with large stacks, kept for a while in case there is more
// to do. LLVM reports a fatal error by calling a handler that must not return. Ours fails the job
// and parks its thread for ever, so that the application lives on.
#pragma once

#include <cstddef>
#include <memory>

#include "compiler/jobs/work.h"

namespace heddle::compiler {

struct Job {
  Work work;
  Done done;
  bool background = false;  ///< from start_job
  bool is_lane = false;  ///< a batch's: another job waits for it, so it must not wait for that one
  std::shared_ptr<Job> next = nullptr;  ///< in a list of job_threads.cpp
};

/// Returns the number of CPUs that the process may use; at least one.
size_t usable_cpus();
/// Tells whether this thread runs a job.
bool is_in_job();

/// Gives the job to a thread. One way or the other the job is finished: there is no other error.
void submit(const std::shared_ptr<Job>& job) noexcept;
/// Gives the job to a thread once fewer background jobs run than there are CPUs.
void start_background(std::shared_ptr<Job> job);

/// Sets the function that the last idle thread calls when it has been idle for long enough to end.
/// There is only one such function.
void when_threads_end(void (*end)());

/// Enclose a job that is not a background one (which does so itself): for fork(), and exit().
void enter_gate();
void leave_gate();

/// The failure of a job that ran out of memory: so short that it needs none.
inline constexpr const char* kOutOfMemory = "out of memory";
/// Ends this thread's job with it and does not return, or returns if there is no job. LLVM must not
/// be left by an exception, which it would not notice.
void end_job_out_of_memory();

/// Waits until no job runs, and lets no more begin, at the end of the process.
void hold_jobs();

/// Enclose fork(): no job begins or ends in between. Returns false in a child of a process in which
/// a job ran: the threads that do not exist there may have held any lock.
void before_fork_of_jobs();
bool after_fork_of_jobs(bool in_child);

}  // namespace heddle::compiler
