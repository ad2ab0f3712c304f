// SPDX-License-Identifier: Apache-2.0
// Work for LLVM, on the compiler's threads (job_threads.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/jobs/work.h"

namespace heddle::compiler {

/// Runs `work` on a job's thread and waits for it. Returns the reason if LLVM gave up. The thread
/// still exists then, and objects that `work` refers to must be left alone: give it shared
/// ownership.
std::optional<std::string> run_job(Work work);

/// Starts a job and returns at once. `work` and then `done` run on a job's thread, once fewer such
/// jobs run than the process has CPUs. A job that a fork finds waiting does not run in the child.
void start_job(Work work, Done done);

/// Runs many pieces of work, from within a job, as many at a time as the process may use CPUs.
/// Returns the reasons of failures in the order of the work.
std::vector<std::optional<std::string>> run_jobs(std::vector<Work> works);

}  // namespace heddle::compiler
