// SPDX-License-Identifier: Apache-2.0
// Where LLVM runs: threads of the compiler's own, with large stacks, which are kept for a while in
// case there is more to do. LLVM reports what it cannot go on from by calling a handler that must
// not return; ours fails the job and parks its thread for ever, so that the application lives on.
#pragma once

#include <cstddef>
#include <memory>

#include "compiler/jobs/work.h"

namespace heddle::compiler {

struct Job {
  Work work;
  Done done;
  bool background = false;  ///< from start_job
  bool is_lane = false;     ///< of a batch: another job waits for it, so it must not wait for that
  std::shared_ptr<Job> next = nullptr;  ///< in a list of job_threads.cpp
};

/// CPUs that the process may use; at least one.
size_t usable_cpus();
/// Whether this thread runs a job.
bool is_in_job();

/// Gives the job to a thread. One way or the other it is finished: there is no other error.
void submit(const std::shared_ptr<Job>& job) noexcept;
/// The same when fewer background jobs run than there are CPUs; until then it waits.
void start_background(std::shared_ptr<Job> job);

/// `end` is called when the last of the threads that are there now has been idle for long enough to
/// end, by that thread. There is one such function.
void when_threads_end(void (*end)());

/// Around a job that is not a background one, which does so itself: for fork(), and exit().
void enter_gate();
void leave_gate();

/// The failure of a job that ran out of memory: so short that it needs none.
inline constexpr const char* kOutOfMemory = "out of memory";
/// Ends this thread's job so and does not return, or returns if it has none. LLVM must not be left
/// by an exception, which it would not notice.
void end_job_out_of_memory();

/// Waits until no job runs, and lets none begin any more: at the end of the process.
void hold_jobs();

/// Around fork(): no job begins or ends in between. False in a child of a process in which one ran:
/// the threads that are not there may have held any lock.
void before_fork_of_jobs();
bool after_fork_of_jobs(bool in_child);

}  // namespace heddle::compiler
